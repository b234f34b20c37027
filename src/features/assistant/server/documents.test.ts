import { buffer } from 'node:stream/consumers';
import { PDFDocument, PDFHexString, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import type { z } from 'zod';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { runDueJobs } from '#platform/server/jobs.ts';
import { guide, type document, type page } from '../contract.ts';
import { createReading, runReading } from './documents.ts';
import { assistantJobs } from './jobs.ts';
import type { ReadPage } from './document-worker.ts';
import { assistantOn } from './testing.ts';

type Document = z.infer<typeof document>;
type Page = z.infer<typeof page>;

let server: TestServer;
let on: ReturnType<typeof assistantOn>;
let person: Person;
let other: Person;
beforeAll(async () => {
  server = await startTestServer();
  on = assistantOn(server);
  person = await server.signUp();
  other = await server.signUp();
});
afterAll(() => server.close());

async function upload(name: string, bytes: Uint8Array): Promise<string> {
  const answer = await server.call('POST', '/api/uploads', {
    as: person,
    payload: Buffer.from(bytes),
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
      'content-type': 'application/offset+octet-stream',
    },
  });
  if (answer.statusCode !== 201) throw new Error(`the upload failed: ${answer.body}`);
  return String(answer.headers['location']).split('/').at(-1)!;
}
const add = async (uploadIds: string[], as = person) =>
  server.call('POST', '/api/assistant/documents', { as, payload: { uploadIds } });
const find = async (id: string) =>
  (await server.call('GET', `/api/assistant/documents/${id}`, { as: person })).json<Document>();
const readAll = () =>
  runDueJobs(server.runtime.pool, { 'assistant.read_documents': createReading(server.runtime) });
const codeOf = (answer: { statusCode: number; json(): unknown }) => [
  answer.statusCode,
  (answer.json() as { code?: string }).code,
];

async function pdfOf(pages: readonly string[][], encrypt = false): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const lines of pages) {
    const sheet = pdf.addPage();
    lines.forEach((line, index) => sheet.drawText(line, { x: 40, y: 780 - index * 20, size: 12, font }));
  }
  if (encrypt) {
    const { context } = pdf;
    const hex = (pair: string, count: number) => PDFHexString.of(pair.repeat(count));
    context.trailerInfo.ID = context.obj([hex('43', 16), hex('43', 16)]);
    // The check of the empty password fails against these values.
    context.trailerInfo.Encrypt = context.obj({
      Filter: 'Standard',
      V: 1,
      R: 2,
      P: -4,
      O: hex('41', 32),
      U: hex('42', 32),
    });
  }
  return new Uint8Array(await pdf.save({ useObjectStreams: false }));
}

async function zipOf(files: Record<string, Uint8Array | string>): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(Buffer.from(bytes), name);
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
}

const manual = [
  ['Assembly manual', 'Parts list', '- M3 screw x 8', '- Bearing 608 x 2', '- Printed wheel x 4'],
  [
    '1. Press the bearings',
    'Press both bearings into the hub with a vise.',
    '2. Mount the wheels',
    'Fasten each wheel with two M3 screws.',
  ],
  ['Maintenance', 'Oil the bearings every 40 hours of use.'],
];
const markdown = `# 새집 조립

## 준비물

- 합판 6mm 1장
- 나사 x 12

## 만들기

1. **재단하기** 합판을 도면대로 자릅니다.
2. **붙이기** 목공 본드를 바르고 20분 기다립니다.
3. **뚜껑 달기** 경첩을 나사로 답니다. 레이저로 새긴 면이 밖을 봅니다.
`;

