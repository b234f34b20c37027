import type { Browser, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { demoPassword, demoSignIns } from '../demo/users.ts';
import { call, json, payOrder, placeOrder, serviceOfDemo, signUp } from './ordering.ts';

test.use({ expectedConsoleErrors: [/status of 40[0349]/] });

async function logIn(page: Page, baseURL: string | undefined, fullName: string) {
  const account = await signUp(page.request, baseURL, fullName);
  await call(page.request, baseURL, '/api/login', { email: account.email, password: account.password });
  return { ...account, ...(await json<{ username: string }>(await page.request.get('/api/user'))) };
}

async function beside(browser: Browser, baseURL: string | undefined, options: object = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '', ...options });
  return context.newPage();
}

/** A published resource with a guide. */
async function publish(page: Page, baseURL: string | undefined): Promise<string> {
  const { id } = await call<{ id: string }>(page.request, baseURL, '/api/resources', {
    title: `로봇 팔 ${crypto.randomUUID().slice(0, 8)}`,
    category: 'hardware_design',
    downloadUrl: 'https://example.com/arm',
    assemblyInstructions: ['밑판', '어깨', '손목'].map((title) => ({ title, text: `${title}을 조립해요.` })),
  });
  return id;
}

/** Acts by API calls: the page has its own test. */
async function offerHelp(page: Page, baseURL: string | undefined): Promise<void> {
  for (const [path, data] of [
    ['/api/user/volunteer', { languages: ['ko'] }],
    ['/api/user/volunteer/availability', { hours: 2 }],
  ] as const) {
    const answer = await page.request.put(path, { headers: { origin: baseURL ?? '' }, data });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
}

const isAlive = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('button, textarea')].some((element) =>
      Object.keys(element).some((key) => key.startsWith('__reactProps')),
    ),
  );

const session = (page: Page) => page.getByRole('complementary', { name: '도움 세션' });
const helpTitle = (page: Page, name: string) => session(page).getByRole('heading', { name, exact: true });

