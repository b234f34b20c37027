import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, expect, test, type Browser, type Page } from '@playwright/test';
import pg from 'pg';
import sharp from 'sharp';
import { freePort } from '../fakes/free-port.ts';
import { binaryStl, box as block } from '../src/platform/shared/models/testing.ts';
import { findChromium } from '../scripts/lib-chromium.mjs';
import { findServer } from '../scripts/lib-servers.mjs';
import { expectAccessiblePage } from './accessible.ts';

/** Calls between real browsers with fake cameras and microphones, on a server whose channels belong to this test alone. */
test.describe.configure({ mode: 'default' });

const turnSecret = 'only-this-test-and-its-relay-know-it';
const coturn = findServer('turnserver');
const basics = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
const fakeDevices = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

let dataDir: string;
let origin: string;
let server: ChildProcess;
let relay: ChildProcess | undefined;
let pool: pg.Pool;
let browser: Browser;
let people = 0;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  dataDir = await mkdtemp(join(tmpdir(), 'gongbang-calls-'));
  const [port, turnPort] = [await freePort(), await freePort()];
  const host = ownAddress();
  origin = `http://localhost:${port}`;
  if (coturn) {
    relay = spawn(
      coturn,
      [
        `-n --no-cli --no-tls --no-dtls --log-file stdout --realm gongbang.test --use-auth-secret`,
        `--static-auth-secret ${turnSecret} --allow-loopback-peers`,
        `--listening-ip ${host} --relay-ip ${host} --listening-port ${turnPort}`,
        `--pidfile ${dataDir}/turnserver.pid --userdb ${dataDir}/turndb`,
      ].flatMap((words) => words.split(' ')),
      { stdio: 'ignore' },
    );
  }
  server = spawn(process.execPath, ['e2e/calls-server.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_NO_WARNINGS: '1',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      OVERLOAD_MS: '600000',
      TURN_URLS: `turn:${host}:${turnPort}?transport=udp`,
      TURN_SECRET: turnSecret,
    },
  });
  const [line] = (await once(createInterface({ input: server.stdout! }), 'line')) as [string];
  pool = new pg.Pool({ connectionString: (JSON.parse(line) as { databaseUrl: string }).databaseUrl });
  pool.on('error', () => {});
  browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: [...basics, ...fakeDevices],
  });
});
test.afterAll(async () => {
  await browser.close();
  await pool.end();
  relay?.kill();
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  await rm(dataDir, { recursive: true, force: true });
});

/** Browsers reach a relay at their own address. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}

async function channel(moderators: readonly string[] = []): Promise<{ id: string; slug: string }> {
  const id = randomUUID();
  const slug = `voice-${id.slice(0, 8)}`;
  await pool.query('insert into test_channel values ($1, $2, $3, null, $4)', [
    id,
    slug,
    '음성방',
    moderators,
  ]);
  return { id, slug };
}

type Somebody = { page: Page; name: string; id: string; errors: string[] };
/** A person in a browser of their own, logged in unless they are a guest. */
async function somebody(
  name: string,
  options: { guest?: boolean; relayOnly?: boolean; in?: Browser } = {},
): Promise<Somebody> {
  const context = await (options.in ?? browser).newContext({
    baseURL: origin,
    locale: 'ko-KR',
    viewport: { width: 1280, height: 900 },
    timezoneId: 'Asia/Seoul',
  });
  let id = '';
  if (!options.guest) {
    people += 1;
    const answer = await context.request.post('/api/register', {
      headers: { origin },
      data: {
        fullName: name,
        username: `caller${people}`,
        email: `caller${people}@example.com`,
        password: 'correct horse battery',
        consents: { terms: true, privacy: true, age14: true },
      },
    });
    expect(answer.status(), await answer.text()).toBe(201);
    ({ id } = (await answer.json()) as { id: string });
  }
  const page = await context.newPage();
  await page.addInitScript((relayOnly) => {
    const all: RTCPeerConnection[] = [];
    Object.assign(globalThis, { allConnections: all });
    const Original = RTCPeerConnection;
    globalThis.RTCPeerConnection = class extends Original {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        all.push(this);
      }
    };
    if (relayOnly) localStorage.setItem('call-devices', '{"relayOnly":"yes"}');
  }, options.relayOnly ?? false);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|net::ERR_|WebSocket/.test(message.text()))
      errors.push(message.text());
  });
  return { page, name, id, errors };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // The lobby is a lazy part of the page that responds only once it is loaded.
  await page.waitForFunction(() => {
    const element = document.querySelector('main form button');
    return element !== null && Object.keys(element).some((key) => key.startsWith('__reactProps'));
  });
  await expect(button(page, '마이크 켜기')).toBeVisible();
}
async function enter({ page }: Somebody, slug: string, speaks = true): Promise<void> {
  await open(page, `/remote-support/${slug}/call`);
  if (speaks) await button(page, '마이크 켜기').click();
  await page.getByRole('button', { name: speaks ? /^들어가기$/ : '마이크 없이 들어가기' }).click();
  await expect(button(page, '나가기')).toBeVisible();
}
async function leave(all: readonly Somebody[]): Promise<void> {
  for (const { page, errors } of all) {
    expect(errors, 'errors in the browser console').toEqual([]);
    await page.context().close();
  }
}

