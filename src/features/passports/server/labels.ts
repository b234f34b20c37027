import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import fontkit from '@pdf-lib/fontkit';
import { PDFDocument, rgb, type PDFFont, type PDFPage } from 'pdf-lib';
import { encode } from 'uqr';
import { digitalLinkPath } from '../gtin.ts';
import { groupCode, passportPath } from '../code.ts';
import type { LabelSize } from '../rules.ts';

/** What stands on a label. */
export type Label = {
  code: string;
  gtin: string | null;
  title: string;
  /** Lines below the title. */
  lines: readonly string[];
};

const point = 72 / 25.4;
const mm = (length: number) => length * point;
/** Space that scanners need around a code, in modules. */
const quiet = 4;

const sizes = {
  '62x29': { width: 62, height: 29 },
  '50x30': { width: 50, height: 30 },
} as const;
/** Labels of an A4 sheet, which are cut out. */
const sheet = { width: 210, height: 297, columns: 3, rows: 9, label: sizes['62x29'] } as const;

const black = rgb(0, 0, 0);
const { resolve } = createRequire(import.meta.url);
const files = {
  bold: 'pretendard/dist/public/static/alternative/Pretendard-Bold.ttf',
  regular: 'pretendard/dist/public/static/alternative/Pretendard-Medium.ttf',
  // Pretendard has no Chinese characters.
  japanese: '@expo-google-fonts/biz-udpgothic/700Bold/BIZUDPGothic_700Bold.ttf',
} as const;
type FontName = keyof typeof files;
/** Loads a font when a label needs it first: together they have ten megabytes. */
const loaded = new Map<FontName, Promise<{ bytes: Uint8Array; has(point: number): boolean }>>();

function load(name: FontName) {
  const found = loaded.get(name) ?? read(name);
  loaded.set(name, found);
  return found;
}

async function read(name: FontName) {
  const bytes = await readFile(resolve(files[name]));
  const font = fontkit.create(bytes);
  return { bytes, has: (codePoint: number) => font.hasGlyphForCodePoint(codePoint) };
}

/** Returns what a label's QR code says: with a GTIN it is a GS1 Digital Link, which leads to the same page. */
export function addressOf(publicOrigin: string, { code, gtin }: Pick<Label, 'code' | 'gtin'>): string {
  return publicOrigin + (gtin === null ? passportPath(code) : digitalLinkPath(gtin, code.slice(0, -1)));
}

/** Draws labels as a PDF: one on a page for label printers, or many on A4 sheets. Its fonts are embedded. */
export async function drawLabels(
  publicOrigin: string,
  labels: readonly Label[],
  size: LabelSize,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.registerFontkit(fontkit);
  pdf.setTitle(labels[0]?.title ?? '');
  const fonts = createFonts(pdf);
  if (size !== 'a4') {
    const { width, height } = sizes[size];
    for (const label of labels) {
      const page = pdf.addPage([mm(width), mm(height)]);
      await drawLabel(page, fonts, publicOrigin, label, { x: 0, y: 0, width, height });
    }
    return pdf.save();
  }
  const { columns, rows, label: each } = sheet;
  const left = (sheet.width - columns * each.width) / 2;
  const top = (sheet.height - rows * each.height) / 2;
  let page: PDFPage | null = null;
  for (const [index, label] of labels.entries()) {
    const place = index % (columns * rows);
    if (place === 0 || page === null) page = pdf.addPage([mm(sheet.width), mm(sheet.height)]);
    const x = left + (place % columns) * each.width;
    const y = sheet.height - top - (Math.floor(place / columns) + 1) * each.height;
    page.drawRectangle({
      x: mm(x),
      y: mm(y),
      width: mm(each.width),
      height: mm(each.height),
      borderColor: rgb(0.75, 0.75, 0.75),
      borderWidth: 0.4,
      borderDashArray: [2, 2],
    });
    await drawLabel(page, fonts, publicOrigin, label, { x, y, ...each });
  }
  return pdf.save();
}

type Box = { x: number; y: number; width: number; height: number };
type Fonts = (text: string, name: 'bold' | 'regular') => Promise<Run[]>;
type Run = { font: PDFFont; text: string };

