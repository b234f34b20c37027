import { inflateSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { workshopInput } from '#features/services/contract.ts';
import { train } from './ai/train.ts';
import { offerOf } from '#features/quotes/rules.ts';
import { distanceKm } from '#features/services/geo.ts';
import { seoul } from '#features/services/rules.ts';
import { demoResources, demoServices, demoUsers } from './content.ts';
import { demoWorkshops } from './services/workshops.ts';
import { demoCollections, demoComments, demoFollows, demoMakes } from './social.ts';
import { sokobanLevels } from './games/puzzles.ts';
import { swfStage } from './games/swf.ts';
import * as basicBoards from './hardware/boards-basic.ts';
import * as microBoards from './hardware/boards-micro.ts';
import type { Board } from './hardware/board.ts';
import { route } from './hardware/router.ts';
import { writtenMetrics } from './resources/ai-models.ts';

const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);
const files = demoResources.flatMap((resource) =>
  resource.files.map((file) => ({ slug: resource.slug, file })),
);
const ending = (end: string) => files.filter(({ file }) => file.name.endsWith(end));

test('every 3D printing service has machines and different rates that the form accepts', () => {
  const printers = demoServices.filter(({ serviceType }) => serviceType === '3d_printing');
  expect(Object.keys(demoWorkshops).toSorted()).toEqual(printers.map(({ slug }) => slug).toSorted());
  const workshops = Object.values(demoWorkshops).map((each) => workshopInput.parse(each));
  expect(workshops.every(({ machines }) => machines.length > 0)).toBe(true);
  const own = workshops.flatMap(({ rateCard }) => (rateCard ? [JSON.stringify(rateCard)] : []));
  expect(new Set(own).size).toBe(own.length);
  expect(own.length).toBeGreaterThan(2);
});

test('an estimate in the middle of Seoul compares at least four printers', () => {
  const near = demoServices.filter(
    ({ serviceType, locations }) =>
      serviceType === '3d_printing' && locations.some((place) => distanceKm(seoul, place) < 9.4),
  );
  expect(near.length).toBeGreaterThanOrEqual(4);
  const [cube, print] = [
    { sizeMm: [20, 20, 20], volumeMm3: 8000 },
    { material: 'PLA', infill: 20, layerHeight: 0.2, quantity: 1 },
  ] as const;
  const totals = near.flatMap(({ slug, price = null, pricePerUnit = null, materials = [] }) => {
    const workshop = workshopInput.parse(demoWorkshops[slug]);
    const printer = { ...workshop, isFreeService: false, currency: 'KRW', price, pricePerUnit, materials };
    const found = offerOf(printer, [{ model: cube, print }], { feePercent: 10, today: '2026-11-23' });
    return 'offer' in found ? [found.offer.total] : [];
  });
  expect(totals.length).toBe(near.length);
  expect(new Set(totals).size).toBeGreaterThan(2);
});

test('the demo has enough of everything', () => {
  expect(demoResources.length).toBeGreaterThanOrEqual(66);
  for (const category of [
    'hardware_design',
    'software',
    'ai_model',
    '3d_model',
    'free_content',
    'flash_game',
  ]) {
    expect(
      demoResources.filter((resource) => resource.category === category).length,
      category,
    ).toBeGreaterThanOrEqual(11);
  }
  expect(demoServices.length).toBe(45);
  expect(demoUsers.length).toBeGreaterThanOrEqual(45);
  expect(demoUsers.some(({ isAdmin }) => isAdmin)).toBe(false);
});

test('names are unique and everything has its owner', () => {
  const users = new Set(demoUsers.map(({ username }) => username));
  expect(users.size).toBe(demoUsers.length);
  expect(new Set(demoUsers.map(({ email }) => email)).size).toBe(demoUsers.length);
  for (const { email } of demoUsers) expect(email).toMatch(/^[a-z0-9.]+@example\.com$/);
  for (const list of [demoResources, demoServices]) {
    expect(new Set(list.map(({ slug }) => slug)).size).toBe(list.length);
    for (const { owner, slug } of list) expect(users.has(owner), slug).toBe(true);
  }
  // One owner has two: one priced by weight, and one with a fixed price.
  expect(new Set(demoServices.map(({ owner }) => owner)).size).toBe(demoServices.length - 1);
});

