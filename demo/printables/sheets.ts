import { Drawing } from '../draw/drawing.ts';
import type { Point } from '../draw/letters.ts';
import { mixHex, type PaletteName, palettes } from '../draw/palettes.ts';
import { gearRing } from '../mesh/gears.ts';

/** Sheets are drawn in millimetres, A4 unless the name says otherwise. */
export const a4 = (wide = false): Drawing => {
  const d = wide ? new Drawing(297, 210) : new Drawing(210, 297);
  return d.rect(0, 0, d.width, d.height, { fill: '#ffffff' });
};

const ink = '#2b2d33';
const pale = '#b8b2a4';
const thin = { stroke: ink, width: 0.25 };
const heading = (d: Drawing, title: string, note: string, color = '#c8553d'): void => {
  d.rect(14, 13, 5, 9, { fill: color }, 1);
  d.text(title, 23, 21, { size: 7, color: ink, weight: 0.15 });
  d.text(note, d.width - 14, 21, { size: 3, color: '#8a8577', anchor: 'end' });
  d.line(
    [
      [14, 27],
      [d.width - 14, 27],
    ],
    { stroke: pale, width: 0.3 },
  );
};

export function calibrationSheet(): Drawing {
  const d = a4();
  heading(d, 'PRINTER CALIBRATION', 'PRINT AT 100 %');
  d.rect(25, 40, 100, 100, { stroke: ink, width: 0.3 });
  for (let i = 1; i < 10; i++) {
    d.line(
      [
        [25 + i * 10, 40],
        [25 + i * 10, 140],
      ],
      { stroke: pale, width: 0.15 },
    );
    d.line(
      [
        [25, 40 + i * 10],
        [125, 40 + i * 10],
      ],
      { stroke: pale, width: 0.15 },
    );
  }
  d.line(
    [
      [25, 40],
      [125, 140],
    ],
    { stroke: '#c8553d', width: 0.3 },
  ).line(
    [
      [125, 40],
      [25, 140],
    ],
    { stroke: '#c8553d', width: 0.3 },
  );
  d.circle(75, 90, 50, thin).circle(75, 90, 25, thin);
  d.text('100 mm', 75, 38, { size: 3, color: ink, anchor: 'middle' }).text('141.4', 117, 56, {
    size: 3,
    color: '#c8553d',
    anchor: 'end',
  });
  [5, 10, 15, 20, 25].forEach((size, i) => {
    d.circle(160, 50 + i * 21 + (i > 2 ? (i - 2) * 4 : 0), size / 2, thin);
    d.text(`${size}`, 184, 52 + i * 21 + (i > 2 ? (i - 2) * 4 : 0), { size: 3.4, color: ink });
  });
  d.text('RULER', 25, 168, { size: 3.4, color: '#8a8577' });
  for (let mm = 0; mm <= 160; mm++)
    d.line(
      [
        [25 + mm, 172],
        [25 + mm, 172 + (mm % 10 === 0 ? 7 : mm % 5 === 0 ? 5 : 3)],
      ],
      { stroke: ink, width: 0.18 },
    );
  for (let cm = 0; cm <= 16; cm++)
    d.text(String(cm), 25 + cm * 10, 183.6, { size: 2.6, color: ink, anchor: 'middle' });
  d.text('LINE WIDTH', 25, 200, { size: 3.4, color: '#8a8577' });
  [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1].forEach((width, i) => {
    d.line(
      [
        [25 + i * 20, 206],
        [41 + i * 20, 206],
      ],
      { stroke: ink, width },
    );
    d.text(width.toFixed(1), 33 + i * 20, 212, { size: 2.6, color: ink, anchor: 'middle' });
  });
  d.text('ANGLE', 25, 226, { size: 3.4, color: '#8a8577' });
  for (let a = 0; a <= 90; a += 5) {
    const c = Math.cos((a * Math.PI) / 180);
    const s = Math.sin((a * Math.PI) / 180);
    d.line(
      [
        [30 + 34 * c, 270 - 34 * s],
        [30 + (a % 15 === 0 ? 42 : 39) * c, 270 - (a % 15 === 0 ? 42 : 39) * s],
      ],
      { stroke: ink, width: 0.25 },
    );
    if (a % 15 === 0)
      d.text(String(a), 30 + 46 * c, 271 - 46 * s, { size: 2.6, color: ink, anchor: 'middle' });
  }
  d.line(
    [
      [30, 270],
      [72, 270],
    ],
    thin,
  ).line(
    [
      [30, 270],
      [30, 228],
    ],
    thin,
  );
  for (let i = 0; i < 6; i++)
    d.rect(100 + i * 15, 232, 13, 13, {
      fill: `#${Math.round(255 - i * 48)
        .toString(16)
        .padStart(2, '0')
        .repeat(3)}`,
      stroke: ink,
      width: 0.2,
    });
  for (let i = 0; i < 24; i++)
    d.line(
      [
        [100 + i * 3.7, 252],
        [100 + i * 3.7, 268],
      ],
      { stroke: ink, width: 0.1 + i * 0.05 },
    );
  return d;
}