type Received = { bytes: number; packets: number; frames: number; pairs: string[] };
/** Bytes received over the open connections. */
const received = (page: Page, kind: 'audio' | 'video'): Promise<Received> =>
  page.evaluate(async (wanted) => {
    const sum = { bytes: 0, packets: 0, frames: 0, pairs: [] as string[] };
    const { allConnections } = globalThis as unknown as { allConnections: RTCPeerConnection[] };
    for (const connection of allConnections) {
      if (connection.connectionState === 'closed') continue;
      const report = await connection.getStats();
      for (const entry of report.values()) {
        if (entry.type === 'inbound-rtp' && entry.kind === wanted) {
          sum.bytes += entry.bytesReceived;
          sum.packets += entry.packetsReceived;
          sum.frames += entry.framesDecoded ?? 0;
        }
        if (entry.type === 'candidate-pair' && entry.nominated && entry.state === 'succeeded')
          sum.pairs.push(
            `${report.get(entry.localCandidateId)?.candidateType} ${report.get(entry.remoteCandidateId)?.candidateType}`,
          );
      }
    }
    return sum;
  }, kind);
/** Checks that data keeps arriving, not only at the beginning. */
async function expectFlow(page: Page, kind: 'audio' | 'video'): Promise<void> {
  const { packets, bytes, frames } = await received(page, kind);
  await expect
    .poll(async () => (await received(page, kind)).packets, { timeout: 40_000 })
    .toBeGreaterThan(packets + 5);
  // The first packets may only probe the bandwidth.
  await expect
    .poll(async () => (await received(page, kind)).bytes, { timeout: 40_000 })
    .toBeGreaterThan(bytes);
  if (kind === 'video')
    await expect
      .poll(async () => (await received(page, kind)).frames, { timeout: 40_000 })
      .toBeGreaterThan(frames + 2);
}
const marks = (page: Page): Promise<string[]> =>
  page
    .locator('g[data-mark]')
    .evaluateAll((all) =>
      all.map((each) => `${each.getAttribute('data-tool')} ${each.getAttribute('data-points')}`),
    );
const tiles = (page: Page) => page.getByRole('list', { name: '함께 있는 사람' }).getByRole('listitem');