/** Splits texts into runs of the fonts that have their characters; each font is embedded when it is used. */
function createFonts(pdf: PDFDocument): Fonts {
  const embedded = new Map<FontName, Promise<PDFFont>>();
  const embed = (name: FontName) => {
    const font = embedded.get(name) ?? load(name).then(({ bytes }) => pdf.embedFont(bytes, { subset: true }));
    embedded.set(name, font);
    return font;
  };
  return async (text, name) => {
    const own = await load(name);
    const runs: Run[] = [];
    for (const character of text) {
      const codePoint = character.codePointAt(0) ?? 0;
      let run: Run = { font: await embed(name), text: character };
      if (!own.has(codePoint)) {
        const isJapanese = (await load('japanese')).has(codePoint);
        run = isJapanese ? { font: await embed('japanese'), text: character } : { ...run, text: '□' };
      }
      const last = runs.at(-1);
      if (last?.font === run.font) last.text += run.text;
      else runs.push(run);
    }
    return runs;
  };
}

async function drawLabel(
  page: PDFPage,
  fonts: Fonts,
  publicOrigin: string,
  label: Label,
  { x, y, width, height }: Box,
): Promise<void> {
  const margin = 1.5;
  const side = Math.min(height - 2 * margin, width * 0.44);
  drawCode(page, addressOf(publicOrigin, label), { x: x + margin, y: y + (height - side) / 2, side });
  const left = mm(x + margin + side + 1);
  const room = mm(x + width - 2) - left;
  let baseline = mm(y + height - margin) - 9;
  const lines = await wrap(fonts, label.title, { size: 8.5, room, most: 2 });
  for (const line of lines) {
    drawRuns(page, line, { x: left, y: baseline, size: 8.5 });
    baseline -= 10.5;
  }
  for (const text of label.lines) {
    const [line = []] = await wrap(fonts, text, { size: 6, room, most: 1, name: 'regular' });
    drawRuns(page, line, { x: left, y: baseline, size: 6 });
    baseline -= 8;
  }
  const code = await fonts(groupCode(label.code), 'bold');
  const codeSize = Math.min(7, (7 * room) / widthOf(code, 7));
  drawRuns(page, code, { x: left, y: mm(y + margin) + 1.5, size: codeSize });
}

/** Draws the dark modules of a code as one path, with the quiet zone that scanners need. */
function drawCode(page: PDFPage, text: string, { x, y, side }: { x: number; y: number; side: number }): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const unit = mm(side) / (size + 2 * quiet);
  const at = (index: number) => ((index + quiet) * unit).toFixed(3);
  let path = '';
  for (const [row, modules] of data.entries()) {
    for (let from = 0; from < size; from++) {
      if (!modules[from]) continue;
      let to = from;
      while (modules[to]) to++;
      path += `M${at(from)} ${at(row)}H${at(to)}V${at(row + 1)}H${at(from)}Z`;
      from = to;
    }
  }
  // Paths count down from their origin, which is the upper left corner.
  page.drawSvgPath(path, { x: mm(x), y: mm(y + side), color: black, borderWidth: 0 });
}

const widthOf = (runs: readonly Run[], size: number) =>
  runs.reduce((sum, { font, text }) => sum + font.widthOfTextAtSize(text, size), 0);

function drawRuns(page: PDFPage, runs: readonly Run[], at: { x: number; y: number; size: number }): void {
  let { x } = at;
  for (const { font, text } of runs) {
    page.drawText(text, { x, y: at.y, size: at.size, font, color: black });
    x += font.widthOfTextAtSize(text, at.size);
  }
}

/** Breaks a text into lines, at spaces where there are some, and cuts it with an ellipsis. */
async function wrap(
  fonts: Fonts,
  text: string,
  {
    size,
    room,
    most,
    name = 'bold',
  }: { size: number; room: number; most: number; name?: 'bold' | 'regular' },
): Promise<Run[][]> {
  const fits = async (line: string) => widthOf(await fonts(line, name), size) <= room;
  const lines: string[] = [];
  let rest = [...text];
  while (rest.length > 0 && lines.length < most) {
    let length = rest.length;
    while (length > 1 && !(await fits(rest.slice(0, length).join('').trimEnd()))) length--;
    if (length < rest.length && lines.length < most - 1) {
      const space = rest.slice(0, length + 1).lastIndexOf(' ');
      if (space > length / 3) length = space + 1;
    }
    if (length < rest.length && lines.length === most - 1) {
      while (length > 1 && !(await fits(`${rest.slice(0, length).join('').trimEnd()}…`))) length--;
      lines.push(`${rest.slice(0, length).join('').trimEnd()}…`);
    } else lines.push(rest.slice(0, length).join('').trim());
    rest = rest.slice(length);
  }
  return Promise.all(lines.map((line) => fonts(line, name)));
}
