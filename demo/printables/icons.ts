import { Drawing } from '../draw/drawing.ts';
import { type Icon, gear } from './icon-kit.ts';
import { thingIcons } from './thing-icons.ts';
import { toolIcons } from './tool-icons.ts';

export const icons: Icon[] = [...toolIcons, ...thingIcons];

export function iconDrawing(icon: Icon, ink = '#2b2d33', tint = '#ffd9a0'): Drawing {
  const d = new Drawing(48, 48);
  icon.draw(d, { stroke: ink, width: 3 }, { fill: tint });
  return d;
}

const tints = ['#ffd9a0', '#bfe3d0', '#c9dff2', '#f6c9c4', '#ddd3f2', '#f3e5a8'];

export function iconsPicture(): Drawing {
  const d = new Drawing(1200, 900);
  d.rect(0, 0, 1200, 900, { fill: d.gradient('wall', '#fffdf6', '#f6ead2') });
  icons.forEach((icon, i) => {
    const x = 90 + (i % 6) * 175;
    const y = 62 + Math.floor(i / 6) * 200;
    d.rect(x, y + 6, 148, 168, { fill: '#e3d4b6' }, 30).rect(x, y, 148, 168, { fill: '#ffffff' }, 30);
    d.raw(`<g transform="translate(${x + 24} ${y + 20}) scale(2.08)">`);
    d.shapes.push(...iconDrawing(icon, '#2b2d33', tints[i % tints.length]).shapes);
    d.raw('</g>');
    d.text(icon.name, x + 74, y + 150, { size: 14, color: '#8a8577', anchor: 'middle' });
  });
  return d;
}

/** Overlapping gears on a plain ground, in any size. */
export function gearWallpaper(
  width: number,
  height: number,
  back: [string, string],
  inks: string[],
): Drawing {
  const d = new Drawing(width, height);
  d.rect(0, 0, width, height, { fill: d.gradient('sky', back[0], back[1]) });
  const s = height / 900;
  const spots: [number, number, number, number, number][] = [
    [0.78, 0.62, 300, 22, 0],
    [0.53, 0.9, 170, 14, 1],
    [0.96, 0.16, 190, 15, 2],
    [0.66, 0.16, 110, 11, 3],
    [0.3, 0.86, 90, 10, 2],
    [0.13, 0.98, 140, 13, 0],
    [0.46, 0.6, 70, 9, 3],
  ];
  for (const [x, y, r, teeth, tone] of spots) {
    const ink = inks[tone] ?? '#ffffff';
    const [cx, cy] = [x * width, y * height];
    d.polygon(gear(cx + 8 * s, cy + 14 * s, r * s, teeth), { fill: '#000000', opacity: 0.12 });
    d.polygon(gear(cx, cy, r * s, teeth), { fill: ink, stroke: ink, width: r * s * 0.05 });
    d.circle(cx, cy, r * s * 0.58, { fill: back[1], opacity: 0.28 })
      .circle(cx, cy, r * s * 0.36, { fill: ink })
      .circle(cx, cy, r * s * 0.16, { fill: back[1] });
    for (let i = 0; i < 5; i++)
      d.circle(
        cx + Math.cos(i * 1.2566) * r * s * 0.47,
        cy + Math.sin(i * 1.2566) * r * s * 0.47,
        r * s * 0.055,
        { fill: ink },
      );
  }
  return d;
}