test('two people talk, share a screen and draw on it; a third joins late and sees both; one drops out and returns @night', async () => {
  test.setTimeout(240_000);
  const { slug } = await channel();
  const [minsu, yujin] = [await somebody('김민수'), await somebody('이유진')];
  await enter(minsu, slug);
  await enter(yujin, slug);
  await expect(tiles(minsu.page)).toHaveCount(2);
  await expect(minsu.page.getByText('이유진님이 들어왔어요')).toBeAttached();
  await expectFlow(minsu.page, 'audio');
  await expectFlow(yujin.page, 'audio');
  await expect(minsu.page.locator('[data-way=connected]')).toHaveCount(1);

  await button(minsu.page, '화면 나누기').click();
  await expect(minsu.page.getByRole('status').filter({ hasText: '화면을 나누고 있어요' })).toBeVisible();
  await expect(yujin.page.getByRole('heading', { name: '김민수님의 화면' })).toBeVisible();
  await expectFlow(yujin.page, 'video');

  const surface = (page: Page) => page.getByRole('application');
  await button(yujin.page, '화살표').click();
  const box = (await surface(yujin.page).boundingBox())!;
  await yujin.page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3);
  await yujin.page.mouse.down();
  await yujin.page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6, { steps: 5 });
  await yujin.page.mouse.up();
  await expect.poll(() => marks(minsu.page)).toHaveLength(1);
  expect(await marks(minsu.page)).toEqual(await marks(yujin.page));

  // The same without a mouse.
  await button(minsu.page, '동그라미').click();
  await surface(minsu.page).focus();
  await minsu.page.keyboard.press('Enter');
  for (let press = 0; press < 5; press++) await minsu.page.keyboard.press('Shift+ArrowRight');
  await minsu.page.keyboard.press('Shift+ArrowDown');
  await minsu.page.keyboard.press('Enter');
  await expect.poll(() => marks(yujin.page)).toHaveLength(2);
  expect((await marks(yujin.page))[1]).toBe('circle [[0.5,0.5],[0.75,0.55]]');
  // Checks the pixels, not only the state: the arrow's colour is where it was drawn.
  const colours = await surface(yujin.page)
    .locator('xpath=..')
    .locator('g[data-mark] path:nth-of-type(2)')
    .evaluateAll((all) => all.map((each) => each.getAttribute('stroke')));
  expect(new Set(colours).size).toBe(2);

  const jiho = await somebody('박지호');
  await enter(jiho, slug, false);
  await expect(jiho.page.getByRole('heading', { name: '김민수님의 화면' })).toBeVisible();
  await expect.poll(() => marks(jiho.page)).toEqual(await marks(minsu.page));
  await expectFlow(jiho.page, 'video');
  await expectFlow(jiho.page, 'audio');

  // A frozen picture is the same for all, and marks stay on it.
  await button(jiho.page, '화면 멈추기').click();
  await expect(minsu.page.getByRole('img', { name: '멈춘 김민수님의 화면' })).toBeVisible();
  await expect
    .poll(() =>
      yujin.page
        .getByRole('img', { name: '멈춘 김민수님의 화면' })
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(100);
  await button(jiho.page, '다시 움직이기').click();
  await expect(minsu.page.getByRole('img', { name: '멈춘 김민수님의 화면' })).toHaveCount(0);

  // A person without network disappears for the others, and rejoins automatically.
  await yujin.page.context().setOffline(true);
  await expect(yujin.page.getByText('연결이 끊겨서 다시 잇고 있어요.')).toBeVisible({ timeout: 30_000 });
  await expect(tiles(minsu.page)).toHaveCount(2, { timeout: 30_000 });
  await yujin.page.context().setOffline(false);
  await expect(tiles(minsu.page)).toHaveCount(3, { timeout: 30_000 });
  await expect(yujin.page.getByText('연결이 끊겨서 다시 잇고 있어요.')).toHaveCount(0, { timeout: 30_000 });
  await expectFlow(yujin.page, 'audio');
  await expectFlow(yujin.page, 'video');
  expect(await marks(yujin.page)).toEqual(await marks(minsu.page));

  await button(minsu.page, '모두 지우기').click();
  await expect.poll(() => marks(yujin.page)).toEqual([]);
  await minsu.page.getByRole('button', { name: '그만 나누기' }).first().click();
  await expect(yujin.page.getByRole('heading', { name: '김민수님의 화면' })).toHaveCount(0);
  await leave([minsu, yujin, jiho]);
});

