"""USB ids of boards and serial chips that people build table boxes with."""

from typing import Final

BOARDS: Final = (
    # Arduino: boards.txt of ArduinoCore-avr, -megaavr and -renesas
    (0x2341, 0x0001),  # Uno
    (0x2341, 0x0043),  # Uno R3
    (0x2A03, 0x0043),  # Uno R3 of arduino.org
    (0x2341, 0x0243),  # Genuino Uno
    (0x2341, 0x0010),  # Mega 2560
    (0x2341, 0x0042),  # Mega 2560 R3
    (0x2341, 0x8036),  # Leonardo
    (0x2A03, 0x8036),  # Leonardo of arduino.org
    (0x2341, 0x8037),  # Micro
    (0x2A03, 0x8037),  # Micro of arduino.org
    (0x2341, 0x0058),  # Nano Every
    (0x2341, 0x0069),  # Uno R4 Minima
    (0x2341, 0x1002),  # Uno R4 WiFi
    (0x2341, 0x006D),  # Uno R4 WiFi, by the USB of its main chip
    (0x2341, 0x0074),  # Nano R4
    # Raspberry Pi: the list of github.com/raspberrypi/usb-pid, and boards.txt of arduino-pico
    (0x2E8A, 0x0005),  # Pico and Pico 2 with MicroPython
    (0x2E8A, 0x0009),  # Pico 2 with the Pico SDK
    (0x2E8A, 0x000A),  # Pico with the Pico SDK or arduino-pico
    (0x2E8A, 0x000F),  # Pico 2 with arduino-pico
    (0x2E8A, 0xF00A),  # Pico W with arduino-pico
    (0x2E8A, 0xF00F),  # Pico 2 W with arduino-pico
    # Espressif: the USB serial unit in the chip (technical reference manuals; boards.txt of arduino-esp32)
    (0x303A, 0x1001),  # ESP32-S3, -C3, -C6, -H2
    # USB serial chips: the tables of Linux' drivers ch341, cdc-acm, ftdi_sio, pl2303 and cp210x, and of WCH's ch343
    (0x1A86, 0x7523),  # CH340, most copies of the Nano
    (0x1A86, 0x7522),  # CH340K
    (0x1A86, 0x5523),  # CH341
    (0x1A86, 0x55D3),  # CH343
    (0x1A86, 0x55D4),  # CH9102, newer copies of the Nano and ESP32 boards
    (0x0403, 0x6001),  # FT232R, first Nano boards
    (0x0403, 0x6015),  # FT231X and its family
    (0x067B, 0x2303),  # PL2303
    (0x067B, 0x23A3),  # PL2303GC
    (0x067B, 0x23C3),  # PL2303GT
    (0x10C4, 0xEA60),  # CP2102, CP2104, CP2102N
)
"""Vendor and product ids. A chip does not say what it is soldered to: the greeting finds out."""
