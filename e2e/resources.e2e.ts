import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { expect, test } from './fixtures.ts';

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A binary STL of about 3 MB: a staircase of triangles. */
function bigStl(): Buffer {
  const triangles = 62_000;
  const bytes = Buffer.alloc(84 + 50 * triangles);
  bytes.write('staircase');
  bytes.writeUInt32LE(triangles, 80);
  for (let index = 0; index < triangles; index += 1) {
    const at = 84 + 50 * index + 12;
    [index, 0, 0, index + 1, 0, 0, index, 1, index % 7].forEach((value, corner) =>
      bytes.writeFloatLE(value, at + 4 * corner),
    );
  }
  return bytes;
}

/** Clicks a download and returns the bytes that arrived. */
async function downloaded(page: Page, click: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  // The download opens in its own window, so either page may report it.
  const download = new Promise<Download>((resolve) => {
    page.on('download', resolve);
    page.context().on('page', (opened) => opened.on('download', resolve));
  });
  await click();
  const got = await download;
  return { name: got.suggestedFilename(), bytes: await readFile(await got.path()) };
}

test('a two-syllable Korean word finds a resource, and its file arrives unchanged', async ({
  page,
  goTo,
  request,
}) => {
  await goTo('/');
  const search = page.getByRole('banner').getByRole('combobox', { name: '자료 검색' });
  await search.fill('  드론 ');
  await search.press('Enter');
  await expect(page).toHaveURL(/\/resources\?search=/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('‘드론’ 검색 결과');
  const card = page.getByRole('main').getByRole('article').first();
  await card.getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/resources\/[0-9a-f-]{36}$/);
  const id = page.url().split('/').at(-1);
  const detail = await (await request.get(`/api/resources/${id}`)).json();
  const file = await downloaded(page, () =>
    page
      .getByRole('link', { name: `${detail.files[0].name} 다운로드` })
      .first()
      .click(),
  );
  await expect(page.getByRole('status')).toContainText('다운로드를 시작했어요');
  expect(file.name).toBe(detail.files[0].name);
  expect(sha256(file.bytes)).toBe(detail.files[0].sha256);
  expect(file.bytes.length).toBe(detail.files[0].size);
});

