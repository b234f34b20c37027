import type { APIRequestContext, Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './fixtures.ts';
import { call, callsOf, json, signUp } from './ordering.ts';

test.use({ expectedConsoleErrors: [/ERR_(FAILED|INTERNET_DISCONNECTED)|serving allow|status of 40[03]/] });

type Channel = { id: string; slug: string; name: string };
type Message = { id: string; seq: number; text: string; attachments: { url: string; name: string }[] };

const admin = { email: 'admin@example.com', password: 'a sentence for the tests' };

/** A channel of one test alone. */
async function openChannel(calls: APIRequestContext, baseURL: string | undefined, more: object = {}) {
  const slug = `e2e-${crypto.randomUUID().slice(0, 8)}`;
  return call<Channel>(calls, baseURL, '/api/channels', {
    name: `시험 ${slug}`,
    slug,
    reason: '시험',
    ...more,
  });
}

async function logIn(page: Page, baseURL: string | undefined, fullName: string) {
  const account = await signUp(page.request, baseURL, fullName);
  await call(page.request, baseURL, '/api/login', { email: account.email, password: account.password });
  return { ...account, ...(await json<{ username: string }>(await page.request.get('/api/user'))) };
}

async function beside(browser: Browser, baseURL: string | undefined, options: object = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '', ...options });
  return context.newPage();
}

/** Waits until the page responds to keys; input before that is kept. */
const isAlive = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('textarea')].some((field) =>
      Object.keys(field).some((key) => key.startsWith('__reactProps')),
    ),
  );

const feed = (page: Page) => page.getByRole('feed');
const field = (page: Page) => page.locator('textarea[name="text"]').first();
const said = (page: Page, text: string | RegExp) => feed(page).getByRole('article').filter({ hasText: text });
const outgoing = (page: Page) => page.getByRole('article', { name: '보내는 중인 글' });
const textsIn = async (page: Page) =>
  (await feed(page).getByRole('article').allInnerTexts()).map((text) => text.split('\n').at(-1));

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

