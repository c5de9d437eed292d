// The table box: eight buttons, two dice switches or a dice reader, and lamps, on an Arduino Uno or Nano
// (ATmega328P, 16 MHz). It speaks the protocol of ../../PROTOCOL.md at 115200 baud, 8N1.
//
// Wiring and parts: ../README.md. Build it with `make` there, or open this file in the Arduino IDE. It needs no library,
// and has its own main() instead of setup() and loop(), so that no code of the IDE takes time.

#if !defined(__AVR_ATmega328P__) && !defined(__AVR_ATmega328__)
#error "This program is for an Arduino Uno (up to R3) or Nano with an ATmega328P. Other boards: see PROTOCOL.md, A board of your own."
#else

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/pgmspace.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <stdint.h>
#include <string.h>
#include <util/atomic.h>
#include <util/crc16.h>

#ifndef BOX_ID
#define BOX_ID "uno"  // unique in a hall; at most 8 letters and digits
#endif
#define FIRMWARE "1.0.0"
#define PROTOCOL 1
#define ABILITIES "DBL"

static const uint8_t DEBOUNCE = 5;            // ms that a contact must be steady
static const uint16_t LONG_PRESS = 800;       // ms
static const uint16_t RESEND = 250;           // ms until an unacknowledged event is sent again
static const uint16_t HEARTBEAT = 1000;       // ms
static const uint16_t HOST_SILENT = 3000;     // ms without a frame from the computer until the link lamp goes out
static const uint16_t DICE_PAIR = 5000;       // ms within which a dice reader reports both dice
static const uint16_t BLINK = 250;            // ms on, ms off
static const uint16_t NUMBERS = 9999;         // sequence numbers run from 1 to this and start again
static const uint8_t QUEUE = 16;              // events kept until they are acknowledged, a power of two
static const uint8_t MAX_FRAME = 64;          // bytes, with $ and line end

// --- time -----------------------------------------------------------------------------------------------------

static volatile uint32_t clock_ms;

ISR(TIMER0_COMPA_vect) { clock_ms++; }

static uint32_t now_ms() {
  uint32_t now;
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { now = clock_ms; }
  return now;
}

static void start_clocks() {
  TCCR0A = _BV(WGM01);              // count to OCR0A
  TCCR0B = _BV(CS01) | _BV(CS00);   // 16 MHz / 64
  OCR0A = 249;                      // 1 ms
  TIMSK0 = _BV(OCIE0A);
  TCCR1B = _BV(CS10);               // timer 1 runs freely at 16 MHz: the dice are rolled with the moment of a press
}

// --- serial line ----------------------------------------------------------------------------------------------

// Ring buffers of 256 bytes: their 8-bit indices wrap by themselves.
static volatile char rx_ring[256], tx_ring[256];
static volatile uint8_t rx_head, rx_tail, tx_head, tx_tail;

ISR(USART_RX_vect) {
  char byte = UDR0;
  if ((uint8_t)(rx_head + 1) != rx_tail) rx_ring[rx_head++] = byte;
}

ISR(USART_UDRE_vect) {
  if (tx_head == tx_tail) {
    UCSR0B &= ~_BV(UDRIE0);
    return;
  }
  UDR0 = tx_ring[tx_tail++];
}