test('a person publishes an STL with a picture, and a guest finds and downloads it in English', async ({
  page,
  goTo,
  signIn,
}) => {
  const title = `계단 모형 ${Date.now()}`;
  const bytes = bigStl();
  const picture = await sharp({ create: { width: 1400, height: 1000, channels: 3, background: '#d97706' } })
    .png()
    .toBuffer();
  await signIn();
  await goTo('/resources/create');
  await page.getByLabel('제목').fill(title);
  await page.getByLabel('설명').fill('계단을 한 칸씩 쌓은 모형이에요.\n\n서포트 없이 출력돼요.');
  await page.getByLabel('분류', { exact: true }).selectOption('3d_model');
  await page.getByLabel(/^태그/).fill('계단, 모형, stairs');
  await page
    .getByLabel(/^파일/)
    .setInputFiles({ name: '계단 모형.stl', mimeType: 'model/stl', buffer: bytes });
  await expect(page.getByRole('listitem').filter({ hasText: '계단 모형.stl' }).first()).toContainText(
    '다 올렸어요',
  );
  await page
    .getByLabel(/^사진\s*선택/)
    .setInputFiles({ name: 'stairs.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('button', { name: '단계 추가' }).click();
  await page.getByLabel('할 일').fill('출력하고 다듬기');
  const progress = page.waitForResponse(/\/progress$/);
  await page.getByRole('main').getByRole('button', { name: '공개하기' }).click();
  await expect(page.getByRole('status')).toContainText('자료를 공개했어요');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  // Asked by the steps once their script is there, and refused if the person has just signed out.
  await progress;
  await expect(page.getByRole('main')).toContainText('계단 모형.stl');
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible();

  await page.getByRole('banner').getByRole('button', { name: '로그아웃' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: '로그인' })).toBeVisible();
  await goTo(`/en/resources?search=${encodeURIComponent(title)}`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  const card = page.getByRole('main').getByRole('article');
  await expect(card).toHaveCount(1);
  await expect(card).toContainText('Korean');
  const file = await downloaded(page, () => card.getByRole('link', { name: `Download ${title}` }).click());
  expect(file.name).toBe('계단 모형.stl');
  expect(sha256(file.bytes)).toBe(sha256(bytes));
});

test('a new version starts with the existing files, and all files can be downloaded together @night', async ({
  page,
  goTo,
  signIn,
  baseURL,
}) => {
  await signIn();
  const form = new FormData();
  form.set('title', `서랍 부품 ${Date.now()}`);
  form.set('category', 'other');
  for (const name of ['rail.txt', 'box.txt', 'old.txt'])
    form.append('downloadFile', new File([`first ${name}`], name));
  for (const background of ['#c96', '#69c']) {
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .png()
      .toBuffer();
    form.append('image', new File([new Uint8Array(picture)], 'a.png', { type: 'image/png' }));
  }
  const made = await page.request.post('/api/resources', {
    headers: { origin: baseURL ?? '' },
    multipart: form,
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id, images } = await made.json();

  await goTo(`/resources/manage/${id}`);
  const file = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first();
  await expect(file('rail.txt')).toContainText('그대로 이어져요');
  await page.getByRole('button', { name: 'old.txt 빼기' }).click();
  await expect(file('old.txt')).toContainText('새 버전에서 빠져요');
  await page
    .getByLabel('파일 더하기')
    .setInputFiles({ name: 'box.txt', mimeType: 'text/plain', buffer: Buffer.from('second') });
  await expect(file('box.txt')).toContainText('같은 이름의 새 파일로 바뀌어요');
  await expect(page.getByText('다 올렸어요', { exact: true })).toBeVisible();
  await page.getByLabel(/^바뀐 점/).fill('상자가 **넓어졌어요**.');
  await page.getByRole('button', { name: '2번째 사진 앞으로' }).click();
  await Promise.all([
    page.waitForURL(/\/resources\/[0-9a-f-]{36}$/),
    page.getByRole('button', { name: '저장', exact: true }).click(),
  ]);

  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: /^버전 2/ })).toBeVisible();
  await expect(main.getByText('넓어졌어요')).toHaveCSS('font-weight', /[67]00/);
  const all = await downloaded(page, () => page.getByRole('link', { name: '다운로드', exact: true }).click());
  expect(all.name).toMatch(/^서랍 부품 \d+-v2\.zip$/);
  const files = unzipSync(all.bytes);
  expect(Object.keys(files)).toEqual(['rail.txt', 'box.txt', 'license.txt']);
  expect(Buffer.from(files['box.txt'] ?? []).toString()).toBe('second');

  // The second picture is now the first, and is shown full-screen.
  await page.getByRole('button', { name: /^크게 보기/ }).click();
  const large = page.getByRole('dialog');
  await expect(large.getByRole('img')).toHaveAttribute('src', new RegExp(images[1].id));
  await page.keyboard.press('ArrowRight');
  await expect(large.getByRole('img')).toHaveAttribute('src', new RegExp(images[0].id));
  await page.keyboard.press('Escape');
  await expect(large).toBeHidden();
});

test('a draft is kept, changed, published, and removed @night', async ({ page, goTo, signIn }) => {
  const title = `초안에서 시작 ${Date.now()}`;
  await signIn();
  await goTo('/resources/create');
  await page.getByLabel('제목').fill(title);
  await page.getByLabel('분류', { exact: true }).selectOption('free_content');
  await page.getByRole('main').getByRole('button', { name: '초안으로 저장' }).click();
  await expect(page.getByRole('main')).toContainText('아직 공개하지 않은 초안이에요');

  await page.getByRole('link', { name: '관리' }).click();
  await page.getByLabel('설명').fill('이제 설명이 있어요.');
  await page.getByLabel(/^외부 링크/).fill('https://example.com/content');
  await page.getByRole('main').getByRole('button', { name: '공개하기' }).click();
  await expect(page.getByRole('status')).toContainText('자료를 공개했어요');
  await expect(page.getByRole('main')).not.toContainText('아직 공개하지 않은 초안이에요');
  await expect(page.getByRole('main')).toContainText('이제 설명이 있어요.');

  await page.getByRole('link', { name: '관리' }).click();
  await page.getByRole('button', { name: '삭제' }).click();
  const dialog = page.getByRole('dialog', { name: '자료 삭제' });
  await expect(dialog).toContainText(title);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: '삭제' }).click();
  await dialog.getByRole('button', { name: '삭제' }).click();
  await expect(page).toHaveURL('/my/resources');
  await expect(page.getByRole('main')).not.toContainText(title);
});

