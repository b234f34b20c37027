import type { Drawing, Paint } from '../draw/drawing.ts';
import type { Point } from '../draw/letters.ts';

export type Icon = { name: string; draw: (d: Drawing, line: Paint, fill: Paint) => void };

export const arc = (x: number, y: number, r: number, from: number, to: number): Point[] =>
  Array.from({ length: 17 }, (_, i): Point => {
    const a = ((from + ((to - from) * i) / 16) * Math.PI) / 180;
    return [x + r * Math.cos(a), y + r * Math.sin(a)];
  });

export const gear = (x: number, y: number, r: number, teeth: number): Point[] =>
  Array.from({ length: teeth * 4 }, (_, i): Point => {
    const a = (i / (teeth * 4)) * Math.PI * 2 - 0.2;
    const q = i % 4 < 2 ? r : r * 0.76;
    return [x + Math.cos(a) * q, y + Math.sin(a) * q];
  });
