import type { Board, BoardPart } from './board.ts';

export type Extra = Partial<BoardPart>;
const g = 1.27;

/** Places a part on a grid of half pitches, which is what the router works on. */
export const part = (
  ref: string,
  kind: BoardPart['kind'],
  value: string,
  x: number,
  y: number,
  extra: Extra = {},
): BoardPart => ({ ref, kind, value, x: x * g, y: y * g, ...extra });

export const resistor = (ref: string, value: string, x: number, y: number, rot: 0 | 90 = 0): BoardPart =>
  part(ref, 'resistor', value, x, y, { rot, priceWon: 20, partNumber: 'CFR-25JB' });

const green = '#1d6b45';
const blue = '#1f4f8f';
const black = '#24272b';
const red = '#a4322c';
const purple = '#4b2a7b';
const white = '#e9e7df';

export const blinker: Board = {
  name: 'blink-555',
  title: '555 LED Blinker Kit',
  revision: 'REV A',
  width: 36 * g,
  height: 30 * g,
  mask: red,
  mounting: 0,
  label: { text: 'BLINK 555', x: 17 * g, y: 2.4 * g, size: 2.6 },
  parts: [
    part('U1', 'dip', 'NE555', 18, 16, {
      pins: 8,
      labels: ['GND', 'TRIG', 'OUT', 'RST', 'CTRL', 'THR', 'DIS', 'VCC'],
      priceWon: 400,
      partNumber: 'NE555P',
      substitute: 'TLC555CP',
    }),
    resistor('R1', '10k', 28, 12, 90),
    resistor('R2', '47k', 31, 18, 90),
    resistor('R3', '470', 7, 24),
    resistor('R4', '470', 20, 26),
    part('C1', 'electrolytic', '10uF', 8, 16, { priceWon: 60, partNumber: 'ECA-1HM100' }),
    part('C2', 'ceramic', '10nF', 9, 9, { priceWon: 40 }),
    part('D1', 'led', 'LED', 30, 26, { color: '#ff5252', priceWon: 50 }),
    part('D2', 'led', 'LED', 14, 21, { color: '#ffd54f', priceWon: 50, rot: 90 }),
    part('J1', 'screw', '9V', 8, 4, { pins: 2, labels: ['9V', 'GND'], priceWon: 250 }),
  ],
  nets: {
    VCC: ['J1.1', 'U1.8', 'U1.4', 'R1.1', 'R3.1'],
    GND: ['J1.2', 'U1.1', 'C1.1', 'C2.1', 'D1.1'],
    DIS: ['U1.7', 'R1.2', 'R2.1'],
    THR: ['U1.6', 'U1.2', 'R2.2', 'C1.2'],
    CTRL: ['U1.5', 'C2.2'],
    OUT: ['U1.3', 'R4.1', 'D2.1'],
    LA: ['R4.2', 'D1.2'],
    LB: ['R3.2', 'D2.2'],
  },
};

export const dice: Board = {
  name: 'tiny-dice',
  title: 'ATtiny85 Electronic Dice',
  revision: 'REV B',
  width: 40 * g,
  height: 40 * g,
  mask: purple,
  mounting: 2.6 * g,
  label: { text: 'TINY DICE', x: 13 * g, y: 2.6 * g, size: 2.6 },
  parts: [
    part('U1', 'dip', 'ATtiny85', 10, 12, {
      pins: 8,
      rot: 90,
      labels: ['RST', 'PB3', 'PB4', 'GND', 'PB0', 'PB1', 'PB2', 'VCC'],
      priceWon: 2200,
      partNumber: 'ATTINY85-20PU',
    }),
    part('S1', 'button', 'ROLL', 30, 9, { color: '#ffd54f', priceWon: 80 }),
    ...[
      [15, 34],
      [25, 34],
      [15, 28],
      [20, 28],
      [25, 28],
      [15, 22],
      [25, 22],
    ].map(([x, y], i) => part(`D${i + 1}`, 'led', 'LED', x ?? 0, y ?? 0, { color: '#ffffff', priceWon: 50 })),
    resistor('R1', '330', 6, 28, 90),
    resistor('R2', '330', 9, 29, 90),
    resistor('R3', '330', 34, 28, 90),
    resistor('R4', '330', 31, 29, 90),
    part('C1', 'ceramic', '100nF', 20, 9, { rot: 90, priceWon: 40 }),
    part('J1', 'header', '3V', 20, 15, { pins: 2, labels: ['3V', 'GND'], priceWon: 100 }),
  ],
  nets: {
    VCC: ['J1.1', 'U1.8', 'C1.1'],
    GND: ['J1.2', 'U1.4', 'C1.2', 'S1.2', ...[1, 2, 3, 4, 5, 6, 7].map((i) => `D${i}.1`)],
    ROLL: ['U1.2', 'S1.1'],
    A: ['U1.5', 'R1.1'],
    B: ['U1.6', 'R2.1'],
    C: ['U1.7', 'R3.1'],
    D: ['U1.3', 'R4.1'],
    AA: ['R1.2', 'D1.2', 'D7.2'],
    BB: ['R2.2', 'D3.2', 'D5.2'],
    CC: ['R3.2', 'D2.2', 'D6.2'],
    DD: ['R4.2', 'D4.2'],
  },
};

