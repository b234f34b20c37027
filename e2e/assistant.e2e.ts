import { buffer } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { ZipFile } from 'yazl';
import { call, json, signUp } from './ordering.ts';
import { expect, test } from './fixtures.ts';

/** A demo kit with parts and three steps. */
async function guideOfDemo(page: Page): Promise<{ id: string; title: string; steps: number }> {
  const title = 'ATtiny85 전자 주사위 키트';
  const found = await json<{ id: string; title: string }[]>(
    await page.request.get('/api/resources/type/hardware_design?limit=50'),
  );
  const kit = found.find((resource) => resource.title === title);
  if (!kit) throw new Error('the demo has no such kit');
  return { id: kit.id, title, steps: 3 };
}

const heading = (page: Page) => page.locator('#step-heading');
const stepOf = async (page: Page) =>
  Number(/단계 중 (\d+)단계(?!를)/.exec(await page.locator('main').innerText())?.[1]);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a demo kit is built from start to finish, with a question, an interruption and a return @night', async ({
    page,
    goTo,
    expectAccessible,
  }) => {
    test.slow();
    const { id, title, steps } = await guideOfDemo(page);
    await goTo('/ai-assembly');
    await expect(page.getByRole('heading', { level: 1, name: 'AI 조립 어시스턴트' })).toBeVisible();
    await expectAccessible();
    await page.getByLabel('만들고 싶은 것 찾기').fill(title);
    await page.getByRole('button', { name: '찾기', exact: true }).click();
    await page.getByRole('region', { name: '자료 보고 만들기' }).getByRole('link', { name: title }).click();
    await page.waitForURL(/conversation=/);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible();

    const parts = page.locator('details').filter({ hasText: '부품' }).first();
    const boxes = parts.getByRole('checkbox');
    const count = await boxes.count();
    for (let index = 0; index < count; index += 1) await boxes.nth(index).check();
    await expect(parts.getByText(`${count}가지 중 ${count}가지 준비`)).toBeVisible();

    const done = page.getByRole('button', { name: '다 했어요, 다음' });
    await done.click();
    await expect(heading(page)).toBeFocused();
    expect(await stepOf(page)).toBe(2);
    await done.click();
    expect(await stepOf(page)).toBe(3);

    await page.getByRole('button', { name: '부품은 무엇이 필요해?' }).click();
    const answer = page.getByRole('article', { name: '답변' }).last();
    await expect(answer.getByText('설명서에서 찾은 문장이에요')).toBeVisible();
    await expect(answer.getByRole('list', { name: '근거' }).getByRole('listitem').first()).toBeVisible();
    await expectAccessible();
    await page.getByLabel(/^질문/).fill('1단계를 알려 줘');
    await page.keyboard.press('Enter');
    await page
      .getByRole('article', { name: '답변' })
      .nth(1)
      .getByRole('button', { name: /^1단계/ })
      .first()
      .click();
    expect(await stepOf(page)).toBe(1);

    // The person leaves, and returns on another day.
    await goTo('/');
    await goTo('/ai-assembly');
    await page.getByRole('region', { name: '이어서 만들기' }).getByRole('link', { name: title }).click();
    await expect(page.getByText(`${steps}단계 중 2단계를 마쳤어요.`)).toBeVisible();
    await expect(page.getByRole('article', { name: '답변' })).toHaveCount(2);
    await expect(parts.getByText(`${count}가지 중 ${count}가지 준비`)).toBeVisible();
    // The same resource resumes.
    await goTo(`/resources/${id}`);
    await page.getByRole('link', { name: 'AI와 함께 만들기' }).click();
    await page.waitForURL(/conversation=/);
    await expect(page.getByText(`${steps}단계 중 2단계를 마쳤어요.`)).toBeVisible();

    const next = page.getByRole('button', { name: '다음', exact: true });
    for (let at = await stepOf(page); at < 3; at += 1) {
      await next.click();
      await expect.poll(() => stepOf(page)).toBe(at + 1);
    }
    for (let at = 3; at < steps; at += 1) {
      await done.click();
      await expect.poll(() => stepOf(page)).toBe(at + 1);
    }
    // A page that is left sends unsaved progress, but a reload may be served before that arrives.
    const kept = page.waitForResponse(
      (response) =>
        response.url().endsWith('/progress') && response.request().postDataJSON().doneSteps.length === steps,
    );
    await page.getByRole('button', { name: '다 만들었어요' }).click();
    await expect(page.getByText('다 만들었어요! 고생했어요.')).toBeVisible();
    await kept;
    await page.reload();
    await expect(page.getByText('다 만들었어요! 고생했어요.')).toBeVisible();
    await expectAccessible();
  });

  test('the steps can be turned by voice @night', async ({ page, goTo }) => {
    // Speech recognition is outside of the product, so it is replaced.
    await page.addInitScript(() => {
      class Heard {
        onresult: ((event: object) => void) | null = null;
        onend: (() => void) | null = null;
        start() {
          (globalThis as { say?: (words: string) => void }).say = (transcript) =>
            this.onresult?.({ resultIndex: 0, results: [[{ transcript }]] });
        }
        abort() {
          this.onend?.();
        }
      }
      Object.assign(globalThis, { SpeechRecognition: Heard, webkitSpeechRecognition: Heard });
    });
    const { id } = await guideOfDemo(page);
    await goTo(`/ai-assembly?resourceId=${id}`);
    await page.waitForURL(/conversation=/);
    await page.getByRole('button', { name: '말로 넘기기' }).click();
    await expect(page.getByText('‘다음’, ‘이전’, ‘다시’, ‘다 했어’라고 말해 보세요.')).toBeVisible();
    await page.waitForFunction(() => 'say' in globalThis);
    const say = (words: string) =>
      page.evaluate((text) => (globalThis as unknown as { say(text: string): void }).say(text), words);
    await say('다음');
    await expect.poll(() => stepOf(page)).toBe(2);
    await say('다 했어');
    await expect.poll(() => stepOf(page)).toBe(3);
    await say('이전');
    await expect.poll(() => stepOf(page)).toBe(2);
    await say('오늘 점심 뭐 먹지');
    expect(await stepOf(page)).toBe(2);
  });
});

