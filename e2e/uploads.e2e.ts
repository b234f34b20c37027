import { stat, writeFile } from 'node:fs/promises';
import type { Page, TestInfo } from '@playwright/test';
import type { UploadInfo } from '../src/features/uploads/contract.ts';
import { expect, test } from './fixtures.ts';

/** A file on disk, so that it can be chosen again, and an upload slow enough to interrupt. */
async function makeFile(testInfo: TestInfo, name: string, megabytes: number): Promise<string> {
  const path = testInfo.outputPath(name);
  await writeFile(path, `solid arm\n${'facet normal 0 0 1\n'.repeat((megabytes * 1024 * 1024) / 19)}`);
  return path;
}

async function slowDown(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}

const unlimited = -1;
/** The file among those that are uploaded; a model stands below once more, with how many of it are needed. */
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first();

test('an upload resumes after a reload', async ({ page, goTo, signIn, expectAccessible }, testInfo) => {
  await signIn();
  await goTo('/resources/upload');
  const path = await makeFile(testInfo, 'reload.stl', 24);
  await slowDown(page, 3 * 1024 * 1024);
  await page.getByLabel('파일', { exact: true }).setInputFiles(path);
  // One request of 8 MiB is stored when the second one starts.
  const isSecond = (offset: string | undefined) => Number(offset) > 0;
  await page.waitForRequest(
    (request) => request.method() === 'PATCH' && isSecond(request.headers()['upload-offset']),
  );
  page.once('dialog', (dialog) => void dialog.accept());
  await goTo('/resources/upload');
  await expect(row(page, 'reload.stl')).toContainText('같은 파일을 다시 고르면');
  await expectAccessible();
  await slowDown(page, unlimited);
  const [first] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PATCH'),
    page.getByLabel('파일', { exact: true }).setInputFiles(path),
  ]);
  expect(Number(first.headers()['upload-offset'])).toBeGreaterThanOrEqual(8 * 1024 * 1024);
  await expect(row(page, 'reload.stl')).toContainText('다 올렸어요');

  await page.getByLabel('제목').fill('이어 올린 팔');
  await page.getByLabel('분류', { exact: true }).selectOption('3d_model');
  await page.getByRole('button', { name: '초안으로 저장' }).click();
  await page.waitForURL(/\/resources\/[0-9a-f-]{36}$/);
  await expect(page.getByText('reload.stl').first()).toBeVisible();
});

test('another file does not resume the upload of the first @night', async ({
  page,
  goTo,
  signIn,
}, testInfo) => {
  await signIn();
  await goTo('/resources/upload');
  const path = await makeFile(testInfo, 'waits.stl', 2);
  await slowDown(page, 256 * 1024);
  await page.getByLabel('파일', { exact: true }).setInputFiles(path);
  // Started, and identified by its content.
  const known = () => page.evaluate(() => localStorage.getItem('gongbang_uploads') ?? '');
  await expect.poll(known).toMatch(/"digest":"[^"]+"/);
  page.once('dialog', (dialog) => void dialog.accept());
  await goTo('/resources/upload');
  const waiting = row(page, '같은 파일을 다시 고르면');
  await expect(waiting).toContainText('waits.stl');
  await slowDown(page, unlimited);
  await page.getByRole('button', { name: '초안으로 저장' }).click();
  await expect(page.getByText('올라오지 않은 파일이 있어요')).toBeVisible();

  const size = (await stat(path)).size;
  await page.getByLabel('파일', { exact: true }).setInputFiles({
    name: 'waits.stl',
    mimeType: 'model/stl',
    buffer: Buffer.from('solid leg\n'.padEnd(size, 'facet normal 1 0 0\n')),
  });
  await expect(waiting.getByRole('alert')).toContainText('내용이 달라서');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '같은 파일 고르기: waits.stl' }).click();
  await (await chooser).setFiles(await makeFile(testInfo, 'other.stl', 1));
  await expect(waiting.getByRole('alert')).toContainText('other.stl 파일은 이름이 달라서');
  await page.getByRole('button', { name: '새 파일로 올리기: other.stl' }).click();
  await expect(row(page, 'other.stl')).toContainText('다 올렸어요');

  await expect(waiting).toContainText('waits.stl');
  await page.getByLabel('파일', { exact: true }).setInputFiles(path);
  await expect(row(page, 'waits.stl')).toContainText('다 올렸어요');
  await expect(page.getByText('올라오지 않은 파일이 있어요')).toBeHidden();
});