static void start_serial() {
  UCSR0A = _BV(U2X0);
  UBRR0 = 16;  // 115200 baud within 2.1 %, as on every Arduino
  UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
  UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

// --- frames out -----------------------------------------------------------------------------------------------

static char frame[MAX_FRAME + 1];
static uint8_t frame_size;
static uint16_t session;  // number of the boot, 1 to NUMBERS

static void add_char(char byte) {
  if (frame_size < MAX_FRAME) frame[frame_size++] = byte;
}

static void add_text(const char *text) {
  for (char byte; (byte = pgm_read_byte(text)); text++) add_char(byte);
}

static void add_number(uint32_t value, uint8_t width) {
  for (uint8_t i = 0; i < width; i++) add_char('0');
  for (uint8_t i = 1; i <= width && value; i++, value /= 10) frame[frame_size - i] = '0' + value % 10;
}

static void begin_frame(uint16_t number, const char *type) {
  frame_size = 0;
  add_text(PSTR("$MJ,"));
  add_number(session, 4);
  add_number(number, 4);
  add_char(',');
  add_text(type);
}

static uint16_t checksum(const char *text, uint8_t size) {
  uint16_t crc = 0xFFFF;
  while (size--) crc = _crc_xmodem_update(crc, *text++);
  return crc;
}

static char hex(uint8_t nibble) { return nibble < 10 ? '0' + nibble : 'A' + nibble - 10; }

// Sends the frame if the ring has room for all of it; frames that matter are sent again anyway.
static void end_frame() {
  uint16_t crc = checksum(frame + 1, frame_size - 1);
  add_char('*');
  for (int8_t shift = 12; shift >= 0; shift -= 4) add_char(hex((crc >> shift) & 15));
  add_char('\r');
  add_char('\n');
  uint8_t room = tx_tail - tx_head - 1;
  if (room < frame_size) return;
  for (uint8_t i = 0; i < frame_size; i++) tx_ring[tx_head++] = frame[i];
  UCSR0B |= _BV(UDRIE0);
}

// --- events ---------------------------------------------------------------------------------------------------

enum Kind : uint8_t { BUTTON, DICE, FAULT };
enum Press : uint8_t { DOWN, SHORT, LONG };
enum FaultCode : uint8_t { OVERFLOW, STUCK, WATCHDOG, COMMAND, DIE };

struct Event {
  Kind kind;
  uint8_t what[4];  // BUTTON: chair, buttons, press. DICE: throw, chair, die, die. FAULT: code.
  uint16_t count;   // FAULT
};

static Event events[QUEUE];
static uint8_t event_head, event_count;
static uint16_t event_number = 1;  // sequence number of the oldest event kept
static uint16_t lost_events;
static uint32_t resend_at;

static bool keep(const Event &event) {
  if (event_count == QUEUE) {
    if (lost_events < NUMBERS) lost_events++;
    return false;
  }
  if (!event_count) resend_at = now_ms();
  events[(event_head + event_count++) & (QUEUE - 1)] = event;
  return true;
}

static void keep_button(uint8_t chair, uint8_t buttons, Press press) {
  Event event = {BUTTON, {chair, buttons, press, 0}, 0};
  keep(event);
}

static void keep_dice(uint8_t which, uint8_t chair, uint8_t a, uint8_t b) {
  Event event = {DICE, {which, chair, a, b}, 0};
  keep(event);
}

static void keep_fault(FaultCode code, uint16_t count) {
  Event event = {FAULT, {code, 0, 0, 0}, count};
  keep(event);
}

static void send_event(const Event &event) {
  switch (event.kind) {
    case BUTTON:
      begin_frame(event_number, PSTR("BTN,"));
      add_number(event.what[0], 1);
      add_text(event.what[1] == 1 ? PSTR(",win,") : event.what[1] == 2 ? PSTR(",start,") : PSTR(",win+start,"));
      add_text(event.what[2] == DOWN ? PSTR("down") : event.what[2] == SHORT ? PSTR("short") : PSTR("long"));
      break;
    case DICE:
      begin_frame(event_number, PSTR("DICE"));
      for (uint8_t i = 0; i < 4; i++) {
        add_char(',');
        add_number(event.what[i], 1);
      }
      break;
    case FAULT:
      begin_frame(event_number, PSTR("ERR,"));
      add_text(event.what[0] == OVERFLOW   ? PSTR("overflow,")
               : event.what[0] == STUCK    ? PSTR("stuck,")
               : event.what[0] == WATCHDOG ? PSTR("watchdog,")
               : event.what[0] == COMMAND  ? PSTR("command,")
                                           : PSTR("die,"));
      add_number(event.count, 4);
  }
  end_frame();
}

static void tend_events(uint32_t now) {
  if (lost_events && event_count < QUEUE) {
    uint16_t lost = lost_events;
    lost_events = 0;
    keep_fault(OVERFLOW, lost);
  }
  if (event_count && (int32_t)(now - resend_at) >= 0) {
    resend_at = now + RESEND;
    send_event(events[event_head]);
  }
}

static uint16_t following(uint16_t number) { return number % NUMBERS + 1; }

static void acknowledged(uint16_t of_session, uint16_t number, uint32_t now) {
  if (!event_count || of_session != session || number != event_number) return;
  event_head = (event_head + 1) & (QUEUE - 1);
  event_count--;
  event_number = following(event_number);
  resend_at = now;
}

// --- lamps ----------------------------------------------------------------------------------------------------

// Three 74HC595 in a row: bits 0-3 dealer, 4-7 wind, 8-11 accepted, 12-15 refused, 16-19 referee, 20 link.
static const uint8_t LINK_LAMP = 20;
static uint32_t lamps_on, lamps_blink;
static bool link_up;

static void show_lamps(uint32_t now) {
  static uint32_t shown = 0xFFFFFFFF;
  uint32_t lit = lamps_on;
  if ((now / BLINK) & 1) lit &= ~lamps_blink;
  if (link_up) lit |= 1UL << LINK_LAMP;
  if (lit == shown) return;
  shown = lit;
  for (int8_t shift = 16; shift >= 0; shift -= 8) {
    SPDR = lit >> shift;
    while (!(SPSR & _BV(SPIF))) {
    }
  }
  PORTB |= _BV(PB2);
  PORTB &= ~_BV(PB2);
}

static void start_lamps() {
  DDRB |= _BV(PB2) | _BV(PB3) | _BV(PB5);
  SPCR = _BV(SPE) | _BV(MSTR);
}

static void set_lamps(uint32_t which, char state) {
  if (state == 'o') lamps_on &= ~which;
  else lamps_on |= which;
  if (state == 'b') lamps_blink |= which;
  else lamps_blink &= ~which;
}

// --- frames in ------------------------------------------------------------------------------------------------

static char line[MAX_FRAME];
static uint8_t line_size;
static uint32_t bad_lines;
static uint16_t host_session, host_number;
static uint32_t host_heard;

static int16_t number_at(const char *text) {
  int16_t value = 0;
  for (uint8_t i = 0; i < 4; i++) {
    if (text[i] < '0' || text[i] > '9') return -1;
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

static void say_hello(uint16_t to) {
  begin_frame(0, PSTR("HELLO,"));
  add_number(PROTOCOL, 2);
  add_char(',');
  add_number(to, 4);
  add_char(',');
  add_number(event_number, 4);
  add_text(PSTR("," ABILITIES "," BOX_ID "," FIRMWARE));
  end_frame();
}

static void say_ack(uint16_t of_session, uint16_t number) {
  begin_frame(0, PSTR("ACK,"));
  add_number(of_session, 4);
  add_number(number, 4);
  end_frame();
}

// `fields` is what follows "LAMP,": a name, a chair and a state. False if there is no such lamp.
static bool hear_lamp(const char *fields) {
  static const char names[5][9] PROGMEM = {"dealer", "wind", "accepted", "refused", "referee"};
  const char *comma = strchr(fields, ',');
  if (!comma || comma[1] < '0' || comma[1] > '4' || comma[2] != ',') return false;
  const char *word = comma + 3;
  char state = !strcmp_P(word, PSTR("off"))     ? 'o'
               : !strcmp_P(word, PSTR("on"))    ? 'n'
               : !strcmp_P(word, PSTR("blink")) ? 'b'
                                                : 0;
  uint8_t index = comma[1] - '0', length = comma - fields;
  if (!state) return false;
  if (!index) {
    if (length != 3 || strncmp_P(fields, PSTR("all"), 3)) return false;
    set_lamps(0xFFFFF, state);
    return true;
  }
  for (uint8_t i = 0; i < 5; i++) {
    if (strlen_P(names[i]) != length || strncmp_P(fields, names[i], length)) continue;
    set_lamps(1UL << (4 * i + index - 1), state);
    return true;
  }
  return false;
}

// A numbered frame is carried out once, if it is newer than the last one, and acknowledged whenever it arrives.
static void hear_command(uint16_t from, uint16_t number, const char *body) {
  if (from != host_session) return;
  uint16_t ahead = (number + NUMBERS - host_number) % NUMBERS;
  if (ahead && ahead <= NUMBERS / 2) {
    host_number = number;
    bool done = !strncmp_P(body, PSTR("LAMP,"), 5) && hear_lamp(body + 5);
    if (!done) keep_fault(COMMAND, number);
  }
  say_ack(from, number);
}

// `line` holds "$MJ,ssssnnnn,TYPE...*CCCC" without its line end. False if it is damaged.
static bool hear_line(uint32_t now) {
  if (line_size < 20 || strncmp_P(line, PSTR("$MJ,"), 4)) return false;
  if (line[line_size - 5] != '*' || line[12] != ',') return false;
  uint16_t crc = checksum(line + 1, line_size - 6);
  for (uint8_t i = 0; i < 4; i++)
    if (line[line_size - 4 + i] != hex((crc >> (12 - 4 * i)) & 15)) return false;
  int16_t from = number_at(line + 4), number = number_at(line + 8);
  if (from < 0 || number < 0) return false;
  line[line_size - 5] = 0;
  const char *body = line + 13;
  host_heard = now;
  link_up = true;
  if (!strncmp_P(body, PSTR("GREET,"), 6)) {
    if ((uint16_t)from != host_session) {
      host_session = from;
      host_number = 0;
    }
    say_hello(from);
  } else if (!strncmp_P(body, PSTR("ACK,"), 4) && strlen(body) == 12) {
    int16_t of_session = number_at(body + 4), of_number = number_at(body + 8);
    if (of_session >= 0 && of_number >= 0) acknowledged(of_session, of_number, now);
  } else if (number) {
    hear_command(from, number, body);
  }
  return true;
}

static void hear_bytes(uint32_t now) {
  while (rx_tail != rx_head) {
    char byte = rx_ring[rx_tail++];
    if (byte == '$') {
      if (line_size) bad_lines++;
      line_size = 0;
    } else if (!line_size) {
      continue;  // between two frames
    } else if (byte == '\r' || byte == '\n') {
      if (!hear_line(now)) bad_lines++;
      line_size = 0;
      continue;
    }
    if (line_size == MAX_FRAME - 2) {
      bad_lines++;
      line_size = 0;
      continue;
    }
    line[line_size++] = byte;
  }
}

static void beat(uint32_t now) {
  static uint32_t next_beat;
  if ((int32_t)(now - next_beat) < 0) return;
  next_beat = now + HEARTBEAT;
  begin_frame(0, PSTR("HB,"));
  add_number(now / 1000 % 10000000, 7);
  add_char(',');
  add_number(event_count, 2);
  add_char(',');
  add_number(bad_lines < 99999 ? bad_lines : 99999, 5);
  end_frame();
}

// --- dice -----------------------------------------------------------------------------------------------------

static uint32_t chance;
static uint8_t next_throw = 1;
static uint8_t read_die[2];
static uint32_t read_at;

static void stir() {
  chance = (chance ^ TCNT1) * 747796405UL + 2891336453UL;
}

static uint8_t roll_die() {
  for (;;) {
    chance = chance * 747796405UL + 2891336453UL;
    uint8_t value = chance >> 29;  // the highest bits are the most random
    if (value < 6) return value + 1;
  }
}

static void throw_dice(uint8_t which, uint8_t chair, uint8_t a, uint8_t b) {
  keep_dice(which, chair, a, b);
  next_throw = which == 1 ? 2 : 1;
}

static void roll(uint8_t which, uint8_t chair) {
  uint8_t a = roll_die();
  throw_dice(which, chair, a, roll_die());
}

// A reader reports a die's value on A2 (1), A3 (2), A4 (4), low for a set bit.
static void read_value(uint8_t die, uint32_t now) {
  uint8_t value = (~PINC >> 2) & 7;
  if (value < 1 || value > 6) {
    keep_fault(DIE, die + 1);
    return;
  }
  if (now - read_at > DICE_PAIR) read_die[0] = read_die[1] = 0;
  read_at = now;
  read_die[die] = value;
  if (!read_die[0] || !read_die[1]) return;
  throw_dice(next_throw, 0, read_die[0], read_die[1]);
  read_die[0] = read_die[1] = 0;
}

// --- inputs ---------------------------------------------------------------------------------------------------

// Bits 0-7: D2-D9, win and start of chair 1, 2, 3, 4. 8, 9: dice switches A0, A1. 10, 11: reader A5, D12.
static const uint8_t INPUTS = 12;
static const uint8_t FIRST_SWITCH = 8, FIRST_READER = 10;
static const uint8_t WIN = 1, START = 2;

static uint16_t held, ignored;  // debounced inputs; inputs held since the boot

static uint16_t read_inputs() {
  uint16_t low = (PIND >> 2) | (uint16_t)(PINB & 3) << 6 | (uint16_t)(PINC & 3) << 8;
  low |= (uint16_t)(PINC >> 5 & 1) << 10 | (uint16_t)(PINB >> 4 & 1) << 11;
  return ~low & ((1 << INPUTS) - 1);
}

static void start_inputs() {
  PORTD |= 0xFC;
  PORTB |= _BV(PB0) | _BV(PB1) | _BV(PB4);
  PORTC |= 0x3F;
}

struct Chair {
  uint8_t pressed;  // every button of this press, until all are released
  bool decided;     // reported as a long press
  uint32_t since;
};

static Chair chairs[4];

static void chair_changed(uint8_t seat, uint8_t buttons, uint8_t before, uint32_t now) {
  Chair &chair = chairs[seat];
  uint8_t newly = buttons & ~before;
  if (newly && !chair.decided) {
    if (!chair.pressed) chair.since = now;
    chair.pressed |= newly;
    if (newly & WIN) keep_button(seat + 1, WIN, DOWN);
    if (newly & START) keep_button(seat + 1, START, DOWN);
  }
  if (buttons || !chair.pressed) return;
  if (!chair.decided) {
    keep_button(seat + 1, chair.pressed, SHORT);
    if (chair.pressed == START) next_throw = 1;
  }
  chair.pressed = 0;
  chair.decided = false;
}

// Holding a start button throws the dice for its chair.
static void chair_waits(uint8_t seat, uint32_t now) {
  Chair &chair = chairs[seat];
  if (!chair.pressed || chair.decided || now - chair.since < LONG_PRESS) return;
  chair.decided = true;
  keep_button(seat + 1, chair.pressed, LONG);
  if (chair.pressed == START) roll(next_throw, seat + 1);
}

static void inputs_changed(uint16_t before, uint32_t now) {
  stir();
  for (uint8_t seat = 0; seat < 4; seat++) {
    uint8_t is = held >> (2 * seat) & 3, was = before >> (2 * seat) & 3;
    if (is != was) chair_changed(seat, is, was, now);
  }
  for (uint8_t i = 0; i < 2; i++) {
    uint16_t dice_switch = 1 << (FIRST_SWITCH + i), strobe = 1 << (FIRST_READER + i);
    if (before & ~held & dice_switch) roll(i + 1, 0);  // rolls on release
    if (held & ~before & strobe) read_value(i, now);
  }
}

static void tend_inputs(uint32_t now) {
  static uint8_t steady[INPUTS];
  uint16_t raw = read_inputs(), before = held;
  ignored &= raw;
  raw &= ~ignored;
  for (uint8_t i = 0; i < INPUTS; i++) {
    uint16_t bit = 1 << i;
    if (!((raw ^ held) & bit)) steady[i] = 0;
    else if (++steady[i] >= DEBOUNCE) {
      held ^= bit;
      steady[i] = 0;
    }
  }
  if (held != before) inputs_changed(before, now);
  for (uint8_t seat = 0; seat < 4; seat++) chair_waits(seat, now);
}

static void ignore_stuck() {
  ignored = read_inputs();
  for (uint8_t i = 0; i < INPUTS; i++)
    if (ignored & (1 << i)) keep_fault(STUCK, i + 1);
}

// --- main program ------------------------------------------------------------------------------------------------

static uint16_t EEMEM boots;

static uint16_t count_boot() {
  uint16_t last = eeprom_read_word(&boots);
  uint16_t next = last > NUMBERS ? 1 : following(last);  // the EEPROM of a new chip holds 65535
  eeprom_update_word(&boots, next);
  return next;
}

int main() {
  uint8_t cause = MCUSR;
  MCUSR = 0;
  wdt_enable(WDTO_500MS);
  session = count_boot();
  chance = session;
  start_clocks();
  start_serial();
  start_lamps();
  start_inputs();
  set_sleep_mode(SLEEP_MODE_IDLE);
  sei();
  while (now_ms() < 2) {
  }  // until the pull-ups have settled
  if (cause & _BV(WDRF)) keep_fault(WATCHDOG, 0);
  ignore_stuck();
  say_hello(0);
  for (uint32_t last = 0;;) {
    wdt_reset();
    uint32_t now = now_ms();
    hear_bytes(now);
    if (now != last) {
      last = now;
      tend_inputs(now);
      if (link_up && now - host_heard > HOST_SILENT) link_up = false;
      show_lamps(now);
      beat(now);
    }
    tend_events(now);
    sleep_mode();  // until the next millisecond or received byte
  }
}

#endif