export const threads: [name: string, pitch: number, drill: number, clear: number, head: number][] = [
  ['M2', 0.4, 1.6, 2.4, 3.8],
  ['M2.5', 0.45, 2.05, 2.9, 4.5],
  ['M3', 0.5, 2.5, 3.4, 5.5],
  ['M4', 0.7, 3.3, 4.5, 7],
  ['M5', 0.8, 4.2, 5.5, 8.5],
  ['M6', 1, 5, 6.6, 10],
  ['M8', 1.25, 6.8, 9, 13],
  ['M10', 1.5, 8.5, 11, 16],
  ['M12', 1.75, 10.2, 13.5, 18],
];

export function threadSheet(): Drawing {
  const d = a4(true);
  heading(d, 'METRIC THREADS', 'TAP DRILL AND CLEARANCE, mm', '#2274a5');
  const columns = [30, 78, 122, 170, 220];
  ['SIZE', 'PITCH', 'TAP DRILL', 'CLEARANCE', 'HEAD'].forEach((name, i) =>
    d.text(name, columns[i] ?? 0, 40, { size: 3.6, color: '#8a8577' }),
  );
  threads.forEach(([name, pitch, drill, clear, head], row) => {
    const y = 52 + row * 16;
    if (row % 2 === 0) d.rect(14, y - 8.4, 269, 15, { fill: '#f1f5f8' }, 2);
    d.text(name, 30, y + 2, { size: 6, color: ink, weight: 0.16 });
    [pitch, drill, clear, head].forEach((value, i) =>
      d.text(String(value), columns[i + 1] ?? 0, y + 2, { size: 5, color: ink }),
    );
    d.circle(262, y - 0.6, Math.min(7, drill / 2), { stroke: '#2274a5', width: 0.4 }).circle(
      262,
      y - 0.6,
      Math.min(7, clear / 2),
      { stroke: '#f75c03', width: 0.3 },
    );
  });
  return d;
}

const bandColors = [
  '#111111',
  '#7a4a21',
  '#d32f2f',
  '#f57c00',
  '#fbc02d',
  '#388e3c',
  '#1976d2',
  '#7b1fa2',
  '#888888',
  '#f5f5f5',
];

export function resistorCard(): Drawing {
  const d = a4(true);
  heading(d, 'RESISTOR COLOURS', 'CUT OUT AND KEEP', '#d1495b');
  const cx = 148;
  d.line(
    [
      [40, 62],
      [257, 62],
    ],
    { stroke: '#aab0b6', width: 3 },
  ).rect(88, 44, 120, 36, { fill: '#e6d1a8' }, 12);
  (
    [
      [104, '#fbc02d'],
      [126, '#7b1fa2'],
      [148, '#d32f2f'],
      [186, '#c9a227'],
    ] as const
  ).forEach(([x, fill]) => d.rect(x, 44, 9, 36, { fill }));
  d.text('47 × 100 = 4.7 kΩ  ± 5 %', cx, 94, { size: 6, color: ink, anchor: 'middle' });
  const names = ['BLACK', 'BROWN', 'RED', 'ORANGE', 'YELLOW', 'GREEN', 'BLUE', 'VIOLET', 'GREY', 'WHITE'];
  names.forEach((name, i) => {
    const x = 16 + i * 26.6;
    d.rect(x, 106, 25, 62, { fill: bandColors[i] ?? '#111111', stroke: '#d8d2c4', width: 0.3 }, 2.4);
    const light = i === 4 || i === 9;
    d.text(String(i), x + 12.5, 130, {
      size: 13,
      color: light ? ink : '#ffffff',
      anchor: 'middle',
      weight: 0.15,
    });
    d.text(i < 7 ? `× 10${i > 0 ? `^${i}` : '^0'}` : '-', x + 12.5, 146, {
      size: 3.6,
      color: light ? ink : '#ffffff',
      anchor: 'middle',
    });
    d.text(name, x + 12.5, 176, { size: 3, color: ink, anchor: 'middle' });
  });
  d.text('E12  10  12  15  18  22  27  33  39  47  56  68  82', cx, 194, {
    size: 4.6,
    color: '#8a8577',
    anchor: 'middle',
  });
  return d;
}

