import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { openSync, type Font } from 'fontkit';
import PdfKit from 'pdfkit';
import { encode } from 'uqr';
import { groupCode, passportPath } from '../code.ts';
import { digitalLinkPath } from '../gtin.ts';
import type { LabelSize } from '../rules.ts';

/** What stands on a label. */
export type Label = {
  code: string;
  gtin: string | null;
  title: string;
  /** Lines below the title. */
  lines: readonly string[];
};

const mm = (length: number) => (length * 72) / 25.4;
/** Space that scanners need around a code, in modules. */
const quiet = 4;

const sizes = {
  '62x29': { width: 62, height: 29 },
  '50x30': { width: 50, height: 30 },
} as const;
/** Labels of an A4 sheet, which are cut out. */
const sheet = { width: 210, height: 297, columns: 3, rows: 9, label: sizes['62x29'] } as const;

const { resolve } = createRequire(import.meta.url);
const files = {
  bold: 'pretendard/dist/public/static/alternative/Pretendard-Bold.ttf',
  regular: 'pretendard/dist/public/static/alternative/Pretendard-Medium.ttf',
  // Pretendard has no Chinese characters.
  japanese: '@expo-google-fonts/biz-udpgothic/700Bold/BIZUDPGothic_700Bold.ttf',
} as const;
type FontName = keyof typeof files;

/** Returns what a label's QR code says: with a GTIN it is a GS1 Digital Link, which leads to the same page. */
export function addressOf(publicOrigin: string, { code, gtin }: Pick<Label, 'code' | 'gtin'>): string {
  return publicOrigin + (gtin === null ? passportPath(code) : digitalLinkPath(gtin, code.slice(0, -1)));
}

/** Draws labels as a PDF: one on a page for label printers, or many on A4 sheets. Its fonts are embedded. */
export async function drawLabels(
  publicOrigin: string,
  labels: readonly Label[],
  size: LabelSize,
): Promise<Buffer> {
  const pdf = new PdfKit({ autoFirstPage: false, margin: 0, info: { Title: labels[0]?.title ?? '' } });
  const bytes = buffer(pdf);
  const type = createType(pdf);
  const { width, height } = size === 'a4' ? sheet.label : sizes[size];
  const { columns, rows } = sheet;
  const left = (sheet.width - columns * sheet.label.width) / 2;
  const top = (sheet.height - rows * sheet.label.height) / 2;
  for (const [index, label] of labels.entries()) {
    const place = index % (columns * rows);
    if (size !== 'a4') pdf.addPage({ size: [mm(width), mm(height)], margin: 0 });
    else if (place === 0) pdf.addPage({ size: [mm(sheet.width), mm(sheet.height)], margin: 0 });
    const at =
      size === 'a4'
        ? { x: left + (place % columns) * width, y: top + Math.floor(place / columns) * height }
        : { x: 0, y: 0 };
    if (size === 'a4') {
      pdf.lineWidth(0.4).dash(2, { space: 2 }).strokeColor('#bbbbbb');
      pdf.rect(mm(at.x), mm(at.y), mm(width), mm(height)).stroke().undash();
    }
    drawLabel(pdf, type, addressOf(publicOrigin, label), label, { ...at, width, height });
    // Other requests come in between.
    await setImmediate();
  }
  pdf.end();
  return bytes;
}

type Pdf = InstanceType<typeof PdfKit>;
type Box = { x: number; y: number; width: number; height: number };
type Run = { font: FontName; text: string };
/** Fonts of one document: which of them has a character, and how wide it is at one point. */
type Type = { runs(text: string, font: FontName): Run[]; width(text: string, font: FontName): number };

/** Opened when a label needs it first; each is read in parts. */
const opened = new Map<FontName, Font>();
function open(name: FontName): Font {
  const font = opened.get(name) ?? (openSync(resolve(files[name])) as Font);
  opened.set(name, font);
  return font;
}