test('an unanswerable question is declined, a failed answer can be retried, and the input is kept @night', async ({
  page,
  goTo,
  expectAccessible,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/503 \(Service Unavailable\)/);
  const { id } = await guideOfDemo(page);
  await goTo(`/ai-assembly?resourceId=${id}`);
  await page.waitForURL(/conversation=/);
  const field = page.getByLabel(/^질문/);
  await field.fill('대한민국의 대통령은 누구야?');
  await page.getByRole('button', { name: '물어보기', exact: true }).click();
  const answer = page.getByRole('article', { name: '답변' });
  await expect(answer.getByText('여기에는 그 내용이 없어요. 짐작해서 답하지 않을게요.')).toBeVisible();
  await expect(answer.getByRole('list', { name: '물어볼 곳' }).getByRole('link').first()).toBeVisible();
  await expect(answer.getByRole('list', { name: '근거' })).toHaveCount(0);
  await expect(answer.getByText('설명서에서 찾은 문장이에요')).toHaveCount(0);

  let isAway = true;
  await page.route('**/api/assistant/conversations/*/messages', (route) =>
    isAway
      ? route.fulfill({ status: 503, json: { message: '잠시 쉬고 있어요.', code: 'x' } })
      : route.continue(),
  );
  await field.fill('1단계를 알려 줘');
  // The key that ends a composition belongs to the input method.
  await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
  await expect(field).toHaveValue('1단계를 알려 줘');
  await page.keyboard.press('Enter');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('잠시 쉬고 있어요.', { timeout: 30_000 });
  await expectAccessible();
  await alert.getByRole('button', { name: '질문 고치기' }).click();
  await expect(field).toHaveValue('1단계를 알려 줘');
  isAway = false;
  await field.press('Enter');
  await expect(answer.last().getByText('설명서에서 찾은 문장이에요')).toBeVisible();
});