test.describe('invalid input', () => {
  test.use({ expectedConsoleErrors: [/40\d|41\d|42\d/] });

  test("is reported at its field in the reader's language, and the input is kept", async ({
    page,
    goTo,
    signIn,
  }) => {
    await signIn();
    await goTo('/jp/resources/create');
    const publish = page.getByRole('main').getByRole('button', { name: '公開する' });
    await publish.click();
    await expect(page.getByLabel('タイトル')).toBeFocused();
    await page.getByLabel('タイトル').fill('危ない図面');
    await page.getByLabel('分類', { exact: true }).selectOption('hardware_design');
    await page.getByLabel(/^外部リンク/).fill('http://example.com');
    await page.getByLabel(/^ファイル/).setInputFiles({
      name: 'bad.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    });
    await expect(page.getByRole('listitem').filter({ hasText: 'bad.svg' })).toContainText(
      'スクリプトや外部リンクを含むSVGはアップロードできません。',
    );
    // A file that is not uploaded yet is not silently left out.
    await publish.click();
    await expect(page.getByRole('main')).toContainText('アップロードされていないファイルがあります。');
    await page
      .getByRole('listitem')
      .filter({ hasText: 'bad.svg' })
      .getByRole('button', { name: /bad\.svg/ })
      .last()
      .click();
    // Errors that the browser can detect are shown before anything is sent.
    await publish.click();
    await expect(page.getByRole('main')).toContainText('httpsで始まる公開アドレスのみ使えます。');
    await expect(page.getByLabel(/^外部リンク/)).toBeFocused();
    await page.getByLabel(/^外部リンク/).fill('https://example.com/drawing');
    await expect(page.getByLabel(/^外部リンク/)).not.toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('タイトル')).toHaveValue('危ない図面');
  });

  test('leaving a form with unsaved input asks first @night', async ({ page, goTo, signIn }) => {
    await signIn();
    await goTo('/resources/create');
    await page.getByLabel('제목').fill('쓰다 만 글');
    await page.getByRole('banner').getByRole('link', { name: '공방 홈' }).click();
    const question = page.getByRole('dialog', { name: '저장하지 않고 나갈까요?' });
    await question.getByRole('button', { name: '계속 쓰기' }).click();
    await expect(question).toBeHidden();
    await expect(page.getByLabel('제목')).toHaveValue('쓰다 만 글');
    await page.getByRole('banner').getByRole('link', { name: '공방 홈' }).click();
    await question.getByRole('button', { name: '나가기' }).click();
    await expect(page).toHaveURL('/');
  });

  test('a picture over 5 MB is refused before upload @night', async ({ page, goTo, signIn }) => {
    await signIn();
    await goTo('/resources/create');
    await page
      .getByLabel(/^사진\s*선택/)
      .setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(6 * 1024 * 1024) });
    await expect(page.getByRole('main')).toContainText('사진은 5MB까지 올릴 수 있어요.');
  });
});

