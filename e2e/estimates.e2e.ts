import type { Page } from '@playwright/test';
import { demoPassword, demoSignIns } from '../demo/users.ts';
import { binaryStl, box } from '../src/platform/shared/models/testing.ts';
import { expect, test } from './fixtures.ts';

const cube = {
  name: '정육면체 20mm.stl',
  mimeType: 'model/stl',
  buffer: Buffer.from(binaryStl(box(20, 20, 20))),
};
const won = (text: string | null) =>
  Number(/최대 ₩(\d{1,3}(?:,\d{3})*)/.exec(text ?? '')?.[1]?.replaceAll(',', ''));
const offers = (page: Page) => page.getByRole('list', { name: '만들 수 있는 곳' }).getByRole('article');
/** Other tests register services at the same time: this one belongs to the demo. */
const ours = (page: Page) => offers(page).filter({ hasText: '부평 학생 3D 프린팅' });
const choose = (page: Page) => page.getByLabel('3D 모델 고르기').setInputFiles(cube);

test('a model that stays on the device is priced by all nearby services, and each choice updates the price @night', async ({
  page,
  goTo,
  expectAccessible,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await goTo('/estimate?radius=50');
  await choose(page);
  await expect(page.getByText('20 × 20 × 20 mm')).toBeVisible();
  const first = ours(page);
  await expect(first).toContainText('수수료 포함');
  const one = won(await first.textContent());
  await first.getByText('가격 계산 보기').click();
  await expect(first).toContainText('서비스 수수료 10%');
  await page.getByLabel('수량').fill('40');
  await expect(page).toHaveURL(/quantity=40/);
  await expect.poll(async () => won(await first.textContent())).toBeGreaterThan(one);
  await page.getByLabel('소재').selectOption('PEEK');
  await expect(page).toHaveURL(/material=PEEK/);
  await page.getByText(/이번에는 어려운 곳/).waitFor();
  await expect(page.getByText('PEEK 소재가 없어요.').first()).toBeAttached();
  await expectAccessible();
  expect(sent.filter((url) => !url.includes('vitals'))).toEqual([]);
});

test('a guest signs in for a quote, gets the model back, and gets a binding price', async ({
  page,
  goTo,
  expectAccessible,
}) => {
  await goTo('/estimate?radius=50&quantity=3');
  await choose(page);
  await ours(page).getByRole('link', { name: '로그인하고 견적 받기' }).click();
  await page.getByLabel('이메일 또는 사용자 이름').fill(demoSignIns[0]!);
  await page.getByLabel('비밀번호', { exact: true }).fill(demoPassword);
  await page.getByRole('main').getByRole('button', { name: '로그인', exact: true }).click();
  await expect(page).toHaveURL('/estimate?radius=50&quantity=3');
  await expect(page.getByText('20 × 20 × 20 mm')).toBeVisible();
  await ours(page).getByRole('button', { name: '견적 받기' }).click();
  const dialog = page.getByRole('dialog', { name: '견적 받기' });
  await dialog.getByRole('button', { name: '파일 보내고 견적 받기' }).click();
  await expect(page).toHaveURL(/\/quotes\/[0-9a-f-]{36}/);
  // The previous page has several of these while this one loads.
  const quote = page.getByRole('article').filter({ hasText: '까지 이 가격이에요.' });
  await expect(quote).toBeVisible();
  await expect(quote).not.toContainText('이 달라요');
  expect(won(await quote.textContent())).toBeGreaterThan(0);
  await expect(quote).toContainText('정육면체 20mm.stl');
  await expectAccessible();

  // The file is uploaded already: the next quote reuses it.
  const first = page.url();
  await page.goBack();
  await page.getByLabel('수량').fill('4');
  await expect(page).toHaveURL(/quantity=4/);
  await ours(page).getByRole('button', { name: '견적 받기' }).click();
  await expect(page).toHaveURL(/\/quotes\/[0-9a-f-]{36}/);
  expect(page.url()).not.toBe(first);
  await expect(quote).toContainText('까지 이 가격이에요.');
});

test('a model of a resource is priced without uploading it @night', async ({ page, goTo }) => {
  await expect
    .poll(
      async () => {
        const list = await (await page.request.get('/api/resources/type/3d_model?limit=20')).json();
        for (const { id } of list as { id: string }[]) {
          const { files } = await (await page.request.get(`/api/resources/${id}`)).json();
          const file = (
            files as { id: string; model: { state: string; figures?: { watertight: boolean } } | null }[]
          ).find(({ model }) => model?.state === 'measured' && model.figures?.watertight);
          if (file) {
            await goTo(`/resources/${id}`);
            return true;
          }
        }
        return false;
      },
      { timeout: 60_000, intervals: [1000] },
    )
    .toBe(true);
  const downloads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/download')) downloads.push(request.url());
  });
  await page.getByRole('link', { name: '내 근처에서 만들기' }).click();
  await expect(page).toHaveURL(/\/estimate\?resourceId=/);
  await expect(page.getByText(/ × .+ mm$/).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: '예상 가격' })).toBeVisible();
  expect(downloads).toEqual([]);
});

test('a service links to an estimate with its own price first, at any distance @night', async ({
  page,
  goTo,
}) => {
  const list = await (await page.request.get('/api/services/type/3d_printing?search=해운대')).json();
  const { id } = (list as { id: string; title: string }[]).find(
    ({ title }) => title === '해운대 레진 출력실',
  )!;
  await goTo(`/services/${id}`);
  await page.getByRole('link', { name: '파일로 바로 견적 보기' }).click();
  await expect(page).toHaveURL(`/estimate?serviceId=${id}`);
  await choose(page);
  const first = offers(page).first();
  await expect(first).toContainText('고른 제작자');
  await expect(first).toContainText('해운대 레진 출력실');
});

test('a file that is no model and a place without services are reported clearly @night', async ({
  page,
  goTo,
}) => {
  await page.route('**/api/services/printers?*', (route) =>
    route.fulfill({ json: { feePercent: 10, printers: [] } }),
  );
  await goTo('/estimate');
  await page
    .getByLabel('3D 모델 고르기')
    .setInputFiles({ name: 'broken.stl', mimeType: 'model/stl', buffer: Buffer.from('solid nothing') });
  await expect(page.getByText(/파일/).last()).toBeVisible();
  await expect(page.getByText('이 주변에는 3D 프린팅 서비스가 없어요.')).toBeVisible();
  await page.getByRole('button', { name: '50km까지 찾기' }).click();
  await expect(page).toHaveURL(/radius=50/);
});