export const supply: Board = {
  name: 'bench-5v',
  title: '5 V Bench Supply Board',
  revision: 'REV C',
  width: 44 * g,
  height: 28 * g,
  mask: blue,
  mounting: 2.6 * g,
  label: { text: 'BENCH 5V', x: 16 * g, y: 2.2 * g, size: 2.6 },
  parts: [
    part('J1', 'screw', '7-12V', 5, 14, { pins: 2, rot: 270, labels: ['VIN', 'GND'], priceWon: 250 }),
    part('U1', 'regulator', 'L7805', 20, 20, {
      labels: ['VIN', 'GND', '5V'],
      priceWon: 500,
      partNumber: 'L7805CV',
      substitute: 'LM7805CT',
    }),
    part('D1', 'diode', '1N4007', 13, 6, { priceWon: 30, partNumber: '1N4007' }),
    part('C1', 'electrolytic', '470uF', 12, 14, { rot: 90, priceWon: 120, color: '#23395d' }),
    part('C2', 'ceramic', '100nF', 20, 13, { priceWon: 40 }),
    part('C3', 'electrolytic', '100uF', 30, 14, { rot: 90, priceWon: 80, color: '#23395d' }),
    resistor('R1', '1k', 29, 6),
    part('D2', 'led', 'PWR', 37, 22, { color: '#69f0ae', priceWon: 50 }),
    part('J2', 'screw', '5V', 39, 13, { pins: 2, rot: 90, labels: ['5V', 'GND'], priceWon: 250 }),
  ],
  nets: {
    RAW: ['J1.1', 'D1.1'],
    VIN: ['D1.2', 'U1.1', 'C1.1', 'C2.1'],
    GND: ['J1.2', 'U1.2', 'C1.2', 'C2.2', 'C3.2', 'D2.1', 'J2.2'],
    '5V': ['U1.3', 'C3.1', 'R1.1', 'J2.1'],
    PWR: ['R1.2', 'D2.2'],
  },
};

export const amplifier: Board = {
  name: 'pocket-amp',
  title: 'LM386 Pocket Amplifier',
  revision: 'REV A',
  width: 44 * g,
  height: 32 * g,
  mask: black,
  silk: '#f2d58a',
  mounting: 2.6 * g,
  label: { text: 'POCKET AMP', x: 13 * g, y: 2.4 * g, size: 2.6 },
  parts: [
    part('U1', 'dip', 'LM386N', 21, 16, {
      pins: 8,
      labels: ['G1', 'IN-', 'IN+', 'GND', 'OUT', 'VS', 'BYP', 'G8'],
      priceWon: 900,
      partNumber: 'LM386N-1',
      substitute: 'KA386',
    }),
    part('RV1', 'pot', '10k', 9, 22, { priceWon: 600, labels: ['IN', 'W', 'GND'] }),
    part('C1', 'electrolytic', '10uF', 12, 11, { priceWon: 60, color: '#2c2c2c' }),
    part('C2', 'electrolytic', '220uF', 30, 22, { priceWon: 100, color: '#2c2c2c' }),
    part('C3', 'ceramic', '47nF', 30, 14, { rot: 90, priceWon: 40 }),
    part('C4', 'ceramic', '100nF', 21, 24, { priceWon: 40 }),
    resistor('R1', '10', 29, 7),
    part('J1', 'header', 'IN', 4, 12, { pins: 2, rot: 90, labels: ['IN', 'GND'], priceWon: 100 }),
    part('J2', 'screw', 'SPK', 39, 19, {
      pins: 2,
      rot: 90,
      labels: ['SPK', 'GND'],
      priceWon: 250,
      color: '#3a3d42',
    }),
    part('J3', 'header', '9V', 38, 9, { pins: 2, labels: ['9V', 'GND'], priceWon: 100 }),
  ],
  nets: {
    IN: ['J1.1', 'RV1.1'],
    WIPER: ['RV1.2', 'U1.3'],
    GND: ['J1.2', 'RV1.3', 'U1.2', 'U1.4', 'C3.2', 'J2.2', 'J3.2', 'C4.2'],
    G1: ['U1.1', 'C1.2'],
    G8: ['U1.8', 'C1.1'],
    OUT: ['U1.5', 'C2.2', 'R1.1'],
    ZOB: ['R1.2', 'C3.1'],
    SPK: ['C2.1', 'J2.1'],
    '9V': ['J3.1', 'U1.6', 'C4.1'],
  },
};

