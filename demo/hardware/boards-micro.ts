import type { Board } from "./board.ts";
import { part, resistor } from "./boards-basic.ts";

const g = 1.27;

const nanoLabels = [
  "TX", "RX", "RST", "GND", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9", "D10", "D11", "D12",
  "D13", "3V3", "REF", "A0", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "5V", "RST2", "GND2", "VIN",
];
const xiaoLabels = [
  "D0", "D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9", "D10", "3V3", "GND", "5V",
];

const nano = (x: number, y: number, rot: 0 | 90 = 0) =>
  part("U1", "nano", "Arduino Nano", x, y, { rot, labels: nanoLabels, priceWon: 6500, partNumber: "A000005", substitute: "Nano 호환 보드" });
const xiao = (x: number, y: number, rot: 0 | 90 = 0) =>
  part("U1", "xiao", "XIAO ESP32C3", x, y, { rot, labels: xiaoLabels, color: "#23262b", priceWon: 7900, partNumber: "113991054", substitute: "XIAO SAMD21" });

export const plantMonitor: Board = {
  name: "plant-monitor",
  title: "Planter Watering Monitor",
  revision: "REV C",
  width: 44 * g,
  height: 32 * g,
  mask: "#1d6b45",
  mounting: 2.6 * g,
  label: { text: "PLANT", x: 30 * g, y: 3 * g, size: 3 },
  parts: [
    xiao(20, 17),
    part("J1", "header", "SOIL", 5, 16, { pins: 3, rot: 90, labels: ["3V3", "GND", "AO"], priceWon: 100 }),
    part("J2", "screw", "PUMP", 39, 13, { pins: 2, rot: 90, labels: ["5V", "OUT"], priceWon: 250 }),
    part("Q1", "transistor", "2N7000", 32, 13, { labels: ["S", "G", "D"], rot: 90, priceWon: 120, partNumber: "2N7000" }),
    part("D1", "diode", "1N4148", 32, 26, { priceWon: 20 }),
    part("D2", "led", "OK", 8, 26, { color: "#69f0ae", priceWon: 50 }),
    part("D3", "led", "DRY", 14, 27, { color: "#ff8a65", priceWon: 50 }),
    resistor("R1", "330", 10, 6),
    resistor("R2", "330", 20, 4),
    resistor("R3", "100k", 23, 27),
  ],
  nets: {
    "3V3": ["U1.12", "J1.1"],
    GND: ["U1.13", "J1.2", "Q1.1", "D2.1", "D3.1", "R3.2"],
    SOIL: ["U1.1", "J1.3"],
    OK: ["U1.2", "R1.1"],
    DRY: ["U1.3", "R2.1"],
    OKA: ["R1.2", "D2.2"],
    DRYA: ["R2.2", "D3.2"],
    PUMP: ["U1.11", "Q1.2", "R3.1"],
    OUT: ["Q1.3", "J2.2", "D1.1"],
    "5V": ["U1.14", "J2.1", "D1.2"],
  },
};

export const lineRobot: Board = {
  name: "line-robot",
  title: "Line Robot Main Board",
  revision: "REV D",
  width: 60 * g,
  height: 46 * g,
  mask: "#24272b",
  mounting: 2.8 * g,
  label: { text: "LINE ROBOT", x: 20 * g, y: 2.6 * g, size: 3 },
  parts: [
    nano(26, 32),
    part("U2", "dip", "L293D", 26, 16, { pins: 16, labels: ["EN1", "IN1", "OUT1", "GND", "GND", "OUT2", "IN2", "VM", "EN2", "IN3", "OUT3", "GND", "GND", "OUT4", "IN4", "VCC"], priceWon: 2500, partNumber: "L293D", substitute: "SN754410" }),
    part("J1", "screw", "M LEFT", 7, 16, { pins: 2, rot: 270, labels: ["L+", "L-"], priceWon: 250 }),
    part("J2", "screw", "M RIGHT", 54, 16, { pins: 2, rot: 90, labels: ["R+", "R-"], priceWon: 250 }),
    part("J3", "header", "IR x5", 54, 32, { pins: 7, rot: 90, labels: ["5V", "GND", "S1", "S2", "S3", "S4", "S5"], priceWon: 150 }),
    part("J4", "screw", "BATT", 42, 7, { pins: 2, labels: ["VM", "GND"], priceWon: 250 }),
    part("C1", "electrolytic", "220uF", 42, 16, { rot: 90, priceWon: 90 }),
    part("C2", "ceramic", "100nF", 15, 24, { priceWon: 40 }),
    part("S1", "button", "START", 10, 7, { color: "#69f0ae", priceWon: 80 }),
    part("D1", "led", "RUN", 20, 7, { color: "#64b5f6", priceWon: 50 }),
    resistor("R1", "470", 28, 8),
  ],
  nets: {
    "5V": ["U1.27", "U2.16", "U2.1", "U2.9", "J3.1", "C2.1"],
    GND: ["U1.29", "U2.4", "U2.5", "U2.12", "U2.13", "J3.2", "J4.2", "C1.2", "C2.2", "S1.2", "D1.1"],
    VM: ["J4.1", "U2.8", "C1.1", "U1.30"],
    "L+": ["U2.3", "J1.1"],
    "L-": ["U2.6", "J1.2"],
    "R+": ["U2.14", "J2.1"],
    "R-": ["U2.11", "J2.2"],
    M1: ["U1.8", "U2.2"],
    M2: ["U1.9", "U2.7"],
    M3: ["U1.12", "U2.10"],
    M4: ["U1.13", "U2.15"],
    S1: ["U1.19", "J3.3"],
    S2: ["U1.20", "J3.4"],
    S3: ["U1.21", "J3.5"],
    S4: ["U1.22", "J3.6"],
    S5: ["U1.23", "J3.7"],
    START: ["U1.5", "S1.1"],
    RUN: ["U1.6", "R1.1"],
    RUNA: ["R1.2", "D1.2"],
  },
};