export function isometricPaper(): Drawing {
  const d = a4();
  const step = 5;
  const h = (step * Math.sqrt(3)) / 2;
  const paint = { stroke: '#8fb8cf', width: 0.14 };
  for (let x = 10; x <= 200; x += h)
    d.line(
      [
        [x, 10],
        [x, 287],
      ],
      paint,
    );
  const slope = 1 / Math.sqrt(3);
  for (let y = -110; y <= 400; y += step) {
    for (const sign of [1, -1]) {
      const at = (x: number): Point => [x, y + sign * (x - 10) * slope];
      const clipped: Point[] = [];
      for (let x = 10; x <= 200; x += 1.9) {
        const p = at(x);
        if (p[1] >= 10 && p[1] <= 287) clipped.push(p);
      }
      const first = clipped[0];
      const last = clipped[clipped.length - 1];
      if (first && last && first !== last) d.line([first, last], paint);
    }
  }
  return d;
}

export function dotPaper(): Drawing {
  const d = a4();
  for (let y = 12; y <= 285; y += 5)
    for (let x = 10; x <= 200; x += 5)
      d.circle(x, y, (x - 10) % 25 === 0 && (y - 12) % 25 === 0 ? 0.4 : 0.22, { fill: '#9aa5ad' });
  return d;
}

export function gearSheet(): Drawing {
  const d = a4();
  heading(d, 'GEARS AT TRUE SIZE', '20 DEGREES INVOLUTE', '#5b8e55');
  const put = (module: number, teeth: number, x: number, y: number, fill: string): void => {
    d.polygon(
      gearRing({ module, teeth, play: 0 }).map(([px, py]): Point => [x + px, y - py]),
      { fill, stroke: ink, width: 0.2 },
    );
    d.circle(x, y, (module * teeth) / 2, { stroke: '#ffffff', width: 0.2, dash: [1.4, 1] }).circle(
      x,
      y,
      2.5,
      { fill: '#ffffff', stroke: ink, width: 0.2 },
    );
    d.text(`m${module}  z${teeth}`, x, y + (module * teeth) / 2 + module + 6, {
      size: 3.2,
      color: ink,
      anchor: 'middle',
    });
  };
  put(0.5, 24, 34, 56, '#dfe9d8');
  put(1, 12, 66, 56, '#c7dbbd');
  put(1, 24, 100, 56, '#afcca2');
  put(1.5, 20, 145, 56, '#97bd88');
  put(2, 12, 186, 56, '#7fae6f');
  put(2, 24, 52, 122, '#e9b44c');
  put(3, 16, 122, 122, '#e08a4a');
  put(2, 10, 178, 122, '#c8553d');
  put(4, 20, 66, 222, '#9fb8c9');
  put(4, 12, 66 + 64, 222, '#7fa0b5');
  d.text('DISTANCE  =  m (z1 + z2) / 2', 110, 282, { size: 4.6, color: ink, anchor: 'middle' });
  d.line(
    [
      [66, 222],
      [130, 222],
    ],
    { stroke: '#c8553d', width: 0.4, dash: [2, 1.4] },
  );
  return d;
}

