import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { xlsxOf } from '#platform/shared/testing-xlsx.ts';
import { expect, test } from './fixtures.ts';

async function publish(page: Page, baseURL: string | undefined, fields: object): Promise<string> {
  const answer = await page.request.post('/api/resources', {
    data: { title: `보드 ${Date.now()}`, category: 'hardware_design', ...fields },
    headers: { origin: baseURL ?? '' },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).id;
}

const section = (page: Page, name: string) =>
  page.getByRole('main').locator('section', { has: page.getByRole('heading', { name, exact: true }) });

test.describe('an invalid value', () => {
  test.use({ expectedConsoleErrors: [/400/] });

  test('in a parts list made with the keyboard is shown at its field; parts and steps are then published as entered @night', async ({
    page,
    goTo,
    signIn,
    expectAccessible,
  }) => {
    await signIn();
    await goTo('/resources/create');
    await page.getByLabel('제목').fill(`키보드로 만든 보드 ${Date.now()}`);
    await page.getByLabel('분류', { exact: true }).selectOption('hardware_design');

    const parts = page.getByRole('region', { name: '부품 목록' });
    await parts.getByText('스프레드시트나 CSV에서 가져오기').press('Enter');
    await parts.getByLabel('복사한 표').fill('부품\t수량\t단가\n저항\t2\t₩20\nLED\t셋\t50');
    await parts.getByRole('button', { name: '표로 채우기' }).press('Enter');
    await expect(parts.getByLabel('부품', { exact: true }).first()).toBeFocused();
    await parts.getByRole('button', { name: '부품 추가' }).press('Enter');
    await page.keyboard.type('기판');
    await parts.getByRole('button', { name: '기판 위로' }).press('Enter');
    await expect(parts.getByRole('button', { name: '기판 위로' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(parts.getByLabel('부품', { exact: true }).first()).toHaveValue('기판');

    const steps = page.getByRole('region', { name: '조립 순서' });
    await steps.getByRole('button', { name: '단계 추가' }).press('Enter');
    await page.keyboard.type('납땜');
    await page.keyboard.press('Tab');
    await page.keyboard.type('낮은 부품부터 납땜해요.');
    await page.keyboard.press('Tab');
    await page.keyboard.type('인두, 니퍼');
    const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#d97706' } })
      .png()
      .toBuffer();
    await steps
      .getByLabel('1단계 사진 고르기')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture });
    await expect(steps.getByRole('img', { name: '1단계 사진' })).toBeVisible();
    await expectAccessible();

    await page.getByRole('main').getByRole('button', { name: '공개하기' }).click();
    const wrong = parts.getByLabel('수량').nth(2);
    await expect(wrong).toHaveAttribute('aria-invalid', 'true');
    await expect(wrong).toBeFocused();
    await expect(wrong).toHaveValue('셋');
    await wrong.fill('3');
    await expect(wrong).not.toHaveAttribute('aria-invalid', 'true');
    await expect(parts).toContainText('₩190');
    await Promise.all([
      expect(page.getByRole('status').filter({ hasText: '자료를 공개했어요' })).toBeVisible(),
      page.getByRole('main').getByRole('button', { name: '공개하기' }).click(),
    ]);

    const list = section(page, '부품 목록');
    await expect(list.getByRole('row')).toHaveText([/부품/, /기판/, /저항.*₩40/, /LED.*₩150/]);
    await list.getByLabel('만들 개수').fill('10');
    await expect(list).toContainText('₩1,900');
    const shown = section(page, '조립 순서');
    await expect(shown).toContainText('인두, 니퍼');
    await expect(shown.getByRole('img', { name: '납땜' })).toBeVisible();
  });
});

test('what a table of parts leaves open is asked: its columns, and the currency of its prices @night', async ({
  page,
  goTo,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await goTo('/resources/create');
  await page.getByLabel('분류', { exact: true }).selectOption('hardware_design');
  const parts = page.getByRole('region', { name: '부품 목록' });
  await parts.getByText('스프레드시트나 CSV에서 가져오기').click();
  const asked = page.getByRole('dialog', { name: '표를 어떻게 읽을까요?' });

  await parts.getByLabel('복사한 표').fill('Name,Qty,Price\nBolt,4,$0.05');
  await parts.getByRole('button', { name: '표로 채우기' }).click();
  await expect(asked.getByLabel('단가의 통화')).toHaveValue('USD');
  await asked.getByLabel('1 USD는 몇 원인가요?').fill('1400');
  await expectAccessible();
  await asked.getByRole('button', { name: '표로 채우기' }).click();
  await expect(parts.getByLabel('단가(원)').first()).toHaveValue('70');

  const workbook = xlsxOf({
    BOM: [
      [10, '저항'],
      [4, '볼트'],
    ],
  });
  await parts.getByLabel('CSV나 엑셀 파일 고르기').setInputFiles({
    name: 'bom.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(workbook),
  });
  await asked.getByLabel('1번째 열').selectOption('quantity');
  await asked.getByLabel('2번째 열').selectOption('name');
  await asked.getByRole('button', { name: '표로 채우기' }).click();
  await expect(parts.getByLabel('부품', { exact: true }).last()).toHaveValue('볼트');
  await expect(parts.getByLabel('수량').nth(1)).toHaveValue('10');
});

test('a guest’s completed steps are kept after a reload, and in the account after signing in @night', async ({
  page,
  goTo,
  signIn,
  baseURL,
}) => {
  await signIn();
  const id = await publish(page, baseURL, { assemblyInstructions: '1. 자르기\n2. 붙이기\n3. 칠하기' });
  await page.context().clearCookies();
  await goTo(`/resources/${id}`);
  const steps = section(page, '조립 순서');
  await steps.getByRole('checkbox', { name: '1단계 끝냈어요' }).check();
  await expect(steps).toContainText('3단계 중 1단계를 끝냈어요');
  await goTo(`/resources/${id}`);
  await expect(steps.getByRole('checkbox', { name: '1단계 끝냈어요' })).toBeChecked();

  await signIn();
  await goTo(`/resources/${id}`);
  await steps.getByRole('button', { name: '2단계부터 이어서 하기' }).click();
  const dialog = page.getByRole('dialog', { name: '2단계' });
  await expect(dialog).toContainText('붙이기');
  await dialog.getByRole('checkbox', { name: '2단계 끝냈어요' }).check();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: '3단계' })).toContainText('칠하기');
  await page.keyboard.press('Escape');
  await expect
    .poll(async () => (await (await page.request.get(`/api/resources/${id}/progress`)).json()).done)
    .toEqual([0, 1]);
  await page.evaluate(() => localStorage.clear());
  await goTo(`/resources/${id}`);
  await expect(steps).toContainText('3단계 중 2단계를 끝냈어요');
});

test('a downloaded release file is verified in the browser @night', async ({
  page,
  goTo,
  signIn,
  baseURL,
}) => {
  await signIn();
  const bytes = Buffer.from('print("안녕")\n');
  const made = await page.request.post('/api/resources', {
    headers: { origin: baseURL ?? '' },
    multipart: {
      title: `도구 ${Date.now()}`,
      category: 'software',
      downloadFile: { name: 'tool-linux.py', mimeType: 'text/x-python', buffer: bytes },
    },
  });
  const { id } = await made.json();
  await goTo(`/resources/${id}`);
  const files = section(page, '파일');
  await files.getByText('다운로드한 파일 확인하기').click();
  await expect(files).toContainText(createHash('sha256').update(bytes).digest('hex'));
  const check = async (buffer: Buffer) =>
    files.getByLabel('파일 고르기').setInputFiles({ name: 'tool.py', mimeType: 'text/x-python', buffer });
  await check(bytes);
  await expect(files).toContainText('tool.py: 올린 파일과 같아요.');
  await check(Buffer.from('print("다른 것")\n'));
  await expect(files).toContainText('올린 파일과 달라요');
});