export const deskClock: Board = {
  name: "desk-clock",
  title: "Room Climate Desk Clock",
  revision: "REV A",
  width: 48 * g,
  height: 38 * g,
  mask: "#1f4f8f",
  mounting: 2.6 * g,
  label: { text: "ROOM CLOCK", x: 7 * g, y: 2.6 * g, size: 2.4 },
  parts: [
    xiao(12, 18, 90),
    part("J1", "oled", "SH1106", 34, 33, { pins: 4, labels: ["GND", "VCC", "SCL", "SDA"], priceWon: 4500, partNumber: "SH1106 1.3in" }),
    part("J2", "header", "SHT31", 24, 33, { pins: 4, rot: 90, labels: ["VCC", "GND", "SCL", "SDA"], priceWon: 3900 }),
    part("S1", "button", "MODE", 28, 6, { priceWon: 80 }),
    part("S2", "button", "SET", 39, 6, { priceWon: 80, color: "#64b5f6" }),
    part("R1", "smd", "4.7k", 22, 25, { priceWon: 10 }),
    part("R2", "smd", "4.7k", 22, 22, { priceWon: 10 }),
    part("C1", "smd", "100nF", 22, 19, { priceWon: 10 }),
    part("D1", "smdled", "LINK", 22, 9, { priceWon: 30 }),
    part("R3", "smd", "1k", 22, 12, { priceWon: 10 }),
  ],
  nets: {
    "3V3": ["U1.12", "J1.2", "J2.1", "R1.1", "R2.1", "C1.1"],
    GND: ["U1.13", "J1.1", "J2.2", "S1.2", "S2.2", "C1.2", "D1.1"],
    SDA: ["U1.5", "J1.4", "J2.4", "R1.2"],
    SCL: ["U1.6", "J1.3", "J2.3", "R2.2"],
    MODE: ["U1.3", "S1.1"],
    SET: ["U1.4", "S2.1"],
    LINK: ["U1.9", "R3.1"],
    LA: ["R3.2", "D1.2"],
  },
};

const keys = [0, 1, 2, 3, 4, 5];

export const macroPad: Board = {
  name: "macro-pad",
  title: "Six Key Macro Pad",
  revision: "REV B",
  width: 50 * g,
  height: 34 * g,
  mask: "#4b2a7b",
  mounting: 2.4 * g,
  label: { text: "MACRO 6", x: 6 * g, y: 3 * g, size: 2.6 },
  parts: [
    xiao(12, 18, 90),
    ...keys.map((i) =>
      part(`S${i + 1}`, "button", `K${i + 1}`, 25 + (i % 3) * 9, 26 - Math.floor(i / 3) * 12, {
        color: ["#ffd54f", "#4fc3f7", "#ef9a9a", "#a5d6a7", "#ffcc80", "#ce93d8"][i] ?? "#ffffff",
        priceWon: 80,
      }),
    ),
    ...keys.map((i) =>
      part(`D${i + 1}`, "diode", "1N4148", 25 + (i % 3) * 9, 20 - Math.floor(i / 3) * 12, { priceWon: 20 }),
    ),
  ],
  nets: {
    ROW1: ["U1.1", "D1.1", "D2.1", "D3.1"],
    ROW2: ["U1.2", "D4.1", "D5.1", "D6.1"],
    ...Object.fromEntries(keys.map((i) => [`N${i + 1}`, [`S${i + 1}.2`, `D${i + 1}.2`]])),
    COL1: ["U1.9", "S1.1", "S4.1"],
    COL2: ["U1.10", "S2.1", "S5.1"],
    COL3: ["U1.11", "S3.1", "S6.1"],
  },
};

