import { createCanvas } from '@napi-rs/canvas';
import jsQR from 'jsqr';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { codeOf } from '../code.ts';
import { labelSizes } from '../rules.ts';
import { addressOf, drawLabels, type Label } from './labels.ts';

const origin = 'https://gongbang.example';
const label = (fields: Partial<Label> = {}): Label => ({
  code: codeOf('0K3M9QZX7A5VTB2E'),
  gtin: null,
  title: '벽 선반 받침',
  lines: ['버전 3 · PLA', '찍으면 제작 정보와 리콜'],
  ...fields,
});

/** Draws a page as a printer of 300 dots per inch would, and returns it with its text. */
async function print(pdf: Uint8Array, number = 1) {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: 300 / 72 });
  const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
  await page.render({ canvas: canvas as never, viewport }).promise;
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join('');
  const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const { numPages } = document;
  await task.destroy();
  let columns = 0;
  for (let x = Math.round(width * 0.46); x < width; x++) {
    let dark = 0;
    for (let y = 0; y < height * 0.18; y++) if ((data[(y * width + x) * 4] ?? 255) < 128) dark += 1;
    if (dark > 0) columns += 1;
  }
  return {
    text,
    /** Columns of pixels of the title's first line that have ink, of all to the right of the code. */
    ink: columns / (width * 0.54),
    pages: numPages,
    mm: [viewport.width, viewport.height].map((length) => Math.round((length / 300) * 25.4)),
    qr: jsQR(data as unknown as Uint8ClampedArray, width, height)?.data,
  };
}

test.each(labelSizes)('the QR code of a label of %s says its address, and its text is real', async (size) => {
  const drawn = await print(await drawLabels(origin, [label()], size));
  expect(drawn.qr).toBe(`${origin}/p/0K3M9QZX7A5VTB2E${codeOf('0K3M9QZX7A5VTB2E').slice(-1)}`);
  expect(drawn.text).toContain('벽 선반 받침');
  expect(drawn.text).toContain('0K3M-9QZX-7A5V-TB2E');
  expect(drawn.mm).toEqual({ '62x29': [62, 29], '50x30': [50, 30], a4: [210, 297] }[size]);
});

test('every character is drawn, not only named', async () => {
  // A font that was cut badly leaves holes: half of the characters had no shape once.
  const drawn = await print(await drawLabels(origin, [label()], '62x29'));
  expect(drawn.ink).toBeGreaterThan(0.3);
});

test('a label with a GTIN is a GS1 Digital Link', async () => {
  const of = label({ gtin: '04006381333931' });
  expect(addressOf(origin, of)).toBe(`${origin}/01/04006381333931/21/0K3M9QZX7A5VTB2E`);
  const drawn = await print(await drawLabels(origin, [of], '62x29'));
  expect(drawn.qr).toBe(addressOf(origin, of));
});

test('Japanese has its characters, and what no font has is a box', async () => {
  const drawn = await print(
    await drawLabels(
      origin,
      [label({ title: '壁掛け棚の受け金具 ✂︎𓀀', lines: ['バージョン3・PLA', '読み取ると制作情報'] })],
      '50x30',
    ),
  );
  expect(drawn.text).toContain('壁掛け棚');
  expect(drawn.text).toContain('読み取ると制作情報');
});

test('long titles are cut on their second line, and a sheet has 27 labels', async () => {
  const title = '아주 긴 이름을 가진 책상 위 물건 정리함과 그 뚜껑, 손잡이, 받침 그리고 나사 여섯 개';
  const labels = Array.from({ length: 30 }, () => label({ title }));
  const drawn = await print(await drawLabels(origin, labels, 'a4'));
  expect(drawn.pages).toBe(2);
  expect(drawn.text).toContain('…');
  expect(drawn.text).not.toContain('나사 여섯 개');
});
