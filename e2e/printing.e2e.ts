import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { drill, kicadBoard, outline, topCopper } from '../src/platform/shared/boards/testing.ts';
import { stepCube } from '../src/platform/shared/models/testing-step.ts';
import { binaryStl, box, moved } from '../src/platform/shared/models/testing.ts';
import { expect, test } from './fixtures.ts';

/** A thin sheet on a plate, with a part that floats above it. */
const delicate = binaryStl([
  ...box(60, 40, 3),
  ...moved(box(0.6, 30, 20), [10, 5, 2.9]),
  ...moved(box(12, 12, 6), [30, 10, 14]),
]);

/** A draft, so that other tests do not see it. */
async function makeDraft(page: Page, files: Record<string, Uint8Array>): Promise<string> {
  const form = new FormData();
  form.append('title', '출력해 볼 것');
  form.append('category', '3d_model');
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

const findings = (page: Page) => page.getByRole('region', { name: '출력하기 전에 살펴본 점' });

test('what a printer meets in a model is said on its page, and its place is shown', async ({
  page,
  goTo,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await goTo(await makeDraft(page, { 'delicate.stl': delicate }));
  await expect(page.getByText('60 × 40 × 22.9 mm')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('heading', { name: '3D 모델' }).scrollIntoViewIfNeeded();
  await expect(findings(page)).toContainText(
    '가장 얇은 벽 0.6 mm — 노즐 0.4 mm로는 두 줄이 안 들어가요. 약할 수 있어요.',
  );
  await expect(findings(page)).toContainText('서포트가 필요해요');
  await expect(findings(page)).toContainText('공중에서 시작하는 곳이 1군데 있어요.');
  await expect(findings(page)).toContainText('살펴보세요 · 잰 값');
  await expectAccessible();
  await findings(page)
    .getByRole('button', { name: /^모델에서 보기: 가장 얇은 벽/ })
    .click();
  await expect(page.getByRole('application', { name: /3D 보기$/ })).toBeVisible();
});

test('an estimate says it of a file that stays on the device, STEP too', async ({ page, goTo }) => {
  await goTo('/estimate?radius=50');
  const choose = page.getByLabel('3D 모델 고르기');
  await choose.setInputFiles({ name: 'a.stl', mimeType: 'model/stl', buffer: Buffer.from(delicate) });
  await expect(findings(page)).toContainText('가장 얇은 벽 0.6 mm');
  await page
    .getByLabel(/3D 모델 고르기|다른 모델 고르기/)
    .setInputFiles({ name: 'cube.step', mimeType: 'model/step', buffer: Buffer.from(stepCube(20)) });
  await expect(page.getByText('20 × 20 × 20 mm')).toBeVisible({ timeout: 60_000 });
  await expect(findings(page)).toContainText('가장 얇은 벽은 20 mm예요.');
});

test('a STEP file is drawn in 3D', async ({ page, goTo, signIn }) => {
  await signIn();
  await goTo(await makeDraft(page, { 'cube.stp': strToU8(stepCube(20)) }));
  await expect(page.getByText('20 × 20 × 20 mm')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: '3D로 보기' }).click();
  await expect(page.getByRole('application', { name: /3D 보기$/ })).toBeVisible({ timeout: 60_000 });
});

test('boards and SVGs are pictures, whose layers are chosen and whose source is there', async ({
  page,
  goTo,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><rect width="40" height="30" fill="#0b7157"/></svg>';
  await goTo(
    await makeDraft(page, {
      'board.kicad_pcb': strToU8(kicadBoard),
      'broken.gtl': strToU8('hello'),
      'gerber.zip': zipSync({
        'b-F_Cu.gbr': strToU8(topCopper),
        'b.gko': strToU8(outline),
        'b.drl': strToU8(drill),
      }),
      'sign.svg': strToU8(svg),
    }),
  );
  const file = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`), expanded: false });
  await file('board.kicad_pcb').click();
  await expect(page.getByText('기판 크기 50.1 × 30.1 mm')).toBeVisible();
  const copper = page.getByRole('checkbox', { name: /^윗면 구리/ });
  await expect(copper).toBeChecked();
  await copper.uncheck();
  await expect(page.getByRole('checkbox', { name: /^윗면 솔더 마스크/ })).not.toBeChecked();
  await expectAccessible();
  await page.getByRole('button', { name: '소스 보기' }).click();
  await expect(page.getByText('kicad_pcb (version')).toBeVisible();
  await file('gerber.zip').click();
  await expect(page.getByText('기판 크기 50.9 × 25.5 mm')).toBeVisible();
  await file('sign.svg').click();
  const picture = page.getByRole('img', { name: 'sign.svg' });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await file('broken.gtl').click();
  await expect(page.getByText('이 기판 파일은 읽을 수 없어요.')).toBeVisible();
});

test('a sliced file is drawn layer by layer, whose slider and buttons lead through it', async ({
  page,
  goTo,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  const square = (side: number) =>
    [
      [0, 0],
      [side, 0],
      [side, side],
      [0, side],
      [0, 0],
    ]
      .map(([x, y]) => `G1 X${x} Y${y} E1`)
      .join('\n');
  const gcode = `;FLAVOR:Marlin\nG90\nM83\nG1 Z0.2\n${square(40)}\nG1 Z0.4\n${square(30)}\nG1 Z0.6\n${square(20)}\n`;
  await goTo(await makeDraft(page, { 'tower.gcode': strToU8(gcode) }));
  await page.getByRole('button', { name: /^tower\.gcode/, expanded: false }).click();
  await page.getByRole('button', { name: '층별로 보기' }).click();
  await expect(page.getByText('3층 중 1층 · 높이 0.2 mm')).toBeVisible();
  const drawn = (layer: number) =>
    page
      .getByRole('img', { name: `${layer}층의 경로` })
      .locator('path')
      .last();
  // SVG's heights grow downwards.
  await expect(drawn(1)).toHaveAttribute('d', /L40 0L40 -40L0 -40L0 0$/);
  await page.getByRole('button', { name: '위층' }).click();
  await expect(drawn(2)).toHaveAttribute('d', /L30 0L30 -30L0 -30L0 0$/);
  await page.getByRole('slider', { name: '층' }).press('End');
  await expect(page.getByText('3층 중 3층 · 높이 0.6 mm')).toBeVisible();
  await expect(drawn(3)).toHaveAttribute('d', /L20 0L20 -20L0 -20L0 0$/);
  await expect(page.getByRole('button', { name: '위층' })).toBeDisabled();
  await expectAccessible();
});