test('a declined question can be posted to the community unchanged, after logging in on the way @night', async ({
  page,
  request,
  baseURL,
  goTo,
  expectAccessible,
}) => {
  // Registering signs in, which is not wanted here.
  const account = await signUp(request, baseURL, '물어보는 사람');
  const { id } = await guideOfDemo(page);
  await goTo(`/ai-assembly?resourceId=${id}`);
  await page.waitForURL(/conversation=/);
  await page.getByRole('button', { name: '다 했어요, 다음' }).click();
  await expect.poll(() => stepOf(page)).toBe(2);
  const question = '대한민국의 대통령은 누구야?';
  await page.getByLabel(/^질문/).fill(question);
  await page.getByRole('button', { name: '물어보기', exact: true }).click();
  await page.getByRole('article', { name: '답변' }).getByRole('link', { name: '커뮤니티에 묻기' }).click();
  await page.getByRole('main').getByRole('link', { name: '로그인' }).click();
  await page.getByLabel('이메일 또는 사용자 이름').fill(account.email);
  await page.getByLabel('비밀번호', { exact: true }).fill(account.password);
  await page.getByRole('main').getByRole('button', { name: '로그인', exact: true }).click();
  await page.waitForURL(/\/questions\/ask\?/);
  const title = page.getByLabel('제목');
  const text = page.getByLabel('내용');
  await expect(title).toHaveValue(question);
  await expect(text).toHaveValue(new RegExp(`^${question.replace('?', '\\?')}\n\n2단계.*/resources/${id}$`));
  await expectAccessible();
  // Edits there are kept and do not affect a new question.
  await title.fill('제목을 고쳤어요');
  await page.reload();
  await expect(title).toHaveValue('제목을 고쳤어요');
  await goTo('/remote-support/questions/ask');
  await expect(title).toHaveValue('');
});

test('loading states are shown while the workbench is prepared, also without scripts @night', async ({
  browser,
  baseURL,
  page,
}) => {
  const { id } = await guideOfDemo(page);
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(`/ai-assembly?resourceId=${id}`);
  const words = plain.getByText('조립대를 준비하고 있어요.');
  await expect(words).toBeInViewport();
  expect((await words.boundingBox())?.height).toBeGreaterThan(16);
  const place = words.locator('xpath=following-sibling::div').first();
  await expect(place).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await context.close();
});

