import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { chimes, soundOf, toWav } from '../demo/sounds/chimes.ts';
import { expect, test } from './fixtures.ts';

/** Text in a font that is not embedded in the PDF, as is common. */
async function twoPages(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const words of ['Hello workshop', 'Second page']) {
    pdf.addPage([300, 400]).drawText(words, { x: 40, y: 300, size: 24, font });
  }
  return pdf.save();
}

/** The header of a video without its content. */
const webmHead = Buffer.from('1a45dfa3a34286810142f7810142f2810442f381084282847765626d', 'hex');

/** A draft, so that other tests do not see it. */
async function makeDraft(page: Page, files: Record<string, Uint8Array>): Promise<string> {
  const form = new FormData();
  form.append('title', '읽을거리');
  form.append('category', 'software');
  form.append('state', 'draft');
  for (const [name, bytes] of Object.entries(files)) {
    form.append('downloadFile', new File([Buffer.from(bytes)], name));
  }
  const answer = await page.request.post('/api/resources', {
    multipart: form,
    headers: { origin: new URL(test.info().project.use.baseURL ?? '').origin },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return `/resources/${(await answer.json()).id}`;
}

const fileButton = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}`), expanded: false });

test('a PDF is read page by page, zoomed and its text selected; a broken one says so @night', async ({
  page,
  goTo,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await goTo(
    await makeDraft(page, {
      'guide.pdf': await twoPages(),
      'broken.pdf': strToU8('%PDF-1.4\nnothing more\n%%EOF'),
      'broken.webm': webmHead,
    }),
  );
  await fileButton(page, 'guide.pdf').click();
  const sheet = (number: number) => page.getByRole('region', { name: `guide.pdf ${number}쪽` });
  await expect(sheet(1)).toContainText('Hello workshop');
  await expectAccessible();
  const widthOf = async () => (await sheet(1).locator('canvas').boundingBox())?.width ?? 0;
  const before = await widthOf();
  await sheet(1).focus();
  await page.keyboard.press('+');
  await expect.poll(widthOf).toBeGreaterThan(before * 1.2);
  await page.keyboard.press('PageDown');
  await expect(sheet(2)).toContainText('Second page');
  await fileButton(page, 'broken.pdf').click();
  await expect(page.getByText('PDF가 손상되어')).toBeVisible();
  await fileButton(page, 'broken.webm').click();
  await expect(page.getByText('재생할 수 없는 파일')).toBeVisible();
});

test('a ZIP shows its README and coloured sources; sounds are played @night', async ({
  page,
  goTo,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  const zip = zipSync({
    'app/README.md': strToU8('# 앱 안내\n\n<script>alert(1)</script>\n\n[밖](https://example.com)'),
    'app/main.py': strToU8('def go():\n    return "hi"  # 끝\n'),
  });
  await goTo(await makeDraft(page, { 'app.zip': zip, 'bell.wav': toWav(soundOf(chimes.start)) }));
  await page.getByRole('heading', { name: '바로 보기' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('heading', { name: '앱 안내' })).toBeVisible();
  await expect(page.getByText('<script>alert(1)</script>')).toBeVisible();
  await page.getByRole('button', { name: 'app/main.py' }).click();
  const source = page.getByRole('region', { name: 'app/main.py 내용' });
  await expect(source.locator('.hljs-keyword').first()).toHaveText('def');
  await expectAccessible();
  await fileButton(page, 'bell.wav').click();
  const seconds = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.duration);
  await expect.poll(seconds).toBeCloseTo(chimes.start.seconds, 1);
});
