export type PaletteName =
  | 'peach'
  | 'mint'
  | 'sky'
  | 'butter'
  | 'lilac'
  | 'sand'
  | 'sage'
  | 'steel'
  | 'clay'
  | 'night';

/** Colours are sRGB; `parts` are filament colours that sit well on that floor. */
export type Palette = { floor: string; wall: string; glow: string; parts: string[] };

export const palettes: Record<PaletteName, Palette> = {
  peach: {
    floor: '#f6d9c4',
    wall: '#fbeadd',
    glow: '#fff6ec',
    parts: ['#e4572e', '#2e86ab', '#f6f1e7', '#f2b134', '#3b3b46'],
  },
  mint: {
    floor: '#cfe8dc',
    wall: '#e6f4ec',
    glow: '#fbfff8',
    parts: ['#1f9d78', '#f4f1e8', '#f0803c', '#264653', '#f3c44b'],
  },
  sky: {
    floor: '#cbe0ef',
    wall: '#e4f0f8',
    glow: '#fbfdff',
    parts: ['#2274a5', '#f75c03', '#f7f4ec', '#f1c40f', '#32373b'],
  },
  butter: {
    floor: '#f7e6b7',
    wall: '#fcf3d8',
    glow: '#fffdf2',
    parts: ['#d1495b', '#00798c', '#fbf7ec', '#edae49', '#30343f'],
  },
  lilac: {
    floor: '#dcd6ee',
    wall: '#efeaf8',
    glow: '#fffcff',
    parts: ['#6c4ab6', '#f6c945', '#f5f1fb', '#ef767a', '#2f2d3a'],
  },
  sand: {
    floor: '#e8dac3',
    wall: '#f4ecdd',
    glow: '#fffaf0',
    parts: ['#9c6644', '#3d5a6c', '#f7efe2', '#dd8b4a', '#2d2a26'],
  },
  sage: {
    floor: '#d5dfc8',
    wall: '#e9efdf',
    glow: '#fdfff6',
    parts: ['#5b8e55', '#c8553d', '#f5f2e6', '#e9b44c', '#33403a'],
  },
  steel: {
    floor: '#cdd5da',
    wall: '#e7ecef',
    glow: '#ffffff',
    parts: ['#e36414', '#335c67', '#f3f5f6', '#fcbf49', '#2b2d33'],
  },
  clay: {
    floor: '#e6c5b3',
    wall: '#f3dfd2',
    glow: '#fff4ea',
    parts: ['#b5523b', '#4a6670', '#f8eee4', '#e0a458', '#35302f'],
  },
  night: {
    floor: '#3c4254',
    wall: '#2b3040',
    glow: '#596178',
    parts: ['#ff9f5a', '#7fc8f8', '#f4f1ea', '#ffe45e', '#5a6072'],
  },
};

export function hexToRgb(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export function mixHex(a: string, b: string, t: number): string {
  const from = hexToRgb(a);
  const to = hexToRgb(b);
  const channels = from.map((value, i) => Math.round(value + ((to[i] ?? 0) - value) * t));
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