test('a 3D model is rotated and drawn on together, with the same view and marks for everyone, including late joiners @night', async () => {
  test.setTimeout(240_000);
  const { slug } = await channel();
  const [minsu, yujin] = [await somebody('김민수'), await somebody('이유진')];
  // High enough that nothing overlaps it.
  for (const { page } of [minsu, yujin]) await page.setViewportSize({ width: 1280, height: 1200 });
  // Three blocks that differ from each side.
  const parts = [block(40, 20, 10), block(10, 10, 30), block(4, 60, 4)].flatMap((part) => [...part]);
  const posted = await minsu.page.request.post('/api/resources', {
    headers: { origin },
    multipart: {
      title: '받침대',
      category: '3d_model',
      state: 'published',
      downloadFile: { name: '받침대.stl', mimeType: 'model/stl', buffer: Buffer.from(binaryStl(parts)) },
    },
  });
  expect(posted.status(), await posted.text()).toBe(201);
  const { id } = (await posted.json()) as { id: string };
  await enter(minsu, slug, false);
  await enter(yujin, slug, false);

  await button(minsu.page, '3D 모델 보여 주기').click();
  await expect(minsu.page.getByText('이 채널에는 아직 3D 파일이 없어요.')).toBeVisible();
  await minsu.page.getByLabel('자료 링크').fill('공방');
  await expect(minsu.page.getByText('자료 주소가 아니에요.')).toBeVisible();
  await minsu.page.getByLabel('자료 링크').fill(`${origin}/en/resources/${id}`);
  await minsu.page.getByRole('button', { name: '받침대.stl' }).click();
  for (const { page } of [minsu, yujin])
    await expect(page.getByRole('heading', { name: '김민수님의 3D 모델: 받침대.stl' })).toBeVisible();
  await expect(yujin.page.getByText('김민수님과 같은 시점으로 보고 있어요.')).toBeVisible();

  const viewOf = async (page: Page): Promise<string> =>
    (await page.locator('[data-view]').getAttribute('data-view', { timeout: 40_000 })) ?? '';
  const drawingOf = (page: Page) => page.locator('[data-view]');
  // Both are read each time, because a rotation is drawn some frames later.
  const seeTheSame = () =>
    expect
      .poll(async () => (await viewOf(yujin.page)) === (await viewOf(minsu.page)), { timeout: 30_000 })
      .toBe(true);
  await seeTheSame();
  const first = await viewOf(minsu.page);

  // The presenter rotates it, and everyone sees the rotation.
  const box1 = (await drawingOf(minsu.page).boundingBox())!;
  const at = (x: number, y: number, { x: left, y: top, width, height } = box1) =>
    [left + width * x, top + height * y] as const;
  await minsu.page.mouse.move(...at(0.5, 0.5));
  await minsu.page.mouse.down();
  await minsu.page.mouse.move(...at(0.7, 0.55), { steps: 6 });
  await minsu.page.mouse.up();
  await expect.poll(() => viewOf(minsu.page)).not.toBe(first);
  await seeTheSame();
  const turned = await viewOf(minsu.page);

  // An arrow to the middle of the model has the same place for both.
  await button(yujin.page, '화살표').click();
  const box2 = (await drawingOf(yujin.page).boundingBox())!;
  await yujin.page.mouse.move(...at(0.3, 0.3, box2));
  await yujin.page.mouse.down();
  await yujin.page.mouse.move(...at(0.5, 0.5, box2), { steps: 4 });
  await yujin.page.mouse.up();
  await expect.poll(() => marks(minsu.page)).toHaveLength(1);
  const places = async (page: Page): Promise<number[]> =>
    (await marks(page)).flatMap((each) => (JSON.parse(each.slice(each.indexOf(' '))) as number[][]).flat());
  const near = (one: readonly number[], other: readonly number[]) =>
    one.length === other.length && one.every((value, index) => Math.abs(value - other[index]!) < 0.004);
  const arrow = await places(yujin.page);
  expect(near(arrow, [0.3, 0.3, 0.5, 0.5])).toBe(true);
  await expect.poll(async () => near(await places(minsu.page), arrow)).toBe(true);

  // The presenter draws a circle with the keyboard alone.
  await button(minsu.page, '동그라미').click();
  const surface = minsu.page.getByRole('application', { name: /위에 그리기/ });
  await surface.focus();
  await minsu.page.keyboard.press('Enter');
  for (let press = 0; press < 4; press++) await minsu.page.keyboard.press('Shift+ArrowRight');
  await minsu.page.keyboard.press('Shift+ArrowDown');
  await minsu.page.keyboard.press('Enter');
  await expect.poll(() => marks(yujin.page)).toHaveLength(2);
  // Compares the pixels, not only the state. Colours depend on the author, so they are the same for both.
  const pictureOf = async (page: Page) => {
    await page.mouse.move(0, 0);
    const seen = await drawingOf(page).screenshot();
    return sharp(seen).resize(160, 120, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  };
  const differ = async () => {
    const [one, other] = [await pictureOf(minsu.page), await pictureOf(yujin.page)];
    return one.reduce((sum, value, index) => sum + Math.abs(value - other[index]!), 0) / one.length;
  };
  await minsu.page.getByRole('button', { name: '가리키기' }).focus();
  await expect.poll(differ, { timeout: 20_000 }).toBeLessThan(2);

  // Marks move with the surface that they are on.
  const before = await places(yujin.page);
  await button(minsu.page, '돌려 보기').click();
  await minsu.page.getByRole('application', { name: /3D/ }).focus();
  await minsu.page.keyboard.press('ArrowLeft');
  await minsu.page.keyboard.press('ArrowLeft');
  await expect.poll(() => viewOf(minsu.page)).not.toBe(turned);
  await seeTheSame();
  expect(near(await places(yujin.page), before)).toBe(false);
  await expect.poll(async () => near(await places(yujin.page), await places(minsu.page))).toBe(true);

  // A person looks around alone: the others' view does not change, and a pointer marks the same place on the model.
  await button(yujin.page, '작게').click();
  await expect(yujin.page.getByText('혼자 둘러보는 중이에요.')).toBeVisible();
  const apart = await viewOf(yujin.page);
  await minsu.page.keyboard.press('ArrowLeft');
  await expect.poll(() => viewOf(minsu.page)).not.toBe(apart);
  const theirs = await viewOf(minsu.page);
  expect(await viewOf(yujin.page)).not.toBe(theirs);

  // A late joiner gets the model, view and marks.
  const jiho = await somebody('박지호');
  await enter(jiho, slug, false);
  await expect.poll(() => viewOf(jiho.page), { timeout: 30_000 }).toBe(await viewOf(minsu.page));
  await expect.poll(async () => near(await places(jiho.page), await places(minsu.page))).toBe(true);

  await button(yujin.page, '같은 시점으로 보기').click();
  await seeTheSame();
  await expect.poll(async () => near(await places(yujin.page), await places(minsu.page))).toBe(true);
  await expectAccessiblePage(yujin.page);

  await button(minsu.page, '모두 지우기').click();
  await expect.poll(() => marks(jiho.page)).toEqual([]);
  await button(minsu.page, '함께 보기 끝내기').click();
  await expect(yujin.page.getByRole('heading', { name: /3D 모델/ })).toHaveCount(0);
  await leave([minsu, yujin, jiho]);
});

test('a camera is seen and drawn on, hands are raised, and the space bar unmutes @night', async () => {
  test.setTimeout(150_000);
  const { slug } = await channel();
  const [minsu, yujin] = [await somebody('김민수'), await somebody('이유진')];
  await enter(minsu, slug);
  await enter(yujin, slug);
  await button(minsu.page, '카메라 켜기').click();
  await expect(button(minsu.page, '카메라 끄기')).toBeVisible();
  await expectFlow(yujin.page, 'video');
  await button(yujin.page, '김민수님 카메라 위에 그리기').click();
  await expect(minsu.page.getByRole('application')).toBeVisible();
  await expectAccessiblePage(yujin.page);
  await button(minsu.page, '카메라 끄기').click();
  await expect(yujin.page.getByRole('application')).toHaveCount(0);

  await button(minsu.page, '손들기').click();
  await expect(yujin.page.getByText('손들었어요', { exact: true })).toBeVisible();
  await expect(yujin.page.getByText('김민수님이 손들었어요')).toBeAttached();

  await button(minsu.page, '장치 설정').click();
  await expect(minsu.page.getByRole('combobox', { name: '마이크' }).locator('option')).not.toHaveCount(1);
  await minsu.page.getByRole('checkbox', { name: '누르는 동안만 말하기' }).check();
  await expectAccessiblePage(minsu.page);
  await minsu.page.getByRole('button', { name: '완료' }).click();
  const mutedMark = tiles(yujin.page).filter({ hasText: '김민수' }).getByRole('img', { name: '마이크 꺼짐' });
  await expect(mutedMark).toBeVisible();
  await minsu.page.keyboard.down('Space');
  await expect(mutedMark).toHaveCount(0);
  await minsu.page.keyboard.up('Space');
  await expect(mutedMark).toBeVisible();
  await leave([minsu, yujin]);
});

test('a guest joins by a single-use link, and a moderator removes them @night', async () => {
  test.setTimeout(120_000);
  const host = await somebody('김민수');
  const { slug } = await channel([host.id]);
  await enter(host, slug);
  await button(host.page, '손님 초대').click();
  const address = await host.page.getByLabel('한 사람이 한 번 쓸 수 있고').inputValue();
  const [guest, second] = [
    await somebody('손님', { guest: true }),
    await somebody('다른 손님', { guest: true }),
  ];
  await open(guest.page, address);
  await expect(guest.page.getByRole('heading', { name: '음성방 통화' })).toBeVisible();
  await guest.page.getByRole('button', { name: '마이크 없이 들어가기' }).click();
  await expect(guest.page.getByText('이름을 적어 주세요.')).toBeVisible();
  await guest.page.getByRole('textbox', { name: '이름' }).fill('최손님');
  // The first response is lost: the link still belongs to the guest.
  await guest.page.route(
    '**/api/call-links/*/join',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await guest.page.getByRole('button', { name: '마이크 없이 들어가기' }).click();
  await expect(guest.page.getByText('네트워크 요청에 실패했어요.')).toBeVisible();
  await guest.page.getByRole('button', { name: '마이크 없이 들어가기' }).click();
  await expect(tiles(host.page)).toHaveCount(2);
  await expect(tiles(host.page).filter({ hasText: '최손님' })).toContainText('손님');
  await expectFlow(guest.page, 'audio');

  await second.page.goto(address);
  await expect(second.page.getByText('이미 쓴 초대 링크예요. 새 링크를 받아 주세요.')).toBeVisible();
  await second.page.goto(`${origin}/call/guessed`);
  await expect(second.page.getByText('초대 링크를 찾을 수 없어요')).toBeVisible();

  // After a reload the same guest rejoins under their name.
  await guest.page.reload();
  await guest.page.getByRole('button', { name: '마이크 없이 들어가기' }).click();
  await expect(tiles(guest.page)).toHaveCount(2);

  await button(host.page, '최손님님 내보내기').click();
  await expect(guest.page.getByRole('heading', { name: '통화가 끝났어요' })).toBeVisible();
  await expect(tiles(host.page)).toHaveCount(1);
  await leave([host, guest, second]);
});

test('denied permissions are explained, and listening still works @night', async () => {
  test.setTimeout(120_000);
  const strict = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: [...basics, '--use-fake-device-for-media-stream', '--deny-permission-prompts'],
  });
  const { slug } = await channel();
  const [refused, other] = [await somebody('김민수', { in: strict }), await somebody('이유진')];
  await open(refused.page, `/remote-support/${slug}/call`);
  await button(refused.page, '마이크 켜기').click();
  await expect(
    refused.page.getByRole('alert').filter({ hasText: '마이크 사용이 막혀 있어요' }),
  ).toBeVisible();
  await expect(refused.page.getByRole('alert').filter({ hasText: '주소창의 자물쇠' })).toBeVisible();
  await refused.page.getByRole('button', { name: '마이크 없이 들어가기' }).click();
  await enter(other, slug);
  await expect(tiles(refused.page)).toHaveCount(2);
  await expectFlow(refused.page, 'audio');
  await button(refused.page, '카메라 켜기').click();
  await expect(
    refused.page.getByRole('alert').filter({ hasText: '카메라 사용이 막혀 있어요' }),
  ).toBeVisible();

  // The microphone is unplugged.
  await other.page.evaluate(() => {
    const { allConnections } = globalThis as unknown as { allConnections: RTCPeerConnection[] };
    for (const sender of allConnections.at(-1)?.getSenders() ?? [])
      sender.track?.dispatchEvent(new Event('ended'));
  });
  await expect(other.page.getByRole('alert').filter({ hasText: '마이크 연결이 빠졌어요' })).toBeVisible();
  await leave([refused, other]);
  await strict.close();
});