describe('a document', () => {
  test('of a PDF becomes parts and steps with their pages, and answers questions like a guide', async () => {
    const made = await add([await upload('manual.pdf', await pdfOf(manual))]);
    expect(made.statusCode).toBe(202);
    const waiting = made.json<Document>();
    expect(waiting).toMatchObject({
      title: 'manual',
      state: 'waiting',
      pages: null,
      files: [{ name: 'manual.pdf' }],
    });
    const early = await on.call('POST', '/api/assistant/conversations', person, { documentId: waiting.id });
    expect(codeOf(early)).toEqual([409, 'document_unread']);
    await readAll();
    expect(await find(waiting.id)).toMatchObject({
      state: 'ready',
      pages: 3,
      pagesRead: 3,
      hasText: true,
      problem: null,
    });

    const begun = await on.begin({ documentId: waiting.id }, person);
    const told = guide.parse(
      (await on.call('GET', `/api/assistant/conversations/${begun.id}/guide`, person)).json(),
    );
    expect(told).toMatchObject({ source: { kind: 'document', title: 'manual' }, language: 'en', pages: 3 });
    expect(told.parts.map(({ name, quantity }) => [name, quantity])).toEqual([
      ['M3 screw', 8],
      ['Bearing 608', 2],
      ['Printed wheel', 4],
    ]);
    expect(told.steps.map(({ title, text, page: at }) => [title, text, at])).toEqual([
      ['Press the bearings', 'Press both bearings into the hub with a vise.', 2],
      ['Mount the wheels', 'Fasten each wheel with two M3 screws.', 2],
    ]);
    const { message } = await on.ask(begun, person, 'How often should I oil the bearings?');
    expect(message.citations[0]).toMatchObject({
      page: 3,
      quote: 'Oil the bearings every 40 hours of use.',
      url: `/ai-assembly?conversation=${begun.id}&page=3`,
    });
    const shown = (
      await server.call('GET', `/api/assistant/documents/${waiting.id}/pages/3`, { as: person })
    ).json<Page>();
    expect(shown).toMatchObject({ page: 3, pages: 3, kind: 'pdf', heading: 'Maintenance' });
    expect(shown.url).toBe(`/api/assistant/documents/${waiting.id}/files/0#page=3`);
    const bytes = await server.call('GET', shown.url!.split('#')[0]!, { as: person });
    expect(bytes.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('of Markdown is split at numbered lines, in its own language', async () => {
    const { id } = (await add([await upload('새집.md', Buffer.from(markdown))])).json<Document>();
    await readAll();
    const begun = await on.begin({ documentId: id }, person);
    const told = guide.parse(
      (await on.call('GET', `/api/assistant/conversations/${begun.id}/guide`, person)).json(),
    );
    expect(told.language).toBe('ko');
    expect(told.parts.map(({ name, quantity }) => [name, quantity])).toEqual([
      ['합판 6mm', 1],
      ['나사', 12],
    ]);
    expect(told.steps).toHaveLength(3);
    expect(told.steps[2]?.safety).toEqual(['laser']);
    const { message } = await on.ask(begun, person, '본드를 바르고 얼마나 기다려요?');
    expect(message.text).toContain('20분 기다립니다');
  });

  test('of a ZIP has its texts and pictures in the order of their names, without system files', async () => {
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const zip = await zipOf({
      'kit/10-last.md': '# 끝\n\n마지막으로 닦습니다.',
      'kit/2-photo.png': picture,
      'kit/1-first.txt': '처음에 읽습니다.',
      '__MACOSX/kit/1-first.txt': 'noise',
      'kit/model.stl': 'solid x',
    });
    const { id } = (await add([await upload('kit.zip', zip)])).json<Document>();
    await readAll();
    expect(await find(id)).toMatchObject({ state: 'ready', pages: 3 });
    const pages = await Promise.all(
      [1, 2, 3].map(async (number) =>
        (
          await server.call('GET', `/api/assistant/documents/${id}/pages/${number}`, { as: person })
        ).json<Page>(),
      ),
    );
    expect(pages.map(({ kind, text }) => [kind, text])).toEqual([
      ['text', '처음에 읽습니다.'],
      ['picture', ''],
      ['text', '# 끝\n\n마지막으로 닦습니다.'],
    ]);
    const shown = await server.call('GET', pages[1]!.url!, { as: person });
    expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.equals(picture)]).toEqual([
      200,
      'image/png',
      true,
    ]);
  });

  test('of one long line is cut into pages without breaking a character', async () => {
    const { id } = (
      await add([await upload('long.txt', Buffer.from(`x${'🔧'.repeat(4000)}`))])
    ).json<Document>();
    await readAll();
    expect(await find(id)).toMatchObject({ state: 'ready', pages: 3 });
  });

  test('is visible to its owner only', async () => {
    const { id } = (await add([await upload('mine.md', Buffer.from(markdown))])).json<Document>();
    await readAll();
    for (const path of ['', '/pages/1', '/files/0']) {
      const url = `/api/assistant/documents/${id}${path}`;
      expect(codeOf(await server.call('GET', url, { as: other }))).toEqual([404, 'document_not_found']);
    }
    expect(codeOf(await on.call('POST', '/api/assistant/conversations', other, { documentId: id }))).toEqual([
      404,
      'document_not_found',
    ]);
    expect(
      codeOf(await on.call('POST', '/api/assistant/conversations', undefined, { documentId: id })),
    ).toEqual([404, 'document_not_found']);
    const begun = await on.begin({}, other);
    const { message } = await on.ask(begun, other, '새집의 목공 본드는 몇 분 기다려요?');
    expect(JSON.stringify(message)).not.toContain('20분');
    expect((await server.call('DELETE', `/api/assistant/documents/${id}`, { as: other })).statusCode).toBe(
      404,
    );
    const mine = await on.begin({ documentId: id }, person);
    expect((await server.call('DELETE', `/api/assistant/documents/${id}`, { as: person })).statusCode).toBe(
      204,
    );
    const gone = await on.call('POST', `/api/assistant/conversations/${mine.id}/messages`, person, {
      text: '본드',
    });
    expect(codeOf(gone)).toEqual([410, 'guide_gone']);
  });

  test('of an unsupported type is refused on upload', async () => {
    const stl = await upload('x.csv', Buffer.from('a,b'));
    expect(codeOf(await add([stl]))).toEqual([415, 'document_type']);
    const mine = await upload('y.md', Buffer.from('x'));
    expect((await add([mine], other)).statusCode).toBe(404);
  });
});

describe('an unreadable document', () => {
  const cases: [string, string, () => Promise<Uint8Array<ArrayBuffer>>, string][] = [
    [
      'a damaged PDF',
      'x.pdf',
      async () => new Uint8Array(Buffer.from('%PDF-1.7\n1 0 obj\n<<garbage')),
      'damaged',
    ],
    ['a locked PDF', 'x.pdf', () => pdfOf(manual, true), 'encrypted'],
    ['spaces', 'x.txt', async () => new Uint8Array(Buffer.from(' \n\n\t ')), 'empty'],
    ['a ZIP without anything to read', 'x.zip', () => zipOf({ 'a.stl': 'solid' }), 'empty'],
    [
      'a ZIP that is cut',
      'x.zip',
      async () => (await zipOf({ 'a.md': 'x'.repeat(5000) })).slice(0, 60),
      'damaged',
    ],
    ['a bomb', 'x.zip', () => zipOf({ 'a.txt': Buffer.alloc(40 * 1024 * 1024) }), 'bomb'],
    ['a locked ZIP', 'x.zip', async () => locked(await zipOf({ 'a.md': 'secret' })), 'encrypted'],
    ['too many pages', 'x.pdf', () => pdfOf(Array.from({ length: 1001 }, () => ['x'])), 'too_many_pages'],
    [
      'more text than pages hold',
      'x.txt',
      async () => new Uint8Array(Buffer.from('word '.repeat(1_100_000))),
      'too_many_pages',
    ],
  ];
  const inZip = new Set(['a bomb', 'a locked ZIP']);
  test.each(cases)('%s', { timeout: 60_000 }, async (what, name, make, problem) => {
    const read = await runReading({ files: [{ name, bytes: await make() }] }, async () => {});
    expect(read).toEqual({
      problem,
      file: expect.stringMatching(inZip.has(what) ? /^x\.zip › a\.(?:md|txt)$/ : `^${name}$`),
    });
  });

  test('shows the reason in the reader’s language, and keeps no content', async () => {
    const { id } = (await add([await upload('x.pdf', await pdfOf(manual, true))])).json<Document>();
    await readAll();
    const found = await find(id);
    expect(found).toMatchObject({
      state: 'refused',
      problem: { code: 'encrypted', file: 'x.pdf', message: expect.stringMatching(/^x\.pdf: 암호/) },
    });
    expect(
      (await server.call('GET', `/api/assistant/documents/${id}/pages/1`, { as: person })).statusCode,
    ).toBe(404);
    expect(codeOf(await on.call('POST', '/api/assistant/conversations', person, { documentId: id }))).toEqual(
      [409, 'document_unread'],
    );
  });

  test('is given up if it crashes its process repeatedly', async () => {
    const { id } = (await add([await upload('x.md', Buffer.from(markdown))])).json<Document>();
    await server.runtime.pool.query(
      `update assistant_document set state = 'reading', tries = 2, began_at = now() - interval '1 hour' where id = $1`,
      [id],
    );
    await readAll();
    expect(await find(id)).toMatchObject({ state: 'refused', problem: { code: 'failed' } });
  });
});

describe('a manual among the files of a resource', () => {
  const jobs = () => ({
    ...assistantJobs(server.runtime),
    'resources.published': async () => {},
  });
  const answers = async (resourceId: string, text: string) => {
    const begun = await on.begin({ resourceId }, person);
    return (await on.ask(begun, person, text)).message;
  };

  test('is read after publication, and cited with its file and page', async () => {
    const id = await on.publish(person, {
      title: '수레',
      language: 'en',
      uploads: [
        await upload('cart.pdf', await pdfOf(manual)),
        await upload('care.md', Buffer.from('# 관리\n\n마른 천으로 닦습니다.')),
      ],
    });
    await runDueJobs(server.runtime.pool, jobs());
    const { files } = (await server.call('GET', `/api/resources/${id}`)).json<{
      files: { id: string; name: string }[];
    }>();
    const file = files.find(({ name }) => name === 'cart.pdf')!.id;
    const message = await answers(id, 'How often should I oil the bearings?');
    expect(message.citations[0]).toMatchObject({
      file,
      page: 3,
      title: 'cart.pdf',
      url: `/resources/${id}?file=${file}&page=3`,
    });
    expect(message.citations.map(({ quote }) => quote)).toContain('Oil the bearings every 40 hours of use.');
    // A citation without a guide names its resource.
    const alone = await on.begin({}, person);
    const found = (await on.ask(alone, person, '수레 bearings oil')).message;
    expect(found.citations[0]).toMatchObject({ file, page: 3, title: '수레 · cart.pdf' });
  });

  test('of a new version replaces the old one in new conversations', async () => {
    const id = await on.publish(person, {
      title: '선풍기',
      language: 'en',
      uploads: [await upload('fan.pdf', await pdfOf([['Fasten the blade with 14 Ncm of torque.']]))],
    });
    await runDueJobs(server.runtime.pool, jobs());
    const question = 'How much torque for the blade?';
    const before = await on.begin({ resourceId: id }, person);
    expect((await on.ask(before, person, question)).message.text).toContain('14 Ncm');
    const edited = await server.call('PATCH', `/api/resources/${id}`, {
      as: person,
      payload: {
        keptFiles: [],
        uploads: [await upload('fan.pdf', await pdfOf([['Fasten the blade with 25 Ncm of torque.']]))],
      },
    });
    expect(edited.statusCode, edited.body).toBe(200);
    await runDueJobs(server.runtime.pool, jobs());
    // An existing conversation keeps the version it began with.
    expect((await on.ask(before, person, question)).message.text).toContain('14 Ncm');
    const after = await on.begin({ resourceId: id }, other);
    expect((await on.ask(after, other, question)).message.text).toContain('25 Ncm');
  });

  test('that is unreadable does not delay others', async () => {
    const id = await on.publish(person, { uploads: [await upload('locked.pdf', await pdfOf(manual, true))] });
    await runDueJobs(server.runtime.pool, jobs());
    const { rows } = await server.runtime.pool.query(
      `select state, problem from assistant_manual where file_id in (select id from resource_file where resource_id = $1)`,
      [id],
    );
    expect(rows).toEqual([{ state: 'refused', problem: 'encrypted' }]);
    expect((await answers(id, '다이오드는 어느 방향으로 납땜하나요?')).text).toContain('5V 쪽');
  });
});

test('pages are stored while others are still being read', async () => {
  const kept: ReadPage[] = [];
  const totals: number[] = [];
  const bytes = await pdfOf(
    Array.from({ length: 120 }, (_, index) => [`Page ${index + 1}`, 'Turn the screw.']),
  );
  const read = await runReading({ files: [{ name: 'x.pdf', bytes }] }, async (pages, total) => {
    kept.push(...pages);
    totals.push(total);
  });
  expect(read).toMatchObject({ done: { pages: 120 } });
  expect(kept.map(({ page: number }) => number)).toEqual(
    Array.from({ length: 120 }, (_, index) => index + 1),
  );
  expect(new Set(totals)).toEqual(new Set([120]));
  expect(totals.length).toBeGreaterThan(2);
});

/** Sets the encryption flag of each entry. */
function locked(zip: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(zip);
  for (const [signature, at] of [
    ['PK\u0003\u0004', 6],
    ['PK\u0001\u0002', 8],
  ] as const) {
    for (
      let from = bytes.indexOf(signature, 0, 'latin1');
      from >= 0;
      from = bytes.indexOf(signature, from + 4, 'latin1')
    )
      bytes.writeUInt16LE(bytes.readUInt16LE(from + at) | 1, from + at);
  }
  return new Uint8Array(bytes);
}