test('a person proposes a correction, and the author accepts it @night', async ({
  page,
  goTo,
  baseURL,
  expectAccessible,
}) => {
  const author = await signUp(page.request, baseURL, '만든 사람');
  await call(page.request, baseURL, '/api/login', { email: author.email, password: author.password });
  const { id } = await call<{ id: string }>(page.request, baseURL, '/api/resources', {
    title: '작은 등',
    description: '조립해서 쓰는 등이에요.',
    category: 'hardware_design',
    license: 'MIT',
    downloadUrl: 'https://example.com/lamp.zip',
    assemblyInstructions: [
      { title: '', text: '전선을 끼워요.' },
      { title: '', text: '전구를 돌려요.' },
    ],
    details: { billOfMaterials: [{ name: '전구', quantity: 1, url: 'https://example.com/bulb' }] },
  });
  const finder = await signUp(page.request, baseURL, '찾은 사람');
  await call(page.request, baseURL, '/api/login', { email: finder.email, password: finder.password });
  await goTo(`/ai-assembly?resourceId=${id}`);
  await expect(page.getByRole('link', { name: '전구 구하는 곳, 새 탭에서 열기' })).toHaveAttribute(
    'href',
    'https://example.com/bulb',
  );
  await page.getByRole('button', { name: '이 단계에 고칠 점 제안하기' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('고친 내용').fill('전선을 빨간 쪽에 끼워요.');
  await dialog.getByLabel('이유').fill('극이 바뀌어 있었어요.');
  await expectAccessible();
  await dialog.getByRole('button', { name: '제안 보내기' }).click();
  await expect(dialog).toBeHidden();
  await goTo('/my/proposals?side=sent');
  await expect(page.getByRole('article')).toContainText('답을 기다려요');

  await call(page.request, baseURL, '/api/login', { email: author.email, password: author.password });
  await goTo('/my/proposals');
  const proposal = page.getByRole('article');
  await expect(proposal).toContainText('찾은 사람 님의 제안');
  await expectAccessible();
  await proposal.getByRole('button', { name: '받아들이기' }).click();
  await expect(proposal).toContainText('받아들임');
  await goTo(`/resources/${id}`);
  await expect(page.getByText('전선을 빨간 쪽에 끼워요.')).toBeVisible();
});

test('a suggested text is shown in full for its step, and disappears when the person sends it @night', async ({
  page,
  goTo,
  baseURL,
}) => {
  const finder = await signUp(page.request, baseURL, '보내는 사람');
  await call(page.request, baseURL, '/api/login', { email: finder.email, password: finder.password });
  const { id } = await guideOfDemo(page);
  const fix = { step: 2, text: '긴 다리가 둥근 패드로 가요.', reason: '헷갈리게 쓰여 있어요.' };
  // There is no model here: its suggestion is added to the server's response.
  await page.route(/\/api\/assistant\/conversations(?:\/[\w-]+)?$/, async (route) => {
    const response = await route.fetch();
    const conversation = (await response.json()) as { id: string; messages?: object[] };
    const action = { tool: 'propose_fix', about: fix.text, needsPlace: false, isDone: false, fix };
    const message = {
      id: crypto.randomUUID(),
      seq: 2,
      role: 'assistant',
      text: '',
      citations: [],
      sentences: [],
      handoffs: [],
      safety: [],
      actions: [{ ...action, id: crypto.randomUUID() }],
      found: null,
      declined: false,
      mode: 'model',
      voided: null,
      droppedSentences: 0,
      state: 'complete',
      clientId: null,
      replyTo: null,
      createdAt: new Date().toISOString(),
    };
    await route.fulfill({
      response,
      json: Array.isArray(conversation) ? conversation : { ...conversation, messages: [message] },
    });
  });
  await goTo(`/ai-assembly?resourceId=${id}`);
  await page.waitForURL(/conversation=/);
  await page.getByRole('button', { name: `고칠 점 제안하기: ${fix.text}` }).click();
  const dialog = page.getByRole('dialog', { name: '2단계 고칠 점 제안' });
  await expect(dialog.getByLabel('고친 내용')).toHaveValue(fix.text);
  await expect(dialog.getByLabel('이유')).toHaveValue(fix.reason);
  const sent = page.waitForRequest((request) => request.url().endsWith('/step-proposals'));
  await dialog.getByRole('button', { name: '제안 보내기' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ ...fix, isFromModel: true });
  await expect(dialog).toBeHidden();
});

test('a 3D model can be rotated on the workbench, which stays usable where the viewer fails @night', async ({
  page,
  goTo,
  expectAccessible,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/ERR_FAILED/);
  type Listed = { id: string; files: { name: string; mesh: object | null }[] };
  let found: Listed | undefined;
  const findModel = async () => {
    for (const { id } of await json<Listed[]>(
      await page.request.get('/api/resources/type/3d_model?limit=40'),
    )) {
      const resource = await json<Listed>(await page.request.get(`/api/resources/${id}`));
      if (resource.files[0]?.mesh) found = resource;
      if (found) return true;
    }
    return false;
  };
  await expect.poll(findModel, { timeout: 60_000, intervals: [1000] }).toBe(true);
  await goTo(`/ai-assembly?resourceId=${found!.id}`);
  await page.waitForURL(/conversation=/);
  await page.getByLabel(/^질문/).fill('무엇으로 뽑아?');
  const part = page.getByRole('region', { name: '3D 모델' });
  await page.route('**/assets/**', (route) => route.abort());
  await part.getByRole('button').first().click();
  await expect(part.getByRole('alert')).toContainText('3D 보기를 불러오지 못했어요.', { timeout: 40_000 });
  await expect(page.getByLabel(/^질문/)).toHaveValue('무엇으로 뽑아?');
  await page.unroute('**/assets/**');
  await part.getByRole('button', { name: '다시 시도' }).click();
  await expect(part.getByRole('application', { name: /3D 보기$/ })).toBeVisible();
  await expectAccessible();
});

async function pdfOf(pages: readonly string[][]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const lines of pages) {
    const sheet = pdf.addPage();
    lines.forEach((line, index) => sheet.drawText(line, { x: 40, y: 780 - index * 20, size: 12, font }));
  }
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

async function zipOf(files: Record<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name);
  zip.end();
  return buffer(zip.outputStream);
}

const long = Array.from({ length: 120 }, (_, index) => [
  `Chapter ${index + 1}`,
  index === 76 ? 'Oil the flywheel bearing every 40 hours of use.' : `Nothing of importance stands here.`,
]);

test('a manual of one’s own is read in the background, and answers questions like a guide, with the page shown @night', async ({
  page,
  goTo,
  baseURL,
  expectAccessible,
}) => {
  test.slow();
  const reader = await signUp(page.request, baseURL, '읽는 사람');
  await call(page.request, baseURL, '/api/login', { email: reader.email, password: reader.password });
  const zip = await zipOf({
    '설명/바퀴.pdf': await pdfOf(long),
    '읽어 보세요.md': Buffer.from('# 순서\n\n1. 바퀴를 끼워요.\n2. 나사를 조여요.'),
  });
  await goTo('/ai-assembly');
  const part = page.getByRole('region', { name: '설명서로 만들기' });
  await part
    .locator('input[type=file]')
    .setInputFiles({ name: '플라이휠.zip', mimeType: 'application/zip', buffer: zip });
  // The progress of each response must increase until everything is read.
  const seen: number[] = [];
  page.on('response', async (answer) => {
    if (!answer.url().endsWith('/api/assistant/documents') || answer.request().method() !== 'GET') return;
    const [first] = (await answer.json().catch(() => [])) as { pagesRead: number }[];
    if (first) seen.push(first.pagesRead);
  });
  await part.getByRole('button', { name: '설명서 읽기' }).click();
  await expect(part.getByText('플라이휠', { exact: true })).toBeVisible();
  await part.getByRole('button', { name: '조립대 열기' }).click({ timeout: 60_000 });
  await page.waitForURL(/conversation=/);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  await expect(page.getByText('바퀴를 끼워요.').first()).toBeVisible();
  await page.getByLabel(/^질문/).fill('How often is the flywheel bearing oiled?');
  await page.keyboard.press('Enter');
  const answer = page.getByRole('article', { name: '답변' });
  await expect(answer.getByText('Oil the flywheel bearing every 40 hours of use.').first()).toBeVisible();
  await expectAccessible();
  await answer.getByRole('button', { name: /^77쪽/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Oil the flywheel bearing every 40 hours of use.')).toBeVisible();
  await expectAccessible();

  // Deleting asks for confirmation.
  await goTo('/ai-assembly');
  await part.getByRole('button', { name: '플라이휠 지우기' }).click();
  await dialog.getByRole('button', { name: '돌아가기' }).click();
  await expect(dialog).toBeHidden();
  await part.getByRole('button', { name: '플라이휠 지우기' }).click();
  await dialog.getByRole('button', { name: '지우기', exact: true }).click();
  await expect(part.getByText('플라이휠', { exact: true })).toHaveCount(0);
});