test('texts are in their own language, with a few tags', () => {
  for (const resource of demoResources) {
    expect(resource.title.ko, resource.slug).toBeTruthy();
    expect(resource.title[resource.language], resource.slug).toBeTruthy();
    expect(resource.description[resource.language]?.length ?? 0, resource.slug).toBeGreaterThan(60);
    expect(resource.tags.length, resource.slug).toBeGreaterThanOrEqual(3);
    expect(resource.tags.length, resource.slug).toBeLessThanOrEqual(7);
    expect(resource.pictures.length, resource.slug).toBeGreaterThanOrEqual(1);
    expect(resource.files.length > 0 || resource.downloadUrl !== undefined, resource.slug).toBe(true);
    expect(resource.downloadUrl ?? 'https://example.org/').toMatch(/^https:\/\/example\.org\//);
  }
  expect(demoResources.filter(({ tags }) => tags.includes('gear')).length).toBeGreaterThanOrEqual(5);
  const words = demoResources.map(({ title, tags }) => `${title.ko} ${tags.join(' ')}`).join(' ');
  for (const word of ['드론', '기어', '화분', '로봇', '키트', '상자', '경첩', '책상정리', '아두이노'])
    expect(words).toContain(word);
  for (const language of ['en', 'ja'] as const) {
    expect(demoResources.filter((resource) => resource.language === language).length).toBeGreaterThanOrEqual(
      7,
    );
  }
});

test('places are in Korea and phone numbers belong to nobody', () => {
  for (const service of demoServices) {
    expect(service.contactPhone).toMatch(/^010-0000-\d{4}$/);
    expect(service.locations.length).toBeGreaterThanOrEqual(1);
    for (const { lat, long } of service.locations) {
      expect(lat).toBeGreaterThan(33);
      expect(lat).toBeLessThan(38.7);
      expect(long).toBeGreaterThan(125.9);
      expect(long).toBeLessThan(129.6);
    }
  }
});

test('no file is empty, and file names are unique within a resource', { timeout: 30_000 }, async () => {
  for (const resource of demoResources) {
    expect(new Set(resource.files.map(({ name }) => name)).size, resource.slug).toBe(resource.files.length);
    for (const file of resource.files) {
      // Models are read back in their own test, and wallpapers take too long.
      if (/\.(png|stl|3mf)$/.test(file.name)) continue;
      expect((await file.make()).length, `${resource.slug}/${file.name}`).toBeGreaterThan(60);
    }
  }
});

test('a picture is a PNG of 1200 × 900 and identical in every run', { timeout: 30_000 }, async () => {
  const picture = demoServices[0]?.picture;
  const bytes = await picture?.make();
  expect([...(bytes?.subarray(0, 8) ?? [])]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  const view = new DataView(bytes?.buffer ?? new ArrayBuffer(32), bytes?.byteOffset ?? 0);
  expect([view.getUint32(16), view.getUint32(20)]).toEqual([1200, 900]);
  expect(await picture?.make()).toEqual(bytes);
});

test('archives open, and the page of a game contains its parts', async () => {
  for (const { slug, file } of ending('.zip')) {
    const entries = unzipSync(await file.make());
    expect(Object.keys(entries).length, slug).toBeGreaterThan(1);
    const page = entries['index.html'];
    if (!page) continue;
    for (const match of text(page).matchAll(/(?:src|href)="([^"]+)"/g))
      expect(entries[match[1] ?? ''], `${slug} ${match[1]}`).toBeDefined();
  }
  for (const { file } of files.filter(
    ({ slug }) => demoResources.find((r) => r.slug === slug)?.category === 'software',
  )) {
    if (!file.name.endsWith('.zip')) continue;
    const names = Object.keys(unzipSync(await file.make()));
    expect(names.some((name) => name.endsWith('README.md'))).toBe(true);
    expect(names.some((name) => name.endsWith('LICENSE'))).toBe(true);
  }
});

test('scripts of the games and pages can be parsed', async () => {
  const scripts = (
    await Promise.all(ending('.zip').map(async ({ file }) => Object.entries(unzipSync(await file.make()))))
  )
    .flat()
    .filter(([name]) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(20);
  for (const [name, bytes] of scripts) {
    // oxlint-disable-next-line no-new-func -- only parsed, never called
    expect(() => new Function(text(bytes)), name).not.toThrow();
  }
});

test('SVG files are well formed, without scripts or external references', async () => {
  const drawings = ending('.svg');
  expect(drawings.length).toBeGreaterThan(20);
  const icons = unzipSync((await ending('maker-icons.zip')[0]?.file.make()) ?? new Uint8Array());
  const all = await Promise.all(drawings.map(async ({ file }) => text(await file.make())));
  for (const svg of [...all, ...Object.values(icons).map(text)]) {
    const parser = new SaxesParser();
    parser.on('opentag', ({ name, attributes }) => {
      expect(['script', 'foreignObject', 'image', 'use', 'a', 'text']).not.toContain(name);
      for (const [key, value] of Object.entries(attributes)) {
        expect(key).not.toMatch(/^on|href/i);
        expect(value.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|data:/);
      }
    });
    parser.write(svg).close();
  }
});

test('safetensors files state the right offsets', async () => {
  const models = ending('.safetensors');
  expect(models.length).toBeGreaterThanOrEqual(11);
  for (const { slug, file } of models) {
    const bytes = await file.make();
    const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
    const header = JSON.parse(text(bytes.subarray(8, 8 + length))) as Record<
      string,
      { dtype: string; shape: number[]; data_offsets: [number, number] }
    >;
    let last = 0;
    let count = 0;
    for (const [name, entry] of Object.entries(header)) {
      if (name === '__metadata__') continue;
      expect(entry.dtype).toBe('F32');
      expect(entry.data_offsets[0]).toBe(last);
      last = entry.data_offsets[1];
      expect(last - entry.data_offsets[0]).toBe(entry.shape.reduce((a, b) => a * b, 4));
      if (name.startsWith('fc')) count += (last - entry.data_offsets[0]) / 4;
    }
    expect(bytes.length).toBe(8 + length + last);
    expect(demoResources.find((resource) => resource.slug === slug)?.aiModel?.parameters, slug).toBe(count);
  }
});

test('the stated results are what training reaches', { timeout: 30_000 }, () => {
  for (const { task, metric } of writtenMetrics) {
    const written = Number(/\d+\.\d+/.exec(metric)?.[0]);
    expect(Math.abs(train(task).score - written), task.slug).toBeLessThan(0.06);
  }
});

test('the SWF is a complete film', async () => {
  const bytes = (await ending('.swf')[0]?.file.make()) ?? new Uint8Array();
  expect(text(bytes.subarray(0, 3))).toBe('CWS');
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const body = inflateSync(bytes.subarray(8));
  expect(view.getUint32(4, true)).toBe(body.length + 8);
  const rectBits = (body[0] ?? 0) >> 3;
  let at = Math.ceil((5 + rectBits * 4) / 8);
  expect(body.readUInt16LE(at + 2)).toBe(swfStage.frames);
  at += 4;
  const seen = new Map<number, number>();
  while (at < body.length) {
    const head = body.readUInt16LE(at);
    let size = head & 63;
    at += 2;
    if (size === 63) {
      size = body.readUInt32LE(at);
      at += 4;
    }
    seen.set(head >> 6, (seen.get(head >> 6) ?? 0) + 1);
    at += size;
  }
  expect(at).toBe(body.length);
  expect(seen.get(1)).toBe(swfStage.frames);
  expect(seen.get(2)).toBe(4);
  expect(seen.get(26)).toBeGreaterThan(swfStage.frames);
  expect(seen.get(0)).toBe(1);
});

test('every board is routed and every net names real pads', () => {
  const boards = [...Object.values(basicBoards), ...Object.values(microBoards)].filter(
    (value): value is Board => typeof value === 'object' && 'nets' in value,
  );
  expect(boards.length).toBe(12);
  for (const board of boards) {
    const { pads, missing } = route(board);
    expect(missing, board.name).toEqual([]);
    const names = new Set(pads.map((pad) => `${pad.ref}.${pad.name}`));
    for (const pin of Object.values(board.nets).flat())
      expect(names.has(pin), `${board.name} ${pin}`).toBe(true);
    for (const pad of pads) {
      expect(
        pad.x > 0 && pad.y > 0 && pad.x < board.width && pad.y < board.height,
        `${board.name} ${pad.ref}`,
      ).toBe(true);
    }
  }
});

test('every warehouse has as many boxes as places', () => {
  for (const level of sokobanLevels) {
    const marks = level.join('');
    expect([...marks].filter((mark) => '$*'.includes(mark)).length).toBe(
      [...marks].filter((mark) => '.*+'.includes(mark)).length,
    );
  }
});

test('comments are about existing resources, and not only by their owners', () => {
  const owners = new Map(demoResources.map(({ slug, owner }) => [slug, owner]));
  const usernames = new Set(demoUsers.map(({ username }) => username));
  const spoken = Object.entries({ ...demoComments }).flatMap(([slug, comments]) =>
    comments.flatMap((comment) =>
      [comment, ...(comment.replies ?? [])].map(({ by, ago }) => ({ slug, by, ago })),
    ),
  );
  const made = Object.entries(demoMakes).flatMap(([slug, makes]) =>
    makes.map(({ by, ago }) => ({ slug, by, ago })),
  );
  for (const { slug, by, ago } of [...spoken, ...made]) {
    expect(owners.has(slug), slug).toBe(true);
    expect(usernames.has(by), by).toBe(true);
    expect(ago).toBeLessThan(30);
  }
  for (const { slug, by } of made) expect(by, slug).not.toBe(owners.get(slug));
  for (const { items } of demoCollections)
    for (const { slug } of items) expect(owners.has(slug), slug).toBe(true);
  for (const name of demoFollows.flat()) expect(usernames.has(name), name).toBe(true);
});
