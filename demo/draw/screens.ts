import { Drawing } from './drawing.ts';
import { mixHex } from './palettes.ts';
import { seeded } from './random.ts';

/** A code editor as seen from a distance: coloured runs without letters. */
export function codeScreen(accent: string): Drawing {
  const drawing = new Drawing(824, 520);
  const random = seeded(7);
  drawing.rect(0, 0, 824, 520, { fill: '#1d2230' });
  drawing.rect(0, 0, 824, 34, { fill: '#2a3042' });
  ['#ff5f57', '#febc2e', '#28c840'].forEach((fill, i) => drawing.circle(20 + i * 22, 17, 6, { fill }));
  drawing.rect(0, 34, 150, 486, { fill: '#232939' });
  for (let i = 0; i < 12; i++) drawing.rect(18, 56 + i * 30, 50 + random() * 70, 9, { fill: '#4b556e' }, 4);
  const inks = [accent, '#8be9a8', '#7cc4ff', '#f4c76b', '#c7cede', '#c7cede'];
  for (let row = 0; row < 18; row++) {
    let x = 176 + [0, 1, 1, 2, 2, 1, 0, 0, 1, 2, 3, 2, 1, 0, 0, 1, 1, 0][row]! * 26;
    for (let k = 0; k < 2 + Math.floor(random() * 4); k++) {
      const w = 26 + random() * 84;
      if (x + w > 800) break;
      drawing.rect(x, 54 + row * 25, w, 10, { fill: inks[Math.floor(random() * inks.length)] ?? accent }, 5);
      x += w + 12;
    }
  }
  drawing.rect(0, 500, 824, 20, { fill: mixHex(accent, '#1d2230', 0.25) });
  return drawing;
}