test('a volunteer helps a person with a step, both view the same step, and the solution is shown there @night', async ({
  page,
  browser,
  baseURL,
  goTo,
  expectAccessible,
}) => {
  test.slow();
  page.setDefaultTimeout(20_000);
  const problem = `어깨가 끼워지지 않아요 ${crypto.randomUUID().slice(0, 8)}`;
  await logIn(page, baseURL, '박다온');
  const resource = await publish(page, baseURL);
  const theirs = await beside(browser, baseURL);
  const helper = await logIn(theirs, baseURL, '최도움');

  // A volunteer sets their topics, and that they are available.
  await theirs.goto('/my/support');
  await theirs.getByRole('button', { name: '도울 수 있는 것 알리기' }).click();
  await theirs.getByRole('checkbox', { name: '조립' }).check();
  await theirs.getByRole('button', { name: '저장' }).click();
  await theirs.getByRole('button', { name: '2시간' }).click();
  await expect(theirs.getByText(/지금 도울 수 있어요/)).toBeVisible();

  // Started at the step, with the guide and the step filled in.
  await goTo(`/resources/${resource}`);
  await page.locator('#step-2').getByRole('link', { name: '이 단계에서 도움 받기' }).click();
  await expect(page.getByText('2단계 · 어깨')).toBeVisible();
  await page.getByRole('button', { name: '도움 청하기' }).click();
  await expect(page.getByRole('textbox', { name: '무엇이 안 되나요?' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await page.getByRole('textbox', { name: '무엇이 안 되나요?' }).fill(problem);
  await page.getByRole('combobox', { name: '분야' }).selectOption('assembly');
  await page.getByRole('combobox', { name: /^프린터/ }).fill('A1 mini');
  await expectAccessible();
  await page.getByRole('button', { name: '도움 청하기' }).click();
  await expect(helpTitle(page, '도와줄 분을 찾고 있어요')).toBeVisible();
  await expect(session(page)).toContainText('번째로 기다려요');
  await expect(session(page)).toContainText('A1 mini');
  await expectAccessible();

  // The volunteer is notified on another page, and accepts.
  const request = theirs.getByRole('article').filter({ hasText: problem });
  await expect(request).toContainText('2단계');
  await request.getByRole('button', { name: '도와주기' }).click();
  await expect(helpTitle(theirs, '함께 풀고 있어요')).toBeVisible();
  await expect(helpTitle(page, '함께 풀고 있어요')).toBeVisible();
  await expect(session(page).getByRole('link', { name: '최도움' })).toBeVisible();

  // They talk.
  await isAlive(theirs);
  await theirs.getByRole('textbox', { name: '메시지 쓰기' }).fill('사포로 살짝 갈아 보세요.');
  await theirs.keyboard.press('Enter');
  await expect(page.getByRole('feed')).toContainText('사포로 살짝 갈아 보세요.');

  // One turns the page, and both follow; one alone looks at another page.
  await session(theirs).getByRole('button', { name: '다음' }).click();
  await expect(session(page).getByRole('heading', { name: '손목' })).toBeVisible();
  await session(page).getByRole('checkbox', { name: '같은 단계를 함께 보기' }).uncheck();
  await session(page).getByRole('button', { name: '이전' }).click();
  await expect(session(page).getByRole('heading', { name: '어깨' })).toBeVisible();
  await expect(session(theirs).getByRole('heading', { name: '손목' })).toBeVisible();

  // Solved, written up by one, agreed to by the other.
  await session(page).getByRole('button', { name: '해결됐어요' }).click();
  await expect(session(theirs)).toContainText('덕분에 해결됐어요');
  await session(theirs).getByRole('button', { name: '글 쓰기' }).click();
  await session(theirs).getByText('나눈 이야기에서 고르기').click();
  await session(theirs)
    .getByRole('button', { name: /사포로/ })
    .click();
  await session(theirs).getByRole('textbox', { name: '남길 글' }).fill('어깨가 빡빡하면 사포로 갈아요.');
  await expectAccessible();
  await session(theirs).getByRole('button', { name: '상대에게 보여 주기' }).click();
  await expect(session(page)).toContainText('어깨가 빡빡하면 사포로 갈아요.');
  const before = await page.request.get(`/api/resources/${resource}/step-comments`);
  expect(await before.json()).toEqual([]);
  await session(page).getByRole('button', { name: '동의하고 올리기' }).click();
  await session(page).getByRole('link', { name: '올라간 글 보기' }).click();

  const said = page.locator('#step-2').getByRole('article', { name: '최도움 님의 댓글' });
  await expect(said).toContainText('어깨가 빡빡하면 사포로 갈아요.');
  await expect(said).toContainText('박다온님과 함께');
  await expect(page.locator('#step-1').getByRole('article')).toHaveCount(0);
  await expectAccessible();

  await goTo(`/people/${helper.username}`);
  await expect(page.getByText('해결 1번')).toBeVisible();
  await theirs.context().close();
});

/** The asker describes the problem; the form knows the subject already. */
async function askFor(page: Page, known: RegExp, problem: string): Promise<void> {
  await expect(page.getByRole('heading', { name: '도움 받기', level: 1 })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: known })).toBeVisible();
  await page.getByRole('textbox', { name: '무엇이 안 되나요?' }).fill(problem);
  await page.getByRole('button', { name: '도움 청하기' }).click();
  await expect(page).toHaveURL(/\/remote-support\/[0-9a-f-]{36}/);
}

/** The helper finds it in their list, with its subject, and accepts it; both are notified. */
async function takeOn(theirs: Page, page: Page, problem: string, about: string): Promise<void> {
  await theirs.goto('/my/support');
  const request = theirs.getByRole('article').filter({ hasText: problem });
  await expect(request).toContainText(about);
  await request.getByRole('button', { name: '도와주기' }).click();
  await expect(helpTitle(theirs, '함께 풀고 있어요')).toBeVisible();
  await expect(helpTitle(page, '함께 풀고 있어요')).toBeVisible();
}

const stuck = () => `잘 안 돼요 ${crypto.randomUUID().slice(0, 8)}`;

test('help with an order goes to its other side, which alone is notified @night', async ({
  page,
  browser,
  baseURL,
  goTo,
  expectAccessible,
}) => {
  test.slow();
  const theirs = await beside(browser, baseURL);
  await call(theirs.request, baseURL, '/api/login', { email: demoSignIns[0], password: demoPassword });
  const { id: serviceId } = await serviceOfDemo(theirs.request);
  await logIn(page, baseURL, '주문한 이');
  const order = await placeOrder(page.request, baseURL, serviceId);
  await payOrder(page.request, baseURL, order);

  await goTo(`/orders/${order.id}`);
  await page.getByRole('link', { name: '도움 받기' }).click();
  const problem = stuck();
  await askFor(page, new RegExp(order.title.replaceAll(/[^\p{L}\p{N} ]/gu, '.'), 'u'), problem);
  await expect(session(page)).toContainText('답을 기다리고 있어요');
  await expectAccessible();

  const stranger = await beside(browser, baseURL);
  await logIn(stranger, baseURL, '지나가는 이');
  await offerHelp(stranger, baseURL);
  await stranger.goto('/my/support');
  await expect(stranger.getByRole('heading', { name: '도움 주고받기' }).first()).toBeVisible();
  await expect(stranger.getByText(problem)).toHaveCount(0);
  await takeOn(theirs, page, problem, `주문 · ${order.title}`);
  await Promise.all([theirs, stranger].map((each) => each.context().close()));
});

test('help with a question of one’s own waits for a volunteer, who sees the question @night', async ({
  page,
  browser,
  baseURL,
  goTo,
}) => {
  test.slow();
  const title = `와이파이가 안 잡혀요 ${crypto.randomUUID().slice(0, 8)}`;
  await logIn(page, baseURL, '묻는 이');
  const { seq } = await call<{ seq: number }>(page.request, baseURL, '/api/channels/questions/messages', {
    title,
    text: 'ESP32 보드예요.',
  });
  const theirs = await beside(browser, baseURL);
  await logIn(theirs, baseURL, '돕는 이');
  await offerHelp(theirs, baseURL);

  await goTo(`/remote-support/questions/${seq}`);
  await page.getByRole('link', { name: '1:1로 도움 받기' }).click();
  const problem = stuck();
  await askFor(page, new RegExp(title), problem);
  await takeOn(theirs, page, problem, `질문 · ${title}`);
  await theirs.context().close();
});

test('a request for help on a person’s page is offered to them first @night', async ({
  page,
  browser,
  baseURL,
  goTo,
}) => {
  test.slow();
  const theirs = await beside(browser, baseURL);
  const { username } = await logIn(theirs, baseURL, '박도우미');
  await offerHelp(theirs, baseURL);
  await logIn(page, baseURL, '찾는 이');

  await goTo(`/people/${username}`);
  await page.getByRole('link', { name: '도움 청하기' }).click();
  await expect(page.getByText('먼저 이분에게 물어보고')).toBeVisible();
  const problem = stuck();
  await askFor(page, /박도우미/, problem);
  await expect(session(page)).toContainText('박도우미님의 답을 기다리고 있어요');
  await takeOn(theirs, page, problem, '찾는 이');
  await theirs.context().close();
});

test('engineers are found without scripts, and filtered @night', async ({
  browser,
  baseURL,
  goTo,
  page,
  expectAccessible,
}) => {
  const plain = await beside(browser, baseURL, { javaScriptEnabled: false });
  await plain.goto('/engineers?kind=volunteer');
  await expect(plain.getByRole('heading', { name: '강태호' })).toBeVisible();
  await plain.getByRole('combobox', { name: '구분' }).selectOption('paid');
  await plain.getByRole('button', { name: '적용' }).click();
  await expect(plain.getByRole('heading', { name: '역삼 제품 엔지니어 상담' })).toBeVisible();
  await expect(plain.getByRole('heading', { name: '강태호' })).toHaveCount(0);
  await plain.context().close();

  await goTo('/engineers');
  await expectAccessible();
  await page.getByRole('combobox', { name: '분야' }).selectOption('electronics');
  await expect(page).toHaveURL(/skill=electronics/);
  await expect(page.getByRole('heading', { name: '강태호' })).toBeVisible();
  await page.getByRole('combobox', { name: '지역' }).selectOption('sejong');
  await expect(page.getByText('조건에 맞는 엔지니어가 없어요')).toBeVisible();
  await page.getByRole('link', { name: '모두 보기' }).click();
  await expect(page).toHaveURL(/\/engineers$/);
  await goTo('/en/engineers');
  await expect(page.getByRole('heading', { name: 'Engineers', level: 1 })).toBeVisible();
  await goTo('/jp/engineers');
  await expect(page.getByRole('heading', { name: 'エンジニア', level: 1 })).toBeVisible();
});

test('a subject of help that fails to load is reported, and can be removed @night', async ({
  page,
  baseURL,
  goTo,
  expectAccessible,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 503/);
  await logIn(page, baseURL, '한가온');
  const resource = await publish(page, baseURL);
  let isAway = true;
  await page.route(`**/api/resources/${resource}`, (route) =>
    isAway
      ? route.fulfill({ status: 503, json: { message: '잠시 쉬고 있어요.', code: 'x' } })
      : route.continue(),
  );
  await goTo(`/remote-support/help?resource=${resource}&step=2`);
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('잠시 쉬고 있어요.', { timeout: 40_000 });
  isAway = false;
  await alert.getByRole('button', { name: '다시 시도' }).click();
  await expect(page.getByText('2단계 · 어깨')).toBeVisible();

  // A subject that does not exist.
  await goTo(`/remote-support/help?resource=${crypto.randomUUID()}`);
  await page.getByRole('textbox', { name: '무엇이 안 되나요?' }).fill('모터가 돌지 않아요.');
  await expectAccessible();
  await alert.getByRole('link', { name: '빼고 청하기' }).click();
  await expect(alert).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: '무엇이 안 되나요?' })).toHaveValue('모터가 돌지 않아요.');
  await page.getByRole('button', { name: '도움 청하기' }).click();
  await expect(helpTitle(page, '도와줄 분을 찾고 있어요')).toBeVisible();
});