function createType(pdf: Pdf): Type {
  for (const [name, file] of Object.entries(files)) pdf.registerFont(name, resolve(file));
  const widths = new Map<string, number>();
  /** The font that has a character, and a box for what none has. */
  const find = (character: string, font: FontName): Run => {
    const codePoint = character.codePointAt(0) ?? 0;
    if (open(font).hasGlyphForCodePoint(codePoint)) return { font, text: character };
    return open('japanese').hasGlyphForCodePoint(codePoint)
      ? { font: 'japanese', text: character }
      : { font, text: '□' };
  };
  return {
    runs(text, font) {
      const runs: Run[] = [];
      for (const character of text) {
        const run = find(character, font);
        const last = runs.at(-1);
        if (last?.font === run.font) last.text += run.text;
        else runs.push(run);
      }
      return runs;
    },
    width(text, font) {
      let width = 0;
      for (const character of text) {
        const run = find(character, font);
        const key = `${run.font} ${run.text}`;
        const known = widths.get(key) ?? pdf.font(run.font).fontSize(1).widthOfString(run.text);
        widths.set(key, known);
        width += known;
      }
      return width;
    },
  };
}

function drawLabel(pdf: Pdf, type: Type, address: string, label: Label, box: Box): void {
  const { x, y, width, height } = box;
  const margin = 1.5;
  const side = Math.min(height - 2 * margin, width * 0.44);
  drawCode(pdf, address, { x: x + margin, y: y + (height - side) / 2, side });
  const left = mm(x + margin + side + 1);
  const room = mm(x + width - 2) - left;
  let top = mm(y + margin) + 1;
  const write = (text: string, font: FontName, size: number, leading: number, most: number) => {
    for (const line of wrap(type, text, { font, size, room, most })) {
      draw(pdf, type, line, { x: left, top, font, size });
      top += leading;
    }
  };
  write(label.title, 'bold', 8.5, 10.5, 2);
  top += 1;
  for (const line of label.lines) write(line, 'regular', 6, 8, 1);
  const code = groupCode(label.code);
  const size = Math.min(7, room / type.width(code, 'bold'));
  draw(pdf, type, code, { x: left, top: mm(y + height - margin) - size * 1.2, font: 'bold', size });
}

/** Draws the dark modules of a code as one path, with the quiet zone that scanners need. */
function drawCode(pdf: Pdf, text: string, { x, y, side }: { x: number; y: number; side: number }): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const unit = mm(side) / (size + 2 * quiet);
  for (const [row, modules] of data.entries()) {
    for (let from = 0; from < size; from++) {
      if (!modules[from]) continue;
      let to = from;
      while (modules[to]) to++;
      pdf.rect(
        mm(x) + (from + quiet) * unit,
        mm(y) + (row + quiet) * unit,
        (to - from) * unit,
        // Neighbouring rows overlap a little, so that no printer leaves a line between them.
        unit * 1.02,
      );
      from = to;
    }
  }
  pdf.fill('black');
}

function draw(
  pdf: Pdf,
  type: Type,
  text: string,
  { x, top, font, size }: { x: number; top: number; font: FontName; size: number },
): void {
  let at = x;
  for (const run of type.runs(text, font)) {
    pdf.font(run.font).fontSize(size).fillColor('black');
    // Fonts differ in where their lines begin: all stand on one baseline.
    pdf.text(run.text, at, top + size * 0.85, { lineBreak: false, baseline: 'alphabetic' });
    at += type.width(run.text, run.font) * size;
  }
}

/** Breaks a text into lines, at spaces where there are some, and cuts it with an ellipsis. */
function wrap(
  type: Type,
  text: string,
  { font, size, room, most }: { font: FontName; size: number; room: number; most: number },
): string[] {
  const characters = [...text];
  const widths = characters.map((character) => type.width(character, font) * size);
  const ellipsis = type.width('…', font) * size;
  const lines: string[] = [];
  let from = 0;
  while (from < characters.length && lines.length < most) {
    let to = from + countFitting(widths, from, room);
    if (to < characters.length && lines.length === most - 1) {
      to = from + countFitting(widths, from, room - ellipsis);
      lines.push(`${characters.slice(from, to).join('').trim()}…`);
      break;
    }
    if (to < characters.length) {
      const space = characters.lastIndexOf(' ', to);
      if (space > from + (to - from) / 3) to = space + 1;
    }
    lines.push(characters.slice(from, to).join('').trim());
    from = to;
  }
  return lines;
}

/** Returns how many characters fit, at least one. */
function countFitting(widths: readonly number[], from: number, room: number): number {
  let width = 0;
  let count = 0;
  while (from + count < widths.length) {
    width += widths[from + count] ?? 0;
    if (width > room && count > 0) break;
    count += 1;
  }
  return count;
}