export const batteryAlarm: Board = {
  name: 'lipo-alarm',
  title: 'Drone LiPo Voltage Alarm',
  revision: 'REV A',
  width: 40 * g,
  height: 26 * g,
  mask: white,
  silk: '#2b2d33',
  mounting: 0,
  label: { text: 'LIPO ALARM', x: 13 * g, y: 22.4 * g, size: 2.4 },
  parts: [
    part('U1', 'dip', 'LM393', 19, 14, {
      pins: 8,
      labels: ['O1', 'IN1-', 'IN1+', 'GND', 'IN2+', 'IN2-', 'O2', 'VCC'],
      priceWon: 500,
      partNumber: 'LM393P',
    }),
    part('J1', 'header', 'JST-XH 4S', 4, 13, {
      pins: 5,
      rot: 90,
      labels: ['GND', '1S', '2S', '3S', '4S'],
      priceWon: 150,
    }),
    resistor('R1', '33k', 10, 20, 0),
    resistor('R2', '10k', 9, 13, 90),
    resistor('R3', '4.7k', 12, 4),
    resistor('R4', '22k', 28, 16, 90),
    resistor('R5', '1k', 24, 4),
    part('D1', 'led', 'LOW', 31, 22, { color: '#ff5252', priceWon: 50 }),
    part('D2', 'diode', '3V3 Zener', 21, 20, { priceWon: 60, partNumber: 'BZX55C3V3' }),
    part('BZ1', 'buzzer', '12-24V', 34, 12, { rot: 90, priceWon: 500 }),
  ],
  nets: {
    VCC: ['J1.5', 'U1.8', 'R1.1', 'R3.1', 'R5.1', 'BZ1.1'],
    GND: ['J1.1', 'U1.4', 'R2.2', 'D2.1', 'R4.2'],
    SENSE: ['R1.2', 'R2.1', 'U1.3'],
    REF: ['R3.2', 'D2.2', 'U1.2', 'R4.1'],
    ALARM: ['U1.1', 'BZ1.2', 'D1.1'],
    LED: ['R5.2', 'D1.2'],
  },
};

export const relaySwitch: Board = {
  name: 'relay-switch',
  title: 'Isolated Relay Switch',
  revision: 'REV B',
  width: 48 * g,
  height: 30 * g,
  mask: green,
  mounting: 2.6 * g,
  label: { text: 'RELAY 10A', x: 8 * g, y: 2.2 * g, size: 2.4 },
  parts: [
    part('K1', 'relay', '5V 10A', 30, 15, {
      labels: ['COIL+', 'COIL-', 'NO', 'NC', 'COM'],
      priceWon: 900,
      partNumber: 'SRD-05VDC-SL-C',
    }),
    part('U1', 'dip', 'PC817', 12, 18, {
      pins: 4,
      rot: 90,
      labels: ['A', 'K', 'E', 'C'],
      priceWon: 200,
      partNumber: 'PC817C',
      substitute: 'EL817',
    }),
    part('Q1', 'transistor', '2N2222', 17, 10, {
      labels: ['E', 'B', 'C'],
      priceWon: 80,
      partNumber: 'PN2222A',
    }),
    part('D1', 'diode', '1N4148', 20, 24, { priceWon: 20, partNumber: '1N4148' }),
    resistor('R1', '470', 8, 24),
    resistor('R2', '1k', 12, 6),
    resistor('R3', '1k', 26, 5),
    part('D2', 'led', 'ON', 20, 18, { color: '#ffd54f', rot: 90, priceWon: 50 }),
    part('J1', 'header', 'CTRL', 4, 13, {
      pins: 4,
      rot: 90,
      labels: ['SIG', 'SGND', '5V', 'GND'],
      priceWon: 120,
    }),
    part('J2', 'screw', 'LOAD', 43, 15, { pins: 3, rot: 90, labels: ['NC', 'COM', 'NO'], priceWon: 350 }),
  ],
  nets: {
    SIG: ['J1.1', 'R1.1'],
    LEDA: ['R1.2', 'U1.1'],
    SGND: ['J1.2', 'U1.2'],
    '5V': ['J1.3', 'U1.4', 'K1.1', 'D1.2', 'R3.1'],
    GND: ['J1.4', 'Q1.1'],
    BASE: ['U1.3', 'R2.1'],
    B2: ['R2.2', 'Q1.2'],
    LAMP: ['R3.2', 'D2.2'],
    COIL: ['Q1.3', 'K1.2', 'D1.1', 'D2.1'],
    NO: ['K1.3', 'J2.3'],
    NC: ['K1.4', 'J2.1'],
    COM: ['K1.5', 'J2.2'],
  },
};