/** Box to fold from card: cut along solid lines, fold along dashed lines. */
export function boxNet(w: number, d: number, h: number): Drawing {
  const sheet = a4(true);
  const x = (297 - (w * 2 + d * 2 + 12)) / 2;
  const y = (210 - (h + d * 2)) / 2 + d;
  const cut = { stroke: ink, width: 0.35, fill: '#f7ead3' };
  const fold = { stroke: '#c8553d', width: 0.3, dash: [2.4, 1.8] };
  const sides = [w, d, w, d];
  let at = x;
  sides.forEach((width, i) => {
    sheet.rect(at, y, width, h, cut);
    if (i % 2 === 0) sheet.rect(at, y - d, width, d, cut).rect(at, y + h, width, d, cut);
    else {
      sheet.polygon(
        [
          [at, y],
          [at + width, y],
          [at + width - 5, y - d * 0.42],
          [at + 5, y - d * 0.42],
        ],
        cut,
      );
      sheet.polygon(
        [
          [at, y + h],
          [at + width, y + h],
          [at + width - 5, y + h + d * 0.42],
          [at + 5, y + h + d * 0.42],
        ],
        cut,
      );
    }
    at += width;
  });
  sheet.polygon(
    [
      [at, y],
      [at + 12, y + 4],
      [at + 12, y + h - 4],
      [at, y + h],
    ],
    cut,
  );
  at = x;
  for (const width of sides) {
    sheet
      .line(
        [
          [at, y],
          [at + width, y],
        ],
        fold,
      )
      .line(
        [
          [at, y + h],
          [at + width, y + h],
        ],
        fold,
      );
    at += width;
    sheet.line(
      [
        [at, y],
        [at, y + h],
      ],
      fold,
    );
  }
  sheet.text(`${w} × ${d} × ${h}`, x + w / 2, y + h / 2 + 2, { size: 5, color: '#a3886a', anchor: 'middle' });
  return sheet;
}

export function laserCard(): Drawing {
  const d = new Drawing(120, 90);
  d.rect(2, 2, 116, 86, { stroke: '#ff0000', width: 0.1 }, 4);
  for (let row = 0; row < 5; row++) {
    for (let i = 0; i < 8; i++)
      d.rect(18 + i * 12, 20 + row * 12, 9, 9, {
        fill: mixHex('#f3e0c4', '#5b3520', Math.min(1, row * 0.2 + (7 - i) * 0.05)),
        stroke: '#000000',
        width: 0.1,
      });
    d.text(`${20 + row * 20}%`, 15, 26 + row * 12, { size: 3, color: '#000000', anchor: 'end' });
  }
  [50, 100, 150, 200, 250, 300, 350, 400].forEach((speed, i) =>
    d.text(String(speed), 22.5 + i * 12, 16, { size: 3, color: '#000000', anchor: 'middle' }),
  );
  d.text('POWER', 4.4, 9, { size: 3, color: '#000000' }).text('SPEED mm/s', 66, 9, {
    size: 3,
    color: '#000000',
    anchor: 'middle',
  });
  [0, 0.05, 0.1, 0.15, 0.2].forEach((gap, i) =>
    d.rect(20 + i * 20, 81, 10 + gap, 3, { stroke: '#ff0000', width: 0.1 }),
  );
  return d;
}

export function drawerLabels(names: string[], color: string): Drawing {
  const d = a4();
  names.forEach((name, i) => {
    const x = 15 + (i % 3) * 62;
    const y = 18 + Math.floor(i / 3) * 26;
    d.rect(x, y, 58, 22, { fill: '#ffffff', stroke: pale, width: 0.2 }, 3).rect(
      x,
      y,
      14,
      22,
      { fill: color },
      3,
    );
    d.circle(x + 7, y + 11, 4, { fill: '#ffffff' });
    d.text(name, x + 18, y + 13, { size: 5, color: ink, weight: 0.15 });
  });
  return d;
}

export type Papers = [drawing: Drawing, x: number, y: number, scale: number, degrees: number][];

/** Sheets of paper lying on a coloured desk. */
export function papersPicture(palette: PaletteName, papers: Papers): Drawing {
  const p = palettes[palette];
  const d = new Drawing(1200, 900);
  d.rect(0, 0, 1200, 900, { fill: d.gradient('desk', p.glow, p.floor) });
  d.circle(1060, 780, 320, { fill: p.parts[3] ?? '#ffffff', opacity: 0.16 }).circle(120, 120, 220, {
    fill: p.parts[1] ?? '#ffffff',
    opacity: 0.1,
  });
  for (const [drawing, x, y, scale, degrees] of papers) d.lay(drawing, x, y, scale, degrees);
  return d;
}