test('two people in two languages write, reply, react, mention, edit and delete, and each sees it at once', async ({
  page,
  browser,
  baseURL,
  goTo,
  playwright,
  expectAccessible,
}) => {
  test.slow();
  const staff = await callsOf(playwright, baseURL, admin);
  const channel = await openChannel(staff, baseURL);
  const minsu = await logIn(page, baseURL, '김민수');
  const theirs = await beside(browser, baseURL, { locale: 'en-US' });
  await logIn(theirs, baseURL, 'Emma Stone');
  await goTo(`/remote-support/${channel.slug}`);
  await theirs.goto(`/en/remote-support/${channel.slug}`);
  await Promise.all([isAlive(page), isAlive(theirs)]);

  await write(page, '안녕하세요, **민수**예요.');
  await expect(said(theirs, '안녕하세요, 민수예요.')).toBeVisible();
  await expect(theirs.getByRole('log')).toContainText('김민수');

  // A reply links to its message; typing is shown meanwhile.
  await said(theirs, '민수예요').hover();
  await theirs.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(field(theirs)).toBeFocused();
  await theirs.keyboard.type('Hi ');
  await expect(page.getByText('Emma Stone님이 쓰고 있어요…')).toBeVisible();
  // The last author here is suggested first, and chosen with the keyboard.
  await theirs.keyboard.type(`@${minsu.username.slice(0, -1)}`);
  const option = theirs.getByRole('option', { name: minsu.username });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await theirs.keyboard.press('Enter');
  await expect(field(theirs)).toHaveValue(`Hi @${minsu.username} `);
  await theirs.keyboard.type('welcome');
  await theirs.keyboard.press('Enter');
  const reply = said(page, 'welcome');
  await expect(reply.getByRole('link', { name: '@김민수' })).toBeVisible();
  await expect(reply.getByRole('button', { name: /답글 대상:/ })).toContainText('안녕하세요');

  await reply.hover();
  await page.getByRole('button', { name: '👍 반응 달기' }).click();
  await expect(said(theirs, 'welcome').getByRole('button', { name: '👍 1' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await said(theirs, 'welcome').getByRole('button', { name: '👍 1' }).click();
  await expect(reply.getByRole('button', { name: '👍 2' })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible();

  // ↑ in the empty field edits the person's last message; others can see its previous text.
  await field(page).focus();
  await page.keyboard.press('ArrowUp');
  await page.getByRole('textbox', { name: '글 고치기' }).fill('안녕하세요, 민수입니다.');
  await page.keyboard.press('Enter');
  await expect(said(theirs, '민수입니다.')).toBeVisible();
  await said(theirs, '민수입니다.').getByRole('button', { name: 'edited' }).click();
  await expect(theirs.getByRole('dialog', { name: 'Edit history' })).toContainText('민수예요.');
  await theirs.keyboard.press('Escape');

  // A thread of its own.
  await said(theirs, '민수입니다.').hover();
  await theirs.getByRole('button', { name: 'Open a thread' }).click();
  const thread = theirs.getByRole('region', { name: 'Thread' });
  await thread.getByRole('textbox', { name: 'Write a reply' }).fill('in the thread');
  await theirs.keyboard.press('Enter');
  await expect(thread.getByRole('article').filter({ hasText: 'in the thread' })).toBeVisible();
  await page.getByRole('button', { name: /답글 1개/ }).click();
  await expect(page.getByRole('region', { name: '이어진 이야기' })).toContainText('in the thread');
  await expectAccessible();
  await page.keyboard.press('Escape');

  await said(page, '민수입니다.').hover();
  await said(page, '민수입니다.').getByRole('button', { name: '더 보기' }).click();
  await page.getByRole('menuitem', { name: '삭제' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click();
  await expect(feed(theirs)).toContainText('This message was deleted.');
  await expect(feed(theirs)).not.toContainText('민수입니다');
  // Screen readers do not get it either.
  await expect(theirs.getByRole('log')).not.toContainText('민수');
  await theirs.context().close();
  await staff.dispose();
});

test('messages written offline are queued in order, and others’ messages appear when the network is back @night', async ({
  page,
  browser,
  baseURL,
  goTo,
  playwright,
}) => {
  test.slow();
  const staff = await callsOf(playwright, baseURL, admin);
  const channel = await openChannel(staff, baseURL);
  await logIn(page, baseURL, '끊기는 사람');
  const theirs = await beside(browser, baseURL);
  await logIn(theirs, baseURL, '남은 사람');
  await goTo(`/remote-support/${channel.slug}`);
  await theirs.goto(`/remote-support/${channel.slug}`);
  await Promise.all([isAlive(page), isAlive(theirs)]);
  await write(page, '처음');
  await expect(said(theirs, '처음')).toBeVisible();

  await page.context().setOffline(true);
  for (const text of ['밖에서 하나', '밖에서 둘', '밖에서 셋']) await write(page, text);
  await expect(outgoing(page)).toHaveCount(3);
  for (const text of ['안에서 하나', '안에서 둘']) await write(theirs, text);
  await expect(said(theirs, '안에서 둘')).toBeVisible();
  await expect(outgoing(theirs)).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(outgoing(page)).toHaveCount(0);
  const all = ['처음', '안에서 하나', '안에서 둘', '밖에서 하나', '밖에서 둘', '밖에서 셋'];
  await expect.poll(() => textsIn(page)).toEqual(all);
  await expect.poll(() => textsIn(theirs)).toEqual(all);

  // Queued messages and unsent text survive a reload, and the queue is then sent automatically.
  await page.route('**/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await write(page, '새로 고침 앞에서');
  await expect(outgoing(page).getByText('보내는 중…')).toBeVisible();
  await field(page).fill('쓰다 만 글');
  await page.reload();
  await expect(outgoing(page)).toHaveCount(1);
  await expect(field(page)).toHaveValue('쓰다 만 글');
  await page.unrouteAll();
  await expect(said(theirs, '새로 고침 앞에서')).toBeVisible();
  await expect(outgoing(page)).toHaveCount(0);
  await expect(said(page, '새로 고침 앞에서')).toHaveCount(1);

  // A message that cannot be delivered soon shows its reason and the possible actions.
  await page.route('**/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await write(page, '아무도 못 받은 글');
  await expect(outgoing(page).getByText('곧 다시 보낼게요.')).toBeVisible();
  await outgoing(page).getByRole('button', { name: '버리기' }).click();
  await expect(outgoing(page)).toHaveCount(0);
  await write(page, '기다리는 글');
  await expect(outgoing(page).getByText('곧 다시 보낼게요.')).toBeVisible();
  await page.unrouteAll();
  await outgoing(page).getByRole('button', { name: '다시 보내기' }).click();
  await expect(said(theirs, '기다리는 글')).toBeVisible();
  await expect(outgoing(page)).toHaveCount(0);
  await expect(feed(theirs)).not.toContainText('아무도 못 받은 글');

  // A refused message says so, stays, and can be discarded.
  const word = `나쁜말${crypto.randomUUID().slice(0, 6)}`;
  await call(staff, baseURL, '/api/banned-words', { word, reason: '시험' });
  await write(page, `이것은 ${word}`);
  await expect(page.getByRole('alert').filter({ hasText: '보내지 못했어요.' })).toContainText(
    '쓸 수 없는 말',
  );
  await page.getByRole('button', { name: '버리기' }).click();
  await expect(feed(page)).not.toContainText(word);
  await theirs.context().close();
  await staff.dispose();
});

test('a question is asked, answered and accepted, and found without login and without scripts @night', async ({
  page,
  browser,
  baseURL,
  goTo,
  request,
  expectAccessible,
}) => {
  test.slow();
  await logIn(page, baseURL, '묻는 사람');
  const title = `노즐이 막혔어요 ${crypto.randomUUID().slice(0, 8)}`;
  await goTo('/remote-support/questions/ask');
  await expectAccessible();
  await page.getByRole('button', { name: '질문 올리기' }).click();
  await expect(page.getByText('꼭 입력해 주세요.')).toHaveCount(2);
  await page.getByLabel('제목').fill(title);
  await page.getByLabel('내용').fill('220도에서 **아무것도** 안 나와요.');
  await page.getByLabel('태그').fill('노즐, Hot End');
  await page.getByRole('button', { name: '질문 올리기' }).click();
  await expect(page).toHaveURL(/\/remote-support\/questions\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  const address = new URL(page.url()).pathname;

  const theirs = await beside(browser, baseURL, { locale: 'ja-JP' });
  await logIn(theirs, baseURL, '田中');
  await theirs.goto(`/jp${address}`);
  await isAlive(theirs);
  await field(theirs).fill('冷間引き抜きを試してください。');
  await field(theirs).press('Enter');
  const answer = page.getByRole('article').filter({ hasText: '冷間引き抜き' });
  await expect(answer).toBeVisible();
  await page.getByRole('button', { name: '이 답변으로 해결했어요' }).click();
  await expect(answer.getByText('채택한 답변')).toBeVisible();
  await expect(page.getByText('해결됨')).toBeVisible();
  // Questions are read long afterwards, so the day of each message is shown.
  await expect(answer.locator('time')).toHaveText(/^\d{4}\. \d{1,2}\. \d{1,2}\. /);
  await expect(theirs.getByText('解決済み')).toBeVisible();
  await expectAccessible();
  await theirs.context().close();

  const plain = await beside(browser, baseURL, { javaScriptEnabled: false });
  await plain.goto('/remote-support/questions?solved=true&tag=hot-end');
  await plain.getByRole('link', { name: title }).click();
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(plain.getByText('冷間引き抜きを試してください。')).toBeVisible();
  await expect(plain).toHaveTitle(new RegExp(title));
  const data = (await plain.locator('script[type="application/ld+json"]').allTextContents())
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .find((each) => each['@type'] === 'QAPage');
  expect(data).toMatchObject({
    mainEntity: {
      name: title,
      answerCount: 1,
      acceptedAnswer: { text: '冷間引き抜きを試してください。', author: { name: '田中' } },
    },
  });
  await plain.context().close();
  expect(await (await request.get('/sitemaps/questions.xml')).text()).toContain(`${baseURL}${address}<`);

  // The number of answers is known before they are loaded.
  await goTo('/remote-support/questions');
  await page.route('**/api/channels/*/messages?*thread=*', () => {});
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { name: '답변 1개' })).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await goTo('/remote-support');
  await expectAccessible();
});

/** A finished upload. */
async function upload(page: Page, baseURL: string | undefined, name: string, bytes: Buffer): Promise<string> {
  const headers = { origin: baseURL ?? '', 'tus-resumable': '1.0.0' };
  const begun = await page.request.post('/api/uploads', {
    headers: {
      ...headers,
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  });
  expect(begun.status(), await begun.text()).toBe(201);
  const address = begun.headers()['location'] ?? '';
  const sent = await page.request.patch(address, {
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    data: bytes,
  });
  expect(sent.status(), await sent.text()).toBe(204);
  return address.split('/').at(-1) ?? '';
}

test('no text of strangers runs as code, in any field @night', async ({
  page,
  baseURL,
  goTo,
  playwright,
}) => {
  test.slow();
  const attack = `"><img src=x onerror="window.ran=1"><script>window.ran=1</script>`;
  const staff = await callsOf(playwright, baseURL, admin);
  const channel = await openChannel(staff, baseURL, {
    name: attack.slice(0, 40),
    description: attack.slice(0, 100),
  });
  const posts = (id: string, input: object) =>
    call<Message>(page.request, baseURL, `/api/channels/${id}/messages`, input);
  const stranger = await logIn(page, baseURL, `<svg onload=window.ran=1>`);
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  // The worst permitted name; markup is not accepted as a name.
  const fileName = `' onerror='window.ran=1' &lt;img src=x onerror=window.ran=1&gt; javascript;window.ran=1`;
  for (const name of ['<img src=x onerror=window.ran=1>.txt', '"><svg onload=window.ran=1>.png']) {
    const refused = await page.request.post('/api/uploads', {
      headers: {
        origin: baseURL ?? '',
        'tus-resumable': '1.0.0',
        'upload-length': '5',
        'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
      },
    });
    expect(await refused.json()).toMatchObject({ code: 'file_name' });
  }
  const first = await posts(channel.id, {
    text: attack,
    attachments: [
      await upload(page, baseURL, `${fileName}.txt`, Buffer.from('조립 메모')),
      await upload(page, baseURL, `${fileName}.png`, picture),
      await upload(
        page,
        baseURL,
        `${fileName}.svg`,
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>',
        ),
      ),
    ],
  });
  for (const text of [
    '[누르기](javascript:window.ran=1)',
    '[누르기](data:text/html,<script>window.ran=1</script>)',
    '![그림](x" onerror="window.ran=1)',
    '```html"><script>window.ran=1</script>\n<img src=x onerror=window.ran=1>\n```',
    '<iframe srcdoc="<script>parent.ran=1</script>">',
    '@<img src=x onerror=window.ran=1>',
  ]) {
    await posts(channel.id, { text });
  }
  await posts(channel.id, { text: attack, replyTo: first.id });
  await posts(channel.id, { text: attack, threadId: first.id });
  const edited = await page.request.patch(`/api/messages/${first.id}`, {
    headers: { origin: baseURL ?? '' },
    data: { text: `${attack} 고침` },
  });
  expect(edited.status(), await edited.text()).toBe(200);
  const pinned = await staff.post(`/api/messages/${first.id}/pin`, { headers: { origin: baseURL ?? '' } });
  expect(pinned.status(), await pinned.text()).toBe(204);
  const questions = await json<Channel>(await page.request.get('/api/channels/questions'));
  const { seq, id } = await posts(questions.id, {
    title: attack,
    text: attack,
    tags: ['<svg onload=x>'],
    attachments: [await upload(page, baseURL, `${fileName}.txt`, Buffer.from('x'))],
  });
  await posts(questions.id, { text: attack, threadId: id });

  const expectHarmless = async (where: string) => {
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => (window as { ran?: number }).ran), where).toBeUndefined();
    expect(
      await page.locator('img[src="x"], [onerror], [onload], main iframe, a[href^="javascript:"]').count(),
      where,
    ).toBe(0);
  };
  for (const path of [
    `/remote-support/${channel.slug}`,
    '/remote-support',
    '/remote-support/questions',
    `/remote-support/questions/${seq}`,
  ]) {
    await goTo(path);
    await expect(page.getByText('onerror=').first()).toBeVisible();
    await expectHarmless(path);
  }
  await expect(page.getByRole('link', { name: `${fileName}.txt` })).toBeVisible();

  // All overlays of the page: picture, edit history, pins, search results, thread.
  await goTo(`/remote-support/${channel.slug}`);
  const message = feed(page).getByRole('article').filter({ hasText: '고침' }).first();
  for (const ending of ['txt', 'svg'])
    await expect(message.getByRole('link', { name: `${fileName}.${ending}` })).toBeVisible();
  await message.getByRole('button', { name: `${fileName}.png 크게 보기` }).click();
  await expect(page.getByRole('dialog').getByRole('img')).toHaveJSProperty('complete', true);
  await expect(page.getByRole('dialog')).toContainText(`${fileName}.png`);
  await expectHarmless('the picture');
  await page.keyboard.press('Escape');
  await message.getByRole('button', { name: '고침' }).click();
  await expect(page.getByRole('dialog', { name: '고친 기록' })).toContainText('onerror=');
  await expectHarmless('what it said before');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '고정한 글' }).click();
  await expect(page.getByRole('region', { name: '고정한 글' })).toContainText('onerror=');
  await expectHarmless('pins');
  await page.getByRole('button', { name: '글 찾기' }).click();
  await page.getByRole('searchbox', { name: '찾을 말' }).fill('onerror="window');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: '글 찾기' })).toContainText('onerror=');
  await expectHarmless('what was found');
  await goTo(`/remote-support/${channel.slug}`);
  await message.getByRole('button', { name: /답글 1개/ }).click();
  await expect(page.getByRole('region', { name: '이어진 이야기' })).toContainText('onerror=');
  await expectHarmless('the thread');

  // The files themselves: nothing that a browser would run on our origin.
  for (const { url, name } of first.attachments) {
    const file = await page.request.get(url);
    expect(file.headers()['content-disposition'], name).toMatch(/^attachment/);
    expect(file.headers()['content-security-policy'], name).toContain('sandbox');
  }

  // A banned person sees the reason.
  const shut = await staff.post('/api/sanctions', {
    headers: { origin: baseURL ?? '' },
    data: { username: stranger.username, channelId: null, kind: 'mute', minutes: null, reason: attack },
  });
  expect(shut.status(), await shut.text()).toBe(201);
  await goTo(`/remote-support/${channel.slug}`);
  await expectHarmless('the reason of a mute');
  await staff.dispose();
});

