import type { Page } from '@playwright/test';
import { binaryStl, box } from '../src/platform/shared/models/testing.ts';
import { expect, test } from './fixtures.ts';

/** Returns a demo resource with a measured STL. */
async function findModel(page: Page): Promise<string> {
  let path = '';
  await expect
    .poll(
      async () => {
        const list = await (await page.request.get('/api/resources/type/3d_model?limit=40')).json();
        for (const { id } of list as { id: string }[]) {
          const { files } = await (await page.request.get(`/api/resources/${id}`)).json();
          if (files[0]?.name.endsWith('.stl') && files[0].model.state === 'measured') {
            path = `/resources/${id}`;
            return true;
          }
        }
        return false;
      },
      { timeout: 60_000, intervals: [1000] },
    )
    .toBe(true);
  return path;
}

const open = (page: Page) => page.getByRole('button', { name: '3D로 보기' }).click();
const stage = (page: Page) => page.getByRole('application', { name: /3D 보기$/ });

/** Screenshot of the drawing once it no longer changes. */
async function drawn(page: Page): Promise<Buffer> {
  let before = await stage(page).screenshot();
  await expect
    .poll(async () => {
      const now = await stage(page).screenshot();
      const same = now.equals(before);
      before = now;
      return same;
    })
    .toBe(true);
  return before;
}

test('a model is rotated, cut and measured with the keyboard, and its figures are shown', async ({
  page,
  goTo,
  expectAccessible,
}) => {
  await goTo(await findModel(page));
  const section = page.locator('section', { has: page.getByRole('heading', { name: '3D 모델' }) });
  await expect(section).toContainText(/\d × [\d.,]+ × [\d.,]+ mm/);
  await expect(section).toContainText('출력판에 들어가요');
  await open(page);
  await expect(stage(page)).toBeVisible();
  await stage(page).focus();
  const first = await drawn(page);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect((await drawn(page)).equals(first)).toBe(false);
  await page.keyboard.press('x');
  await expect(page.getByRole('slider', { name: '자를 위치' })).toBeVisible();
  await page.keyboard.press('x');
  await page.keyboard.press('w');
  await expect(page.getByRole('button', { name: '선으로 보기' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('w');
  await page.keyboard.press('m');
  await expect(section.getByRole('status')).toContainText('두 점을 누르세요');
  await expectAccessible();
});

test('the length between two points of an upload is shown in millimetres and inches @night', async ({
  page,
  goTo,
  signIn,
  baseURL,
}) => {
  await signIn();
  const made = await page.request.post('/api/resources', {
    headers: { origin: baseURL ?? '' },
    multipart: {
      title: `잴 상자 ${Date.now()}`,
      category: '3d_model',
      downloadFile: {
        name: 'box.stl',
        mimeType: 'model/stl',
        buffer: Buffer.from(binaryStl(box(300, 60, 20))),
      },
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = await made.json();
  await goTo(`/resources/${id}`);
  // The page polls until it has been measured, and by then it has a picture.
  await expect(page.getByText('300 × 60 × 20 mm')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('350 × 350 mm 출력판에 들어가요')).toBeVisible();
  await expect(page.getByText('3D 모델을 보고 그린 그림이에요')).toBeVisible();
  await open(page);
  await stage(page).focus();
  await page.keyboard.press('6');
  await drawn(page);
  await page.keyboard.press('m');
  await page.keyboard.press('Enter');
  await expect(page.getByText('두 번째 점을 누르세요.')).toBeVisible();
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Enter');
  const length = page.getByText(/^두 점 사이: [\d.]+ mm$/);
  await expect(length).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText(/^두 점 사이: [\d.]+ in$/)).toBeVisible();
});

test('the wheel scrolls the page until the drawing is focused @night', async ({ page, goTo }) => {
  await goTo(await findModel(page));
  await open(page);
  await stage(page).hover();
  const first = await drawn(page);
  const scrolled = () => page.evaluate(() => window.scrollY);
  const before = await scrolled();
  await page.mouse.wheel(0, 60);
  await expect(page.getByText('Ctrl 키를 누른 채 굴리면 확대돼요')).toBeVisible();
  await expect.poll(scrolled).toBeGreaterThan(before);
  await expect(page.getByText('Ctrl 키를 누른 채 굴리면 확대돼요')).toBeHidden();
  expect((await drawn(page)).equals(first)).toBe(true);

  await stage(page).hover();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -120);
  await page.keyboard.up('Control');
  await expect.poll(async () => (await drawn(page)).equals(first)).toBe(false);
  await stage(page).click();
  const inside = await scrolled();
  for (let times = 0; times < 30; times += 1) await page.mouse.wheel(0, 120);
  const smallest = await drawn(page);
  await page.mouse.wheel(0, 240);
  expect((await drawn(page)).equals(smallest)).toBe(true);
  expect(await scrolled()).toBe(inside);
});

test('without WebGL the page says so and keeps its figures @night', async ({ page, goTo }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await goTo(await findModel(page));
  await open(page);
  await expect(page.getByText('이 브라우저에서는 3D를 그릴 수 없어요')).toBeVisible();
  await expect(page.getByText('출력판에 들어가요')).toBeVisible();
});