test('an upload is paused, resumed and removed with the keyboard, and announces it @night', async ({
  page,
  goTo,
  signIn,
}, testInfo) => {
  await signIn();
  await goTo('/resources/upload-tus');
  await slowDown(page, 1024 * 1024);
  const path = await makeFile(testInfo, 'pause.stl', 6);
  await page.getByLabel('파일', { exact: true }).setInputFiles(path);
  const shown = async () =>
    Number(await row(page, 'pause.stl').getByRole('progressbar').getAttribute('value'));
  await expect.poll(shown).toBeGreaterThan(1024 * 1024);
  await page.getByRole('button', { name: '멈추기: pause.stl' }).press('Enter');
  await expect(page.getByText('pause.stl 올리기를 멈췄어요')).toBeAttached();
  // Bytes that were only sent are not shown as stored.
  const kept = async () => {
    const uploads: UploadInfo[] = await (await page.request.get('/api/uploads')).json();
    return uploads.find(({ name }) => name === 'pause.stl')?.received;
  };
  await expect.poll(async () => (await shown()) - ((await kept()) ?? 0)).toBe(0);
  await slowDown(page, unlimited);
  await page.getByRole('button', { name: '이어서 올리기: pause.stl' }).press('Enter');
  await expect(page.getByText('pause.stl 파일을 다 올렸어요')).toBeAttached();
  await page.getByRole('button', { name: '빼기: pause.stl' }).press('Enter');
  await expect(row(page, 'pause.stl')).toBeHidden();
});

test('without a connection an upload waits, and resumes automatically @night', async ({
  page,
  context,
  goTo,
  signIn,
}, testInfo) => {
  await signIn();
  await goTo('/resources/upload');
  await slowDown(page, 1024 * 1024);
  const path = await makeFile(testInfo, 'offline.stl', 4);
  await page.getByLabel('파일', { exact: true }).setInputFiles(path);
  await expect(row(page, 'offline.stl')).toContainText('올리는 중');
  await context.setOffline(true);
  await expect(row(page, 'offline.stl')).toContainText('연결을 기다리는 중');
  await context.setOffline(false);
  await slowDown(page, unlimited);
  await expect(row(page, 'offline.stl')).toContainText('다 올렸어요');
});

test('files are dropped and pasted, several at once, and invalid ones give a reason @night', async ({
  page,
  goTo,
  signIn,
}) => {
  await signIn();
  await goTo('/resources/upload');
  await page.getByLabel('파일', { exact: true }).evaluate((input) => {
    const files = new DataTransfer();
    files.items.add(new File(['solid a\nfacet\n'], 'dropped.stl'));
    files.items.add(new File(['MZ'], 'dropped.exe'));
    input.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files }));
    const pasted = new DataTransfer();
    pasted.items.add(new File(['hello'], 'pasted.txt'));
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: pasted }));
  });
  await expect(row(page, 'dropped.stl')).toContainText('다 올렸어요');
  await expect(row(page, 'pasted.txt')).toContainText('다 올렸어요');
  await expect(row(page, 'dropped.exe')).toContainText('올릴 수 없는 파일 형식이에요');
});

test('the wizard proceeds step by step @night', async ({ page, goTo, signIn, expectAccessible }) => {
  await signIn();
  await goTo('/resources/upload-v2');
  await page.getByRole('button', { name: '다음' }).click();
  await expect(page.getByLabel('제목')).toBeFocused();
  await page.getByLabel('제목').fill('차례차례');
  await page.getByLabel('분류', { exact: true }).selectOption('other');
  await page.getByRole('button', { name: '다음' }).click();
  await expect(page.getByLabel('제목')).toBeHidden();
  await expect(page.getByText('파일을 고르거나').first()).toBeVisible();
  await page.getByRole('button', { name: '다음' }).click();
  await expect(page.getByLabel('사용 방법')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: '이전' }).click();
  await page.getByRole('button', { name: '다음' }).click();
  await page.getByRole('button', { name: '초안으로 저장' }).click();
  await page.waitForURL(/\/resources\/[0-9a-f-]{36}$/);
});

test('the diagnosis uploads, resumes and leaves nothing behind @night', async ({ page, goTo, signIn }) => {
  await signIn();
  await goTo('/resources/upload-test');
  await page.getByRole('button', { name: '진단 시작' }).click();
  await expect(page.getByText('모두 잘돼요')).toBeVisible();
  const left = await page.request.get('/api/uploads');
  expect(JSON.stringify(await left.json())).not.toContain('gongbang-upload-test');
});