test.describe('the download button', () => {
  test.use({ expectedConsoleErrors: [/ERR_FAILED|ERR_NAME_NOT_RESOLVED|50\d/] });

  async function publish(page: Page, baseURL: string | undefined, fields: object): Promise<string> {
    const answer = await page.request.post('/api/resources', {
      data: { title: '다운로드 시험', ...fields },
      headers: { origin: baseURL ?? '' },
    });
    expect(answer.status()).toBe(201);
    return (await answer.json()).id;
  }
  const download = (page: Page) =>
    page.getByRole('main').getByRole('link', { name: '다운로드', exact: true });

  for (const [what, fields, words] of [
    ['goes to another site in a new tab', { category: 'software' }, '외부 사이트로 이동했어요'],
    ['opens a shortcut @night', { category: 'free_content' }, '바로가기를 열었어요'],
    ['launches a game @night', { category: 'flash_game' }, '게임을 실행했어요'],
  ] as const) {
    test(what, async ({ page, goTo, signIn, baseURL }) => {
      await signIn();
      const id = await publish(page, baseURL, { ...fields, downloadUrl: 'https://outside.example/thing' });
      await page.context().route('https://outside.example/**', (route) => route.fulfill({ body: 'outside' }));
      await goTo(`/resources/${id}`);
      const opened = page.context().waitForEvent('page');
      await download(page).click();
      const outside = await opened;
      await outside.waitForURL('https://outside.example/thing');
      expect(await outside.evaluate(() => window.opener)).toBeNull();
      await expect(page.getByRole('status')).toContainText(words);
    });
  }

  test('says so when there is nothing to download, and stays focusable @night', async ({
    page,
    goTo,
    signIn,
    baseURL,
  }) => {
    await signIn();
    const id = await publish(page, baseURL, { category: 'other', assemblyInstructions: '1. 만들기' });
    await goTo(`/resources/${id}`);
    const none = page.getByRole('main').getByRole('button', { name: '다운로드', exact: true });
    await expect(none).toHaveAttribute('aria-disabled', 'true');
    await none.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('다운로드할 수 없어요');
    await expect(page.getByRole('alert')).toBeEmpty({ timeout: 5000 });
  });

  test('says so when the check fails @night', async ({ page, goTo, signIn, baseURL }) => {
    await signIn();
    const file = await publish(page, baseURL, {
      category: 'software',
      downloadUrl: 'https://outside.example/x',
    });
    const content = await publish(page, baseURL, {
      category: 'free_content',
      downloadUrl: 'https://outside.example/x',
    });
    await page.route('**/download-check', (route) => route.abort());
    await goTo(`/resources/${file}`);
    await download(page).click();
    await expect(page.getByRole('alert')).toContainText('파일을 다운로드하지 못했어요.');
    await goTo(`/resources/${content}`);
    await download(page).click();
    await expect(page.getByRole('alert')).toContainText('사이트에 연결하지 못했어요.');
  });

  test('says so when the server has no link @night', async ({ page, goTo, request }) => {
    const [resource] = await (await request.get('/api/resources/type/software?limit=1')).json();
    await page.route('**/download-check', (route) =>
      route.fulfill({ json: { success: false, useRedirect: false, downloadUrl: null } }),
    );
    await goTo(`/resources/${resource.id}`);
    await download(page).click();
    await expect(page.getByRole('alert')).toContainText('다운로드 링크가 없어요.');
  });

  test('falls back to a link if windows are blocked @night', async ({ page, goTo, request }) => {
    const [resource] = await (await request.get('/api/resources/type/3d_model?limit=1')).json();
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await goTo(`/resources/${resource.id}`);
    const file = await downloaded(page, () => download(page).click());
    expect(file.bytes.length).toBeGreaterThan(0);
  });
});

test.describe('lists', () => {
  test.use({ expectedConsoleErrors: [/50\d|ERR_FAILED/] });

  test('keep the page in the address, and return to the last page from beyond the end @night', async ({
    page,
    goTo,
  }) => {
    await goTo('/resources');
    const pages = page.getByRole('navigation', { name: '페이지' });
    await pages.getByRole('link', { name: '2쪽' }).click();
    await expect(page).toHaveURL('/resources?page=2');
    await expect(pages.getByRole('link', { name: '2쪽' })).toHaveAttribute('aria-current', 'page');
    await page.goBack();
    await expect(page).toHaveURL('/resources');
    await goTo('/resources?page=9999');
    await expect(page).toHaveURL(/\/resources\?page=\d$/);
    for (const wrong of ['0', '-1', 'abc', '1e99']) {
      await goTo(`/resources?page=${wrong}`);
      await expect(pages.getByRole('link', { name: '1쪽' })).toHaveAttribute('aria-current', 'page');
    }
  });

  test('name the search without results and link back to everything @night', async ({ page, goTo }) => {
    await goTo('/resources?search=qqqqzzzz');
    await expect(page.getByRole('main')).toContainText('‘qqqqzzzz’에 맞는 자료가 없어요.');
    await page.getByRole('link', { name: '전체 자료 보기' }).click();
    await expect(page).toHaveURL('/resources');
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(32);
  });

  test('report a failing server, retry with the button, and recover @night', async ({ page, goTo }) => {
    // Before the page preloads anything.
    await page.route(/\/api\/resources\/type\/software/, (route) =>
      route.fulfill({ status: 503, json: { message: '점검 중이에요.', code: 'overloaded' } }),
    );
    await goTo('/');
    await page
      .getByRole('navigation', { name: '자료 분류' })
      .getByRole('link', { name: '소프트웨어' })
      .click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('점검 중이에요.');
    // Pressed while the server still fails: the list also recovers automatically, which removes the button.
    await Promise.all([
      page.waitForRequest(/\/api\/resources\/type\/software/),
      page.getByRole('main').getByRole('alert').getByRole('button', { name: '새로고침' }).click(),
    ]);
    await page.unrouteAll();
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  });

  test('refuse a response that is no list @night', async ({ page, goTo }) => {
    await page.route('**/api/resources/type/ai_model**', (route) => route.fulfill({ json: { items: [] } }));
    await goTo('/');
    await page.getByRole('navigation', { name: '자료 분류' }).getByRole('link', { name: 'AI 모델' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      '서버 응답 형식이 올바르지 않아요.',
    );
  });
});
