import type { Frame, Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { makeSwf } from '../demo/games/swf.ts';
import { expect, test } from './fixtures.ts';

type File = { name: string; mimeType: string; buffer: Buffer };

const html = (body: string) =>
  `<!doctype html><html lang="ko"><head><meta charset="utf-8"><title>시험</title></head><body>${body}</body></html>`;

function bundle(files: Record<string, string>): File {
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return {
    name: 'game.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(zipSync(Object.fromEntries(entries))),
  };
}

/** Publishes a game and returns its id. */
async function publish(page: Page, baseURL: string | undefined, downloadFile: File): Promise<string> {
  const answer = await page.request.post('/api/resources', {
    multipart: {
      title: '시험 게임',
      category: 'flash_game',
      gameControls: '화살표로 움직여요',
      downloadFile,
    },
    headers: { origin: baseURL ?? '' },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

/** The game's own frame, once it has started. */
async function start(page: Page): Promise<Frame> {
  await page.getByRole('button', { name: '게임 시작' }).click();
  const frame = await (await page.locator('iframe').elementHandle())?.contentFrame();
  if (!frame) throw new Error('there is no frame');
  await expect(page.getByText('게임을 불러오는 중…')).toBeHidden();
  return frame;
}

test.describe('a hostile game', () => {
  test.use({ expectedConsoleErrors: [/./] });

  test('gets no cookies, no storage, no page, no network, no camera and no window', async ({
    page,
    baseURL,
    goTo,
    signIn,
  }) => {
    await signIn();
    const id = await publish(
      page,
      baseURL,
      bundle({ 'index.html': html('<form action="/api/logout" method="post"><button>x</button></form>') }),
    );
    await goTo(`/play/${id}`);
    const before = page.url();
    const reached: string[] = [];
    // Would answer every request that got out, so that only the policy can refuse it.
    await page.context().route(/attack/, async (route) => {
      reached.push(route.request().url());
      await route.fulfill({ status: 200, headers: { 'access-control-allow-origin': '*' }, body: '' });
    });
    const frame = await start(page);
    const results = await frame.evaluate(async (origin) => {
      const attempt = async (act: () => unknown): Promise<string> => {
        try {
          return `got ${String(await act())}`;
        } catch {
          return 'refused';
        }
      };
      const socket = (url: string) =>
        new Promise((resolve, reject) => {
          const opened = new WebSocket(url);
          opened.onopen = resolve;
          opened.onerror = reject;
        });
      const image = (src: string) =>
        new Promise((resolve, reject) => {
          const picture = new Image();
          picture.onload = resolve;
          picture.onerror = reject;
          picture.src = src;
        });
      return {
        origin: window.origin,
        cookie: await attempt(() => document.cookie),
        localStorage: await attempt(() => localStorage.length),
        sessionStorage: await attempt(() => sessionStorage.length),
        indexedDb: await attempt(
          () =>
            new Promise((resolve, reject) => {
              const opened = indexedDB.open('attack');
              opened.onsuccess = resolve;
              opened.onerror = reject;
            }),
        ),
        caches: await attempt(() => caches.open('attack')),
        worker: await attempt(() => navigator.serviceWorker.register('attack.js')),
        parent: await attempt(() => window.parent.document.title),
        top: await attempt(() => window.top?.location.href),
        topNavigation: await attempt(() => {
          (window.top as Window).location.href = `${origin}/?attack`;
        }),
        ourApi: await attempt(async () => (await fetch(`${origin}/api/user?attack`)).status),
        withCookie: await attempt(
          async () =>
            (await fetch(`${origin}/api/user?attack`, { credentials: 'include', mode: 'no-cors' })).type,
        ),
        outside: await attempt(() => fetch('https://attack.example/', { mode: 'no-cors' })),
        picture: await attempt(() => image('https://attack.example/x.png')),
        beacon: await attempt(() => {
          if (!navigator.sendBeacon(`${origin}/api/vitals?attack`)) throw new Error('refused');
          return true;
        }),
        socket: await attempt(() => socket(`${origin.replace('http', 'ws')}/attack`)),
        script: await attempt(
          () =>
            new Promise((resolve, reject) => {
              const script = document.createElement('script');
              script.src = `${origin}/assets/attack.js`;
              script.onload = resolve;
              script.onerror = reject;
              document.head.append(script);
            }),
        ),
        eval: await attempt(() => new Function('return 1')()),
        camera: await attempt(() => navigator.mediaDevices.getUserMedia({ video: true })),
        place: await attempt(
          () => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject)),
        ),
        popup: await attempt(() => {
          if (window.open(`${origin}/?attack`) === null) throw new Error('refused');
          return true;
        }),
        form: await attempt(() => document.forms[0]?.requestSubmit()),
      };
    }, baseURL ?? '');
    const { origin, form, beacon, ...attempts } = results;
    expect(origin).toBe('null');
    for (const [name, result] of Object.entries(attempts)) expect(result, name).toBe('refused');
    // The two calls do not report their refusal; the recorded requests and the session show that nothing happened.
    expect([form, beacon]).toHaveLength(2);
    // Navigating its own frame elsewhere is refused by the page's policy.
    await frame.evaluate(() => {
      location.href = 'https://attack.example/';
    });
    await expect(page.getByRole('toolbar', { name: '게임 도구' })).toBeVisible();
    expect(page.url()).toBe(before);
    expect(page.context().pages()).toHaveLength(1);
    expect((await page.request.get('/api/user')).status()).toBe(200);
    expect(reached).toEqual([]);
  });
});

const saver = html(`<canvas id="c" width="300" height="200" tabindex="0"></canvas><output></output>
<script src="js/game.js"></script>`);
const saverScript = `
const out = document.querySelector('output');
gongbang.load().then((saved) => { out.textContent = 'level ' + (saved?.level ?? 0); });
addEventListener('keydown', async (event) => {
  if (event.key !== ' ') return;
  await gongbang.save({ level: 7 });
  out.textContent = 'saved';
});`;

test('a bundle can be played, resumes where it was left, and works with the keyboard', async ({
  page,
  baseURL,
  goTo,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  const id = await publish(page, baseURL, bundle({ 'index.html': saver, 'js/game.js': saverScript }));
  await goTo(`/resources/${id}`);
  await Promise.all([
    page.getByText('게임을 실행했어요').waitFor(),
    page.getByRole('link', { name: '게임 하기' }).click(),
  ]);
  await expect(page).toHaveURL(new RegExp(`/play/${id}$`));
  await expectAccessible();
  const game = page.frameLocator('iframe');
  await page.getByRole('button', { name: '게임 시작' }).focus();
  await page.keyboard.press('Enter');
  await expect(game.getByText('level 0')).toBeVisible();
  await expect(page.getByText('키보드가 게임에 연결됐어요')).toBeVisible();
  await page.keyboard.press(' ');
  await expect(game.getByText('saved')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '처음부터' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(game.getByText('level 7')).toBeVisible();
  await goTo(`/play/${id}`);
  await start(page);
  await expect(game.getByText('level 7')).toBeVisible();
  await expectAccessible();
});

test('a guest’s saves stay in the browser until they sign in @night', async ({
  page,
  baseURL,
  goTo,
  signIn,
}) => {
  await signIn();
  const id = await publish(page, baseURL, bundle({ 'index.html': saver, 'js/game.js': saverScript }));
  await page.context().clearCookies();
  const game = page.frameLocator('iframe');
  await goTo(`/play/${id}`);
  await start(page);
  await game.locator('canvas').click();
  await page.keyboard.press(' ');
  await expect(game.getByText('saved')).toBeVisible();
  await signIn();
  await goTo(`/play/${id}`);
  await start(page);
  await expect(game.getByText('level 7')).toBeVisible();
  expect(await (await page.request.get(`/api/play/${id}/saves`)).json()).toMatchObject({ revision: 1 });
});

test('a generated Flash film plays and zooms @night', async ({ page, baseURL, goTo, signIn }) => {
  test.slow();
  await signIn();
  const id = await publish(page, baseURL, {
    name: 'film.swf',
    mimeType: 'application/x-shockwave-flash',
    buffer: Buffer.from(makeSwf()),
  });
  await goTo(`/play/${id}`);
  await start(page);
  const frame = page.locator('iframe');
  const shot = async () => (await frame.screenshot()).toString('base64');
  const first = await shot();
  await expect.poll(shot).not.toBe(first);
  const before = await frame.boundingBox();
  await page.getByRole('button', { name: '크게' }).click();
  await expect
    .poll(async () => (await frame.boundingBox())?.width)
    .toBeCloseTo((before?.width ?? 0) * 1.25, -1);
  const canvas = page.frameLocator('iframe').locator('ruffle-player canvas');
  await expect
    .poll(async () => (await canvas.boundingBox())?.width)
    .toBeCloseTo((before?.width ?? 0) * 1.25, -1);
  await page.getByRole('button', { name: '화면에 맞추기' }).click();
  await expect.poll(async () => (await frame.boundingBox())?.width).toBeCloseTo(before?.width ?? 0, -1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the touch pad presses the keys of the game @night', async ({
    page,
    baseURL,
    goTo,
    signIn,
    expectAccessible,
  }) => {
    await signIn();
    const script = `const out = document.querySelector('output');
      for (const type of ['keydown', 'keyup']) addEventListener(type, (event) => { out.textContent += type + event.keyCode + ' '; });`;
    const id = await publish(page, baseURL, bundle({ 'index.html': saver, 'js/game.js': script }));
    await goTo(`/play/${id}`);
    await start(page);
    await page.getByRole('button', { name: '위', exact: true }).tap();
    await expect(page.frameLocator('iframe').getByText('keydown38 keyup38')).toBeVisible();
    await expectAccessible();
  });
});

test('a game that cannot be played here says so, in each language, and links back @night', async ({
  page,
  goTo,
  request,
}) => {
  const titles = { '': '게임을 찾을 수 없어요', '/en': 'Game not found', '/jp': 'ゲームが見つかりません' };
  for (const [prefix, title] of Object.entries(titles)) {
    const language = { '/en': 'en', '/jp': 'ja' }[prefix] ?? 'ko';
    const answer = await request.get(`${prefix}/play/nothing`, { headers: { 'accept-language': language } });
    expect([answer.status(), (await answer.text()).includes(title)]).toEqual([404, true]);
  }
  await goTo('/flash-game');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