export const stepperStage: Board = {
  name: "stepper-stage",
  title: "Stepper Turntable Controller",
  revision: "REV A",
  width: 54 * g,
  height: 42 * g,
  mask: "#a4322c",
  mounting: 2.8 * g,
  label: { text: "TURNTABLE", x: 26 * g, y: 2.8 * g, size: 2.8 },
  parts: [
    nano(25, 29),
    part("U2", "dip", "A4988", 22, 10, { pins: 16, labels: ["EN", "MS1", "MS2", "MS3", "RST", "SLP", "STEP", "DIR", "GND", "VDD", "1B", "1A", "2A", "2B", "GND", "VMOT"], priceWon: 1800, partNumber: "A4988 carrier", substitute: "DRV8825" }),
    part("J1", "socket", "MOTOR", 42, 10, { pins: 4, labels: ["1B", "1A", "2A", "2B"], priceWon: 200 }),
    part("J2", "screw", "12V", 6, 11, { pins: 2, rot: 270, labels: ["12V", "GND"], priceWon: 250 }),
    part("C1", "electrolytic", "100uF", 33, 17, { priceWon: 90 }),
    part("RV1", "pot", "10k", 48, 20, { labels: ["5V", "W", "GND"], rot: 90, priceWon: 600 }),
    part("S1", "button", "GO", 48, 32, { color: "#69f0ae", priceWon: 80 }),
  ],
  nets: {
    "12V": ["J2.1", "U2.16", "C1.2", "U1.30"],
    GND: ["J2.2", "U2.9", "U2.15", "C1.1", "U1.29", "RV1.3", "S1.2"],
    "5V": ["U1.27", "U2.10", "RV1.1"],
    SLEEP: ["U2.5", "U2.6"],
    STEP: ["U1.6", "U2.7"],
    DIR: ["U1.7", "U2.8"],
    EN: ["U1.8", "U2.1"],
    "1B": ["U2.11", "J1.1"],
    "1A": ["U2.12", "J1.2"],
    "2A": ["U2.13", "J1.3"],
    "2B": ["U2.14", "J1.4"],
    SPEED: ["RV1.2", "U1.19"],
    GO: ["S1.1", "U1.5"],
  },
};

export const fanSpeed: Board = {
  name: "fume-fan",
  title: "Fume Extractor Fan Controller",
  revision: "REV A",
  width: 42 * g,
  height: 30 * g,
  mask: "#0f5f6b",
  mounting: 2.6 * g,
  label: { text: "FUME FAN", x: 14 * g, y: 2.4 * g, size: 2.6 },
  parts: [
    part("U1", "chip", "ATtiny412", 20, 18, { pins: 8, labels: ["VDD", "PA6", "PA7", "PA1", "PA2", "PA0", "PA3", "GND"], priceWon: 1200, partNumber: "ATTINY412-SSN" }),
    part("J1", "screw", "12V", 6, 15, { pins: 2, rot: 270, labels: ["12V", "GND"], priceWon: 250 }),
    part("J2", "header", "FAN", 36, 22, { pins: 4, rot: 90, labels: ["GND", "12V", "TACH", "PWM"], priceWon: 150 }),
    part("U2", "regulator", "L7805", 13, 23, { labels: ["5V", "GND", "12V"], priceWon: 300, partNumber: "L7805CV" }),
    part("RV1", "pot", "10k", 29, 9, { labels: ["5V", "W", "GND"], priceWon: 600 }),
    part("C1", "smd", "100nF", 20, 13, { priceWon: 10 }),
    part("R1", "smd", "10k", 28, 23, { priceWon: 10 }),
    part("R2", "smd", "1k", 14, 9, { priceWon: 10 }),
    part("D1", "smdled", "ON", 14, 6, { priceWon: 30 }),
    part("C2", "electrolytic", "47uF", 20, 24, { priceWon: 60 }),
  ],
  nets: {
    "12V": ["J1.1", "U2.3", "J2.2"],
    GND: ["J1.2", "U2.2", "U1.8", "J2.1", "RV1.3", "C1.2", "D1.1", "C2.1"],
    "5V": ["U2.1", "U1.1", "RV1.1", "C1.1", "R1.1", "R2.1", "C2.2"],
    SPEED: ["RV1.2", "U1.4"],
    PWM: ["U1.7", "J2.4"],
    TACH: ["U1.5", "J2.3", "R1.2"],
    LED: ["R2.2", "D1.2"],
  },
};