test('unsent messages do not stay after signing out, nor are sent under another name @night', async ({
  page,
  baseURL,
  goTo,
  playwright,
}) => {
  test.slow();
  const staff = await callsOf(playwright, baseURL, admin);
  const channel = await openChannel(staff, baseURL);
  await logIn(page, baseURL, '먼저 온 사람');
  await goTo(`/remote-support/${channel.slug}`);
  await isAlive(page);
  await page.route('**/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await write(page, '아직 못 간 말');
  await expect(page.getByRole('article', { name: '보내는 중인 글' })).toContainText('아직 못 간 말');
  await field(page).fill('쓰다 만 말');
  const kept = () =>
    page.evaluate(
      () => Object.entries(localStorage).filter(([, value]) => /못 간 말|쓰다 만 말/.test(value)).length,
    );
  await expect.poll(kept).toBe(2);
  await page.getByRole('button', { name: '로그아웃' }).first().click();
  await expect(page.getByText('로그아웃했어요')).toBeVisible();
  expect(await kept()).toBe(0);
  await page.unroute('**/messages');

  await logIn(page, baseURL, '나중에 온 사람');
  await goTo(`/remote-support/${channel.slug}`);
  await isAlive(page);
  await expect(field(page)).toHaveValue('');
  await write(page, '새로 온 말');
  await expect(said(page, '새로 온 말')).toBeVisible();
  await expect(said(page, '아직 못 간 말')).toHaveCount(0);
  await staff.dispose();
});

test.describe('a banned person', () => {
  test.use({ expectedConsoleErrors: [/40[34]/] });

  test('sees it at once on the open page, with the reason', async ({ page, baseURL, goTo, playwright }) => {
    const staff = await callsOf(playwright, baseURL, admin);
    const channel = await openChannel(staff, baseURL);
    const account = await logIn(page, baseURL, '떠드는 사람');
    await goTo(`/remote-support/${channel.slug}`);
    await isAlive(page);
    await write(page, '여기 있어요');
    await expect(said(page, '여기 있어요')).toBeVisible();
    const shutOut = (kind: 'mute' | 'ban') =>
      call(staff, baseURL, '/api/sanctions', {
        username: account.username,
        channelId: channel.id,
        kind,
        reason: '도배',
      });
    // The message is being sent while the field closes: a press in a field that was just removed would wait.
    const muted = Promise.withResolvers<void>();
    await page.route('**/messages', async (route) => {
      await muted.promise;
      await route.continue();
    });
    await write(page, '또 있어요');
    await shutOut('mute');
    muted.resolve();
    await expect(page.getByRole('alert').filter({ hasText: '보내지 못했어요.' })).toContainText(
      '운영자가 글쓰기를 막았어요.',
    );
    await expect(field(page)).toBeHidden();
    await expect(page.getByText('지금은 글을 쓸 수 없어요.').last()).toBeVisible();
    await shutOut('ban');
    await expect(page.getByRole('heading', { name: '볼 수 없는 채널이에요' })).toBeVisible();
    await expect(page.getByText('여기 있어요')).toHaveCount(0);
    await staff.dispose();
  });
});

test('the keyboard alone moves between messages, reacts, copies and returns @night', async ({
  page,
  baseURL,
  goTo,
  playwright,
}) => {
  const staff = await callsOf(playwright, baseURL, admin);
  const channel = await openChannel(staff, baseURL);
  await logIn(page, baseURL, '키보드 사람');
  for (const text of ['하나', '둘', '셋'])
    await call(page.request, baseURL, `/api/channels/${channel.id}/messages`, { text });
  await goTo(`/remote-support/${channel.slug}`);
  await isAlive(page);
  await said(page, '셋').focus();
  await page.keyboard.press('ArrowUp');
  await expect(said(page, '둘')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(said(page, '하나')).toBeFocused();
  // The emoji picker, with the keyboard.
  await said(page, '하나').getByRole('button', { name: '반응 달기', exact: true }).focus();
  await page.keyboard.press('Enter');
  const picker = page.getByRole('dialog', { name: '반응 달기' });
  await expect(picker.getByRole('button', { name: '👍' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(said(page, '하나').getByRole('button', { name: '❤️ 1' })).toBeVisible();
  // During composition Enter belongs to the input method.
  await field(page).fill('보내지 마');
  await field(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
  await expect(field(page)).toHaveValue('보내지 마');
  await field(page).press('Shift+Enter');
  await field(page).press('End');
  await page.keyboard.type('두 줄');
  await expect(field(page)).toHaveValue('보내지 마\n두 줄');
  await field(page).press('Enter');
  await expect(said(page, '두 줄')).toBeVisible();
  await staff.dispose();
});

test('the keyboard reaches the field past many messages in a few steps, with one stop per message and another for its actions @night', async ({
  page,
  baseURL,
  goTo,
  playwright,
}) => {
  const staff = await callsOf(playwright, baseURL, admin);
  const channel = await openChannel(staff, baseURL);
  await logIn(page, baseURL, '글쇠만 쓰는 사람');
  for (let number = 1; number <= 20; number += 1)
    await call(page.request, baseURL, `/api/channels/${channel.id}/messages`, { text: `글 ${number}` });
  await goTo(`/remote-support/${channel.slug}`);
  await isAlive(page);
  // Its actions are inside it while it is focused.
  const numbered = (number: number) =>
    feed(page)
      .getByRole('article')
      .filter({ has: page.getByText(`글 ${number}`, { exact: true }) });
  await expect(numbered(20)).toBeVisible();
  const button = page.getByRole('button', { name: '글 찾기' });
  await button.focus();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: '메시지 쓰기로' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();

  await skip.focus();
  await page.keyboard.press('Tab');
  await expect(numbered(20)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  const message = numbered(19);
  await expect(message).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(message.getByRole('link', { name: '글쇠만 쓰는 사람' })).toBeFocused();
  await page.keyboard.press('Tab');
  const actions = message.getByRole('toolbar').getByRole('button');
  await expect(actions.first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(actions.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(actions.last()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(actions.first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(actions.last()).toBeFocused();
  // Returning to the list returns to the previous message.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(actions.last()).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(field(page)).toBeFocused();
  await staff.dispose();
});

test('a panel next to a channel takes the focus, and returns it when closed @night', async ({
  page,
  baseURL,
  goTo,
  playwright,
}) => {
  const staff = await callsOf(playwright, baseURL, admin);
  const channel = await openChannel(staff, baseURL);
  await logIn(page, baseURL, '곁을 보는 사람');
  await call(page.request, baseURL, `/api/channels/${channel.id}/messages`, { text: '이어 갈 글' });
  await goTo(`/remote-support/${channel.slug}`);
  await isAlive(page);
  const search = page.getByRole('button', { name: '글 찾기' });
  await search.click();
  const words = page.getByRole('searchbox', { name: '찾을 말' });
  await expect(words).toBeFocused();
  await expect(words).not.toHaveCSS('outline-style', 'none');
  await page.keyboard.press('Escape');
  await expect(words).toHaveCount(0);
  await expect(search).toBeFocused();

  const pins = page.getByRole('button', { name: '고정한 글' });
  await pins.press('Enter');
  const heading = page.getByRole('heading', { name: '고정한 글' });
  await expect(heading).toBeFocused();
  await expect(heading).not.toHaveCSS('outline-style', 'none');
  await page.getByRole('region', { name: '고정한 글' }).getByRole('button', { name: '닫기' }).click();
  await expect(pins).toBeFocused();

  // The actions of a message disappear with the focus, so the message itself gets it.
  await said(page, '이어 갈 글').hover();
  await page.getByRole('button', { name: '이어서 이야기하기' }).click();
  await page.getByRole('textbox', { name: '답글 쓰기' }).press('Escape');
  await expect(page.getByRole('region', { name: '이어진 이야기' })).toHaveCount(0);
  expect(await said(page, '이어 갈 글').evaluate((item) => item.contains(document.activeElement))).toBe(true);
  await staff.dispose();
});

for (const width of [390, 1440])
  test(`the time of a follow-up message has its own place, ${width} wide @night`, async ({
    page,
    baseURL,
    goTo,
    playwright,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const staff = await callsOf(playwright, baseURL, admin);
    const channel = await openChannel(staff, baseURL);
    await logIn(page, baseURL, '이어 쓰는 사람');
    for (const text of ['먼저 쓴 글', '이어 쓴 글'])
      await call(page.request, baseURL, `/api/channels/${channel.id}/messages`, { text });
    for (const prefix of ['', '/en', '/jp']) {
      await goTo(`${prefix}/remote-support/${channel.slug}`);
      await isAlive(page);
      const message = said(page, '이어 쓴 글');
      await message.hover();
      const time = await message.locator('time').boundingBox();
      const text = await message.getByText('이어 쓴 글').boundingBox();
      expect((time?.x ?? 0) + (time?.width ?? 0)).toBeLessThan(text?.x ?? 0);
      expect(time?.x).toBeGreaterThanOrEqual(0);
    }
    await staff.dispose();
  });

test('server-rendered Markdown stays until the browser can render it @night', async ({
  page,
  baseURL,
  playwright,
  browser,
}) => {
  const staff = await callsOf(playwright, baseURL, admin);
  const channel = await openChannel(staff, baseURL);
  await logIn(page, baseURL, '굵게 쓰는 사람');
  await call(page.request, baseURL, `/api/channels/${channel.id}/messages`, {
    text: '베드는 **65도**로 두세요.',
  });
  // A reader in another time zone than the server's.
  const theirs = await beside(browser, baseURL, { timezoneId: 'America/New_York' });
  const held: (() => void)[] = [];
  await theirs.route('**/assets/**/*.js', async (route) => {
    // The Markdown script, recognised by its content, because script names are hashed.
    const script = await (await route.fetch()).text();
    if (script.includes('scanDelims')) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await theirs.goto(`/remote-support/${channel.slug}`);
  const item = said(theirs, '65도');
  const time = item.locator('time');
  await expect.poll(() => held.length).toBeGreaterThan(0);
  // After hydration it shows the reader's time.
  const own = new Intl.DateTimeFormat('ko', { timeStyle: 'short', timeZone: 'America/New_York' });
  await expect(time).toHaveText(own.format(new Date((await time.getAttribute('datetime')) ?? '')));
  await expect(item).not.toContainText('**');
  await expect(item.locator('strong')).toHaveText('65도');
  for (const go of held) go();
  await expect(item.locator('strong')).toHaveText('65도');
  await theirs.context().close();
  await staff.dispose();
});

test('a long channel keeps its position when older messages load, returns to the newest, and finds messages @night', async ({
  page,
  baseURL,
  goTo,
  playwright,
}) => {
  test.slow();
  const staff = await callsOf(playwright, baseURL, admin);
  const channel = await openChannel(staff, baseURL);
  // One person may write sixty messages at once.
  for (let from = 1; from <= 130; from += 10) {
    if (from % 50 === 1) await logIn(page, baseURL, '긴 이야기');
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        call(page.request, baseURL, `/api/channels/${channel.id}/messages`, {
          text: from === 1 && index === 0 ? '맨 처음의 바늘' : `글 ${from + index}\n${'길어요 '.repeat(12)}`,
        }),
      ),
    );
  }
  await goTo(`/remote-support/${channel.slug}`);
  await isAlive(page);
  // The scroll container is around the feed.
  const box = feed(page).locator('xpath=ancestor::*[contains(@class, "overflow-y-auto")][1]');
  await expect(page.getByRole('button', { name: '최신 글로' })).toHaveCount(0);
  // Counted before scrolling, because older messages may load at once.
  const count = await box.getByRole('article').count();
  await box.evaluate((element) => {
    element.scrollTop = 250;
  });
  const first = await box.evaluate((element) => {
    const top = element.getBoundingClientRect().top;
    const item = [...element.querySelectorAll('[data-key]')].find(
      (each) => each.getBoundingClientRect().bottom > top,
    );
    return { key: item?.getAttribute('data-key'), offset: (item?.getBoundingClientRect().top ?? 0) - top };
  });
  await expect.poll(() => box.getByRole('article').count()).toBeGreaterThan(count);
  const offset = await box.evaluate(
    (element, key) =>
      (element.querySelector(`[data-key="${key}"]`)?.getBoundingClientRect().top ?? 0) -
      element.getBoundingClientRect().top,
    first.key,
  );
  expect(Math.abs(offset - first.offset)).toBeLessThan(3);
  await page.getByRole('button', { name: '최신 글로' }).click();
  await expect(page.getByRole('button', { name: '최신 글로' })).toHaveCount(0);

  await page.getByRole('button', { name: '글 찾기' }).click();
  await page.getByRole('searchbox', { name: '찾을 말' }).fill('바늘');
  await page.keyboard.press('Enter');
  await page
    .getByRole('region', { name: '글 찾기' })
    .getByRole('button', { name: /맨 처음의 바늘/ })
    .click();
  await expect(said(page, '맨 처음의 바늘')).toBeInViewport();
  await staff.dispose();
});

test('answers of a long thread load page by page, except the linked and the accepted one @night', async ({
  page,
  baseURL,
  goTo,
  playwright,
}) => {
  test.slow();
  const staff = await callsOf(playwright, baseURL, admin);
  const questions = await json<Channel>(await page.request.get('/api/channels/questions'));
  const posts = (input: object) =>
    call<Message>(page.request, baseURL, `/api/channels/${questions.id}/messages`, input);
  await logIn(page, baseURL, '묻는 사람');
  const asked = await posts({ title: `긴 질문 ${crypto.randomUUID().slice(0, 8)}`, text: '왜 그럴까요?' });
  const answers: Message[] = [];
  for (let from = 1; from <= 105; from += 15) {
    if (from % 45 === 1) await logIn(page, baseURL, '답하는 사람');
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 15 }, (_, index) => posts({ text: `답 ${from + index}번`, threadId: asked.id })),
      )),
    );
  }
  const last = answers.toSorted((one, other) => one.seq - other.seq).at(-1)!;
  const listed = page.getByRole('region', { name: '답변' });
  await goTo(`/remote-support/questions/${asked.seq}`);
  await expect(listed.getByRole('heading', { name: '답변 105개' })).toBeVisible();
  await expect(listed.getByRole('article')).toHaveCount(100);
  await listed.getByRole('button', { name: '다음 글 더 보기' }).click();
  await expect(listed.getByRole('article')).toHaveCount(105);
  await expect(listed.getByRole('button', { name: '다음 글 더 보기' })).toHaveCount(0);

  // A link to an answer leads to it, at any depth.
  await goTo(`/remote-support/questions/${asked.seq}?message=${last.seq}`);
  await expect(listed.getByText(last.text, { exact: true })).toBeInViewport();

  await staff.post(`/api/messages/${last.id}/accept`, { headers: { origin: baseURL ?? '' } });
  await goTo(`/remote-support/questions/${asked.seq}`);
  await expect(listed.getByRole('article')).toHaveCount(101);
  await expect(listed.getByRole('article').first()).toContainText(last.text);
  await staff.dispose();
});

test('long words wrap in names, titles and texts, on a phone and next to a panel @night', async ({
  page,
  baseURL,
  goTo,
  playwright,
}) => {
  const staff = await callsOf(playwright, baseURL, admin);
  const long = (most: number) => '띄어쓰기없이길게쓴말'.repeat(20).slice(0, most);
  const channel = await openChannel(staff, baseURL, { name: long(40), description: long(100) });
  const questions = await json<Channel>(await page.request.get('/api/channels/questions'));
  await logIn(page, baseURL, long(40));
  await call(page.request, baseURL, `/api/channels/${channel.id}/messages`, { text: long(200) });
  const { seq } = await call<Message>(page.request, baseURL, `/api/channels/${questions.id}/messages`, {
    title: long(80),
    text: long(200),
    tags: [long(20)],
  });
  const sticksOut = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [channel.slug, 'questions', `questions/${seq}`, '']) {
    await goTo(`/remote-support/${path}`);
    expect(await sticksOut(), path).toBe(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await goTo(`/remote-support/${channel.slug}`);
  await isAlive(page);
  await page.getByRole('button', { name: '글 찾기' }).click();
  await expect(page.getByRole('button', { name: '찾기', exact: true })).toBeInViewport({ ratio: 1 });
  expect(await sticksOut()).toBe(0);
  await staff.dispose();
});

test('on the narrowest phone the list and a channel are two views, and nothing overflows @night', async ({
  browser,
  baseURL,
}) => {
  const page = await beside(browser, baseURL, { viewport: { width: 320, height: 640 }, colorScheme: 'dark' });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await page.goto('/remote-support');
  expect(await width()).toBe(320);
  await page.getByRole('main').getByRole('link', { name: '작업 이야기' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('작업 이야기');
  await expect(page.getByText('읽는 것은 누구나')).toBeVisible();
  expect(await width()).toBe(320);
  await page.getByRole('link', { name: '채널 목록' }).click();
  await expect(page).toHaveURL('/remote-support');
  await page
    .getByRole('link', { name: '첫 레이어가 가장자리부터 떠요' })
    .or(page.getByRole('link', { name: '질문 모두 보기' }))
    .first()
    .click();
  await expect(page).toHaveURL(/\/remote-support\/questions/);
  expect(await width()).toBe(320);
  await page.context().close();
});

test.describe('when a model fails', () => {
  test.use({ expectedConsoleErrors: [/50[24]/] });
  test('a message in another language is translated if a model is configured, and the original can be shown again @night', async ({
    page,
    baseURL,
    goTo,
    expectAccessible,
    playwright,
  }) => {
    const staff = await callsOf(playwright, baseURL, admin);
    const { slug, id } = await openChannel(staff, baseURL);
    const written = await call<Message>(staff, baseURL, `/api/channels/${id}/messages`, {
      text: 'How do I level the bed?',
    });
    await call(staff, baseURL, `/api/channels/${id}/messages`, { text: '베드를 먼저 데우세요.' });
    await logIn(page, baseURL, '읽는 이');
    // The marketplace of these tests has no model.
    await page.route(
      (url) => url.pathname === `/api/channels/${slug}`,
      async (route) => {
        const response = await route.fetch();
        const channel = await response.json();
        await route.fulfill({ response, json: { ...channel, can: { ...channel.can, translate: true } } });
      },
    );
    const asked: unknown[] = [];
    await page.route(`**/api/messages/${written.id}/translate`, async (route) => {
      asked.push(route.request().postDataJSON());
      if (asked.length === 1)
        return route.fulfill({
          status: 502,
          json: { code: 'translation_failed', message: '번역하지 못했어요.' },
        });
      return route.fulfill({
        json: { title: null, text: '**베드** 수평은 어떻게 잡나요?<img src=x onerror=alert(1)>', from: 'en' },
      });
    });
    await goTo('/remote-support');
    await page.locator(`a[href="/remote-support/${slug}"]`).first().click();

    const open = async (text: string) => {
      await said(page, text).hover();
      await said(page, text).getByRole('button', { name: '더 보기' }).click();
    };
    await open('베드를 먼저 데우세요.');
    await expect(page.getByRole('menuitem', { name: '글 복사' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: '번역하기' })).toHaveCount(0);
    await page.keyboard.press('Escape');

    await open('How do I level');
    await page.getByRole('menuitem', { name: '번역하기' }).click();
    await expect(said(page, 'How do I level').getByText('번역하지 못했어요.')).toBeVisible();
    await page.getByRole('button', { name: '다시 번역하기' }).click();
    const translated = said(page, '수평은 어떻게 잡나요?');
    await expect(translated.locator('strong', { hasText: '베드' })).toBeVisible();
    await expect(translated.getByText('영어에서 기계 번역')).toBeVisible();
    await expect(translated.locator('img[src="x"]')).toHaveCount(0);
    await expectAccessible();
    await translated.getByRole('button', { name: '원문 보기' }).click();
    await expect(said(page, 'How do I level the bed?')).toBeVisible();
    expect(asked).toEqual([{ to: 'ko' }, { to: 'ko' }]);
  });
});
