/* A simulated ATmega328P that runs the table box's program: its serial line is a pseudo-terminal, its pins are moved
 * by lines on standard input, its lamps are told on standard output.
 *
 *   in:  pin D2 0      pulls a pin low (a pressed button), `pin D2 1` lets it go
 *        wait 50       leaves the next lines for so many milliseconds of the board's own time
 *        hang          puts the program into an endless loop, for its watchdog to find
 *        done          is answered with the same, once all before it has been done
 *   out: port /dev/pts/3, lamps 000001 (hexadecimal, whenever the shift registers are latched with something new), done
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <simavr/avr_ioport.h>
#include <simavr/avr_spi.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

enum { LATCH = 2, PINB = 0x23, LOOK_EVERY = 8000 /* cycles: half a millisecond */ };

static avr_t *avr;
static int terminal;
static avr_irq_t *to_uart;
static int uart_full;
static avr_cycle_count_t idle_until;
static uint32_t shifted, latched = UINT32_MAX;
static const uint8_t inputs[3] = {0x13, 0x3F, 0xFC}; /* of ports B, C, D */
static uint8_t pulled[3] = {0x13, 0x3F, 0xFC};	     /* what the world puts on them: all is let go */

static void die(const char *what) {
	perror(what);
	exit(1);
}

static void uart_says(avr_irq_t *irq, uint32_t byte, void *param) {
	(void)irq, (void)param;
	char out = (char)byte;
	if (write(terminal, &out, 1) < 0 && errno != EAGAIN && errno != EIO)
		die("terminal");
}

static void uart_takes(avr_irq_t *irq, uint32_t value, void *param) {
	(void)irq, (void)value;
	uart_full = param != NULL;
}

static void spi_says(avr_irq_t *irq, uint32_t byte, void *param) {
	(void)irq, (void)param;
	shifted = (shifted << 8 | (byte & 0xFF)) & 0xFFFFFF;
}

static void latch_moves(avr_irq_t *irq, uint32_t value, void *param) {
	(void)param;
	if (!(value & 1) || (irq->value & 1) || shifted == latched)
		return;
	latched = shifted;
	printf("lamps %06X\n", latched);
}

static void set_pin(char port, int pin, int level) {
	uint8_t *state = &pulled[port - 'B'];
	*state = (uint8_t)((*state & ~(1 << pin)) | level << pin);
	avr_ioport_external_t world = {.name = port, .mask = inputs[port - 'B'], .value = *state};
	avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &world);
}

/* A reset clears the registers that show the pins, and the world does not change with it: so they are set always. */
static void hold_pins(void) {
	for (int port = 0; port < 3; port++) {
		uint8_t *seen = &avr->data[PINB + 3 * port];
		*seen = (uint8_t)((*seen & ~inputs[port]) | pulled[port]);
	}
}

/* Puts the program counter on an instruction that jumps to itself. */
static void hang(void) {
	for (avr_flashaddr_t at = 0; at + 1 <= avr->flashend; at += 2)
		if (avr->flash[at] == 0xFF && avr->flash[at + 1] == 0xCF) {
			avr->pc = at;
			avr->state = cpu_Running;
			return;
		}
	fprintf(stderr, "the program has no instruction that jumps to itself\n");
	exit(1);
}

static void obey(const char *line) {
	char name[4];
	int level;
	double milliseconds;
	if (sscanf(line, "pin %3s %d", name, &level) == 2) {
		int arduino = atoi(name + 1);
		if (name[0] == 'A')
			set_pin('C', arduino, level);
		else
			set_pin(arduino < 8 ? 'D' : 'B', arduino % 8, level);
	} else if (sscanf(line, "wait %lf", &milliseconds) == 1) {
		idle_until = avr->cycle + (avr_cycle_count_t)(milliseconds * avr->frequency / 1000);
	} else if (!strcmp(line, "hang")) {
		hang();
	} else if (!strcmp(line, "done")) {
		puts("done");
	}
}

static void listen_to_input(void) {
	static char text[4096];
	static size_t size;
	struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
	if (size < sizeof text - 1 && poll(&input, 1, 0) > 0) {
		ssize_t got = read(STDIN_FILENO, text + size, sizeof text - 1 - size);
		if (got <= 0)
			exit(0);
		size += (size_t)got;
		text[size] = 0;
	}
	char *begin = text;
	for (char *end; avr->cycle >= idle_until && (end = strchr(begin, '\n')); begin = end + 1) {
		*end = 0;
		obey(begin);
	}
	size = strlen(begin);
	memmove(text, begin, size + 1);
}

static void look_outside(void) {
	listen_to_input();
	hold_pins();
	char byte;
	while (!uart_full && read(terminal, &byte, 1) == 1)
		avr_raise_irq(to_uart, (uint8_t)byte);
}

int main(int count, char **words) {
	elf_firmware_t program = {0};
	if (count != 2 || elf_read_firmware(words[1], &program)) {
		fprintf(stderr, "usage: board PROGRAM.elf\n");
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	avr = avr_make_mcu_by_name("atmega328p");
	avr_init(avr);
	avr->frequency = 16000000;
	avr->log = LOG_ERROR;
	avr_load_firmware(avr, &program);

	int slave;
	char name[64];
	struct termios raw;
	if (openpty(&terminal, &slave, name, NULL, NULL) < 0 || tcgetattr(slave, &raw) < 0)
		die("pseudo-terminal");
	cfmakeraw(&raw);
	tcsetattr(slave, TCSANOW, &raw);
	fcntl(terminal, F_SETFL, O_NONBLOCK);

	uint32_t flags = 0; /* no copy of the serial line on standard output, no waiting for it either */
	avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
	to_uart = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), uart_says, NULL);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), uart_takes, NULL);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), uart_takes, avr);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), spi_says, NULL);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), LATCH), latch_moves, NULL);
	for (char port = 'B'; port <= 'D'; port++)
		set_pin(port, port == 'D' ? 2 : 0, 1);
	printf("port %s\n", name);

	avr_cycle_count_t looked = avr->cycle;
	for (int state = cpu_Running; state != cpu_Done && state != cpu_Crashed;) {
		state = avr_run(avr);
		if (avr->cycle - looked < LOOK_EVERY)
			continue;
		looked = avr->cycle;
		look_outside();
	}
	fprintf(stderr, "the program has crashed\n");
	return 1;
}
