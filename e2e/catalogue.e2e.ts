import { readFileSync } from 'node:fs';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from './fixtures.ts';

const wordsOf = (room: string, lang: string) =>
  JSON.parse(readFileSync(new URL(`../src/features/${room}/locales/${lang}.json`, import.meta.url), 'utf8'))[
    room
  ];
const words = (lang: string) => wordsOf('catalogue', lang);

for (const { lang, prefix } of [
  { lang: 'ko', prefix: '' },
  { lang: 'en', prefix: '/en' },
  { lang: 'ja', prefix: '/jp' },
]) {
  test(`the catalogue is exported, and an import with a mistake is refused with the reason, in ${lang} @night`, async ({
    page,
    goTo,
    signIn,
    expectAccessible,
  }, info) => {
    await signIn('admin@example.com', 'a sentence for the tests');
    const t = words(lang);
    await goTo(`${prefix}/admin/resources`);
    await page.locator(`a[href="${prefix}/admin/catalogue"].text-sm`).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.page.title);
    await expectAccessible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: t.export.download }).click(),
    ]);
    const files = unzipSync(readFileSync(await download.path()));
    const [first = ''] = Buffer.from(files['resources.jsonl'] ?? [])
      .toString()
      .split('\n');
    const row = JSON.parse(first);
    const strange = JSON.stringify({ ...row, id: crypto.randomUUID(), owner: 'nobody-here', blobs: [] });

    const send = async (lines: string[]) => {
      const archive = zipSync({
        'catalogue.json': files['catalogue.json'] ?? new Uint8Array(),
        'resources.jsonl': strToU8(lines.join('\n')),
      });
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'catalogue.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) });
      await expect(page.getByText(wordsOf('uploads', lang).state.finished, { exact: true })).toBeVisible();
      await page.getByLabel(t.import.reason).fill('e2e');
      await page.getByRole('button', { name: t.import.try }).click();
    };
    await send([first.replace(/"blobs":\[.*\]/, '"blobs":[]'), strange]);
    const report = page.getByRole('status').filter({ hasText: 'resources.jsonl:2' });
    await expect(report).toContainText(t.error.owner_unknown);
    await expect(page.getByRole('button', { name: t.import.write, exact: true })).toBeHidden();
    await expectAccessible();
    await page.screenshot({ path: info.outputPath('mistakes.png'), fullPage: true });
  });
}

test('a new resource is imported after a dry run @night', async ({ page, goTo, signIn }) => {
  await signIn('admin@example.com', 'a sentence for the tests');
  const t = words('ko');
  const title = `가져온 받침대 ${crypto.randomUUID().slice(0, 8)}`;
  const id = crypto.randomUUID();
  const archive = zipSync({
    'catalogue.json': strToU8(
      JSON.stringify({
        format: 'gongbang-catalogue',
        version: 1,
        exportedAt: new Date().toISOString(),
        origin: 'https://elsewhere.example',
        resources: 1,
        services: 0,
      }),
    ),
    'resources.jsonl': strToU8(JSON.stringify({ id, owner: 'seongsu_layer', title, category: 'other' })),
  });
  await page.setViewportSize({ width: 390, height: 900 });
  await goTo('/admin/catalogue');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'catalogue.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) });
  await expect(page.getByText(wordsOf('uploads', 'ko').state.finished, { exact: true })).toBeVisible();
  await page.getByLabel(t.import.reason).fill('다른 공방에서 옮겨요');
  await page.getByRole('button', { name: t.import.try }).click();
  await page.getByRole('button', { name: t.import.write, exact: true }).click();
  await expect(page.getByText(t.import.done)).toBeVisible();
  await goTo(`/resources/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});