for (const [name, problem, words] of [
  ['a device that is missing', 'NotFoundError', '카메라 장치를 찾을 수 없어요'],
  ['a device that another program holds', 'NotReadableError', '카메라: 다른 프로그램이 쓰고 있어요'],
] as const)
  test(`${name} is explained @night`, async () => {
    const { slug } = await channel();
    const person = await somebody('김민수');
    await person.page.addInitScript((error) => {
      navigator.mediaDevices.getUserMedia = async () => {
        throw new DOMException('', error);
      };
    }, problem);
    await open(person.page, `/remote-support/${slug}/call`);
    await button(person.page, '카메라 켜기').click();
    await expect(person.page.getByRole('alert').filter({ hasText: words })).toBeVisible();
    await leave([person]);
  });

test('two people hear each other through a relay alone @night', async () => {
  test.skip(!coturn, 'coturn is not installed');
  test.setTimeout(120_000);
  const { slug } = await channel();
  const [minsu, yujin] = [
    await somebody('김민수', { relayOnly: true }),
    await somebody('이유진', { relayOnly: true }),
  ];
  await enter(minsu, slug);
  await enter(yujin, slug);
  await expectFlow(minsu.page, 'audio');
  await expectFlow(yujin.page, 'audio');
  expect((await received(yujin.page, 'audio')).pairs).toEqual(['relay relay']);
  await leave([minsu, yujin]);
});

test('non-members of a channel find no call, guests are asked to log in, and other pages get no devices @night', async () => {
  const guest = await somebody('손님', { guest: true });
  const { slug } = await channel();
  expect((await guest.page.goto('/remote-support/nowhere/call'))?.status()).toBe(404);
  const answer = await guest.page.goto(`/remote-support/${slug}/call`);
  expect(answer?.headers()['permissions-policy']).toContain('microphone=(self)');
  await expect(guest.page.getByRole('link', { name: '로그인' }).last()).toHaveAttribute('href', /next=/);
  expect((await guest.page.goto('/about'))?.headers()['permissions-policy']).toContain('microphone=()');
  await leave([guest]);
});
