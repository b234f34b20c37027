import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import type { Runner } from 'graphile-worker';
import PostalMime from 'postal-mime';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { erasedPerson, keptColumns } from '#features/accounts/server/personal-data.ts';
import { stepAt, totp } from '#features/accounts/server/second-factor.ts';
import { createSoftKey, readMails, tokenIn } from '#features/accounts/server/testing.ts';
import { auctioningOn } from '#features/auctions/server/testing.ts';
import { createService, type ServiceContent } from '#features/services/server/public.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { storePicture } from '#platform/server/pictures.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import { isLongRun } from '#platform/shared/testing.ts';
import { createSocialFakes } from '../../fakes/social.ts';
import { startJobs } from './jobs.ts';
import { impersonalTables, personalData } from './personal-data.ts';
import { cookieOf, formOf, startTestServer, type Person, type TestServer } from './testing.ts';

const origin = 'http://gongbang.test';
const fakes = createSocialFakes([]);
let server: TestServer;
let runner: Runner;
beforeAll(async () => {
  server = await startTestServer({
    SOCIAL_FAKE_ORIGIN: await fakes.start(),
    KAKAO_CLIENT_ID: 'kakao',
    KAKAO_CLIENT_SECRET: 'kakao-secret',
  });
  runner = await startJobs(server.runtime, server.app.log);
});
afterAll(async () => {
  await runner.stop();
  await server.close();
  await fakes.stop();
});

type Column = { table: string; column: string; type: string };

/** Columns of our own tables; a partition counts as part of its table. */
async function columnsOf(schema: string): Promise<Column[]> {
  const { rows } = await server.runtime.pool.query<Column>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`,
    [schema],
  );
  return rows;
}

describe('the registry', () => {
  test('covers every table that refers to a person, directly or indirectly, and justifies the others', async () => {
    const { rows } = await server.runtime.pool.query<{ table: string; target: string }>(
      `select tc.table_name as table, ccu.table_name as target
      from information_schema.table_constraints tc
      join information_schema.constraint_column_usage ccu using (constraint_schema, constraint_name)
      where tc.constraint_type = 'FOREIGN KEY' and tc.table_schema = 'public'`,
    );
    const theirs = new Set(['person']);
    for (let before = 0; before !== theirs.size;) {
      before = theirs.size;
      for (const { table, target } of rows) if (theirs.has(target)) theirs.add(table);
    }
    const covered = personalData(server.runtime).flatMap(({ tables }) => tables);
    expect([...theirs].filter((table) => !covered.includes(table))).toEqual([]);
    expect(covered.toSorted()).toEqual([...new Set(covered)].toSorted());

    const all = new Set((await columnsOf('public')).map(({ table }) => table));
    const decided = [...covered, ...Object.keys(impersonalTables)];
    const ours = [...all].filter((table) => !/^kysely_|^resource_search_age_\d+$/.test(table));
    expect(ours.toSorted()).toEqual(decided.toSorted());
  });

  test('decides for every column of a person whether it is erased', async () => {
    const person = (await columnsOf('public')).filter(({ table }) => table === 'person');
    const blanked = Object.keys(erasedPerson({ id: '', name: '', email: '', username: '' }, new Date()));
    const snake = blanked.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
    expect([...keptColumns, ...snake].toSorted()).toEqual(person.map(({ column }) => column).toSorted());
  });
});

/**
 * Unique markers, one for each kind of text. Those of the last group are not exported, or occur only in copies of
 * messages.
 */
const marks = {
  fullName: 'Zqname Zqsurname',
  email: 'zqemail@example.com',
  username: 'zqusername',
  formerUsername: 'zqformer',
  bio: 'zqbio',
  userAgent: 'ZqBrowser',
  address: '203.0.113.177',
  kakao: 'zqkakaoid',
  passkey: 'zqpasskey',
  phone: '73914682',
  holder: 'zqholder',
  title: 'zqtitle',
  description: 'zqdescription',
  subcategory: 'zqsubcategory',
  tag: 'zqtag',
  author: 'zqauthor',
  sourceSite: 'zqsource',
  downloadUrl: 'zqhost.example',
  modelType: 'zqmodel',
  usage: 'zqusage',
  controls: 'zqcontrols',
  code: 'zqcode',
  step: 'zqstep',
  details: 'zqpart',
  translation: 'zqtranslation',
  changelog: 'zqchangelog',
  fileName: 'zqfile',
  fileContent: 'zqcontent',
  upload: 'zqupload',
  draft: 'zqdraft',
  removed: 'zqremoved',
  service: 'zqservice',
  contactPhone: '0269174283',
  contactEmail: 'zqcontact',
  printer: 'zqprinter',
  machine: 'zqmachine',
  holiday: 'zqholiday',
  quoted: 'zqquoted',
  request: 'zqrequest',
  requestFile: 'zqkept',
  offer: 'zqoffer',
  counter: 'zqcounter',
  tender: 'zqtender',
  tenderFile: 'zqtendered',
  bid: 'zqbid',
  pickup: 'zqpickup',
  lot: 'zqlot',
  lotEnded: 'zqwithdrawn',
  location: 'zqstreet',
  alt: 'zqalt',
  reason: 'zqreason',
  inquiry: 'zqinquiry',
  answer: 'zqanswer',
  message: 'zqspoken',
  messageBefore: 'zqunedited',
  question: 'zqasks',
  device: 'zqdevice',
  messageFile: 'zqattached',
  helpTag: 'zqhelps',
  problem: 'zqstuck',
  helpPrinter: 'zqtheirs',
  found: 'zqfound',
  drafted: 'zqdrafted',
  asked: 'zqwondered',
  documentName: 'zqmanual',
  documentText: 'zqpages',
  proposed: 'zqproposed',
  proposedWhy: 'zqbecause',
  refusal: 'zqrefusal',
  comment: 'zqcomment',
  make: 'zqmake',
  collection: 'zqcollection',
  note: 'zqnote',
  report: 'zqreport',
  reportQuoted: 'zqaccuses',
  atHearing: 'zqdefends',
  objection: 'zqobjects',
  statement: 'zqdecided',
  corrected: 'zqmisspelt',
  makeOfOther: 'zqtheirmake',
  machineTranslated: 'zqmachined',
  accountNumber: '110987654391827',
  firstEmail: 'zqfirst@example.com',
  askedEmail: 'zqasked@example.com',
};
const notExported = [
  'corrected',
  'makeOfOther',
  'machineTranslated',
  'accountNumber',
  'firstEmail',
  'askedEmail',
];

const isMarked = (text: string) =>
  Object.entries(marks).filter(([, mark]) => text.toLowerCase().includes(mark.toLowerCase()));

/** Finds the markers in tables of every schema and in files below the data folder. */
async function findMarks(): Promise<string[]> {
  const { pool, config } = server.runtime;
  const found: string[] = [];
  for (const schema of ['public', 'graphile_worker']) {
    const tables = Map.groupBy(await columnsOf(schema), ({ table }) => table);
    for (const [table, columns] of tables) {
      const texts = columns.map(({ column, type }) =>
        type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`,
      );
      const { rows } = await pool.query<{ text: string }>(
        `select concat_ws(' ', ${texts.join(', ')}) as text from ${schema}."${table}"`,
      );
      for (const { text } of rows) {
        for (const [name] of isMarked(text)) found.push(`${name} in table ${table}`);
      }
    }
  }
  const names = await readdir(config.dataDir, { recursive: true, withFileTypes: true });
  for (const name of names.filter((each) => each.isFile())) {
    const bytes = await readFile(join(name.parentPath, name.name));
    const mail = name.name.endsWith('.eml') ? await PostalMime.parse(bytes) : undefined;
    const text = `${name.name} ${bytes.toString('latin1')} ${JSON.stringify(mail ?? '')}`;
    for (const [mark] of isMarked(text)) found.push(`${mark} in file ${name.name}`);
  }
  return [...new Set(found)];
}

async function until<Value>(find: () => Promise<Value>, is: (value: Value) => boolean): Promise<Value> {
  let last: Value | undefined;
  await expect
    .poll(
      async () => {
        last = await find();
        return is(last);
      },
      { timeout: 20_000, interval: 100 },
    )
    .toBe(true);
  return last as Value;
}

const headers = { 'user-agent': `Mozilla/5.0 ${marks.userAgent}/1` };
const remoteAddress = marks.address;

function as(person: Person, method: string, url: string, payload?: object) {
  return server.call(method, url, { as: person, headers, remoteAddress, ...(payload && { payload }) });
}

async function succeed(answering: ReturnType<typeof as>) {
  const answer = await answering;
  expect(answer.statusCode, answer.body).toBeLessThan(400);
  return answer;
}

async function logIn(person: Person): Promise<void> {
  const answer = await succeed(
    server.call('POST', '/api/login', {
      payload: { email: person.email, password: person.password },
      headers,
      remoteAddress,
    }),
  );
  person.cookie = cookieOf(answer.headers['set-cookie']);
}

async function waitForMail(to: string, subject: RegExp | string): Promise<string> {
  const mails = await until(
    async () =>
      (await readMails(server.runtime.config.dataDir, to)).filter((mail) => mail.text.match(subject)),
    (found) => found.length > 0,
  );
  return mails.at(-1)?.text ?? '';
}

/** Creates a person who has filled every field of every room, through ordinary API calls. */
async function seedPerson(): Promise<Person> {
  const person: Person = {
    id: '',
    email: marks.firstEmail,
    username: marks.formerUsername,
    password: 'correct horse battery',
    cookie: '',
  };
  const registered = await succeed(
    server.call('POST', '/api/register', {
      payload: {
        fullName: marks.fullName,
        email: marks.firstEmail,
        username: marks.formerUsername,
        password: person.password,
        consents: { terms: true, privacy: true, age14: true, marketing: true },
      },
      headers,
      remoteAddress,
    }),
  );
  person.id = registered.json<{ id: string }>().id;
  person.cookie = cookieOf(registered.headers['set-cookie']);
  return person;
}

async function seedAccount(person: Person): Promise<void> {
  await succeed(as(person, 'PATCH', '/api/user', { username: marks.username, bio: marks.bio }));
  person.username = marks.username;
  const avatar = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  await succeed(
    server.call('PUT', '/api/user/avatar', {
      as: person,
      payload: avatar,
      headers: { ...headers, 'content-type': 'image/png' },
      remoteAddress,
    }),
  );
  await succeed(as(person, 'POST', '/api/user/email', { email: marks.email }));
  const link = await waitForMail(marks.email, /token=/);
  await succeed(as(person, 'POST', '/api/email/confirm', { token: tokenIn(link) }));
  person.email = marks.email;
  await waitForMail(marks.firstEmail, marks.fullName);
  await succeed(as(person, 'POST', '/api/user/email', { email: marks.askedEmail }));
  await waitForMail(marks.askedEmail, /token=/);
  await succeed(as(person, 'POST', '/api/password/forgot', { email: marks.email }));
  await succeed(as(person, 'PATCH', '/api/user/notification-settings', { mail: { news: false } }));

  const key = createSoftKey(origin);
  const { options, ticket } = (await succeed(as(person, 'POST', '/api/user/passkeys/options'))).json();
  await succeed(
    as(person, 'POST', '/api/user/passkeys', {
      ticket,
      name: marks.passkey,
      response: key.register(options.challenge),
    }),
  );

  fakes.accounts.push({ id: marks.kakao, name: 'Zq' });
  const visit = await succeed(as(person, 'POST', '/api/auth/kakao', { intent: 'connect' }));
  const there = await fetch(`${visit.json().url}&as=${marks.kakao}`, { redirect: 'manual' });
  const back = new URL(there.headers.get('location') ?? '');
  const cookie = `${person.cookie}; ${cookieOf(visit.headers['set-cookie'])}`;
  await succeed(server.call('GET', back.pathname + back.search, { headers: { ...headers, cookie } }));

  const number = { phone: `010-${marks.phone.slice(0, 4)}-${marks.phone.slice(4)}` };
  await succeed(as(person, 'POST', '/api/user/phone/code', number));
  const folder = join(server.runtime.config.dataDir, 'outbox', 'sms');
  const sms = await until(
    async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => /^\d/.test(name));
      return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    },
    (messages) => messages.length > 0,
  );
  const code = /\d{6}/.exec(sms[0]?.split('"text"')[1] ?? '')?.[0];
  await succeed(as(person, 'POST', '/api/user/phone/verify', { ...number, code }));
  for (const accountNumber of ['110123456789', marks.accountNumber]) {
    await succeed(
      as(person, 'PUT', '/api/user/bank-account', {
        bankCode: '088',
        accountNumber,
        holder: marks.holder,
        password: person.password,
      }),
    );
  }
  const factor = (await succeed(as(person, 'POST', '/api/user/second-factor'))).json();
  await succeed(
    as(person, 'POST', '/api/user/second-factor/confirm', { code: totp(factor.secret, stepAt(new Date())) }),
  );
  await succeed(as(person, 'DELETE', '/api/user/second-factor'));
}

async function seedResources(person: Person): Promise<string> {
  const picture = await sharp({ create: { width: 500, height: 300, channels: 3, background: '#0e5947' } })
    .withExif({ IFD0: { Artist: marks.author } })
    .jpeg()
    .toBuffer();
  const fields = {
    title: `${marks.title} 드론`,
    description: marks.description,
    category: 'hardware_design',
    subcategory: marks.subcategory,
    tags: marks.tag,
    author: marks.author,
    sourceSite: marks.sourceSite,
    downloadUrl: `https://${marks.downloadUrl}/a`,
    modelType: marks.modelType,
    usageInstructions: marks.usage,
    gameControls: marks.controls,
    gameCode: marks.code,
    assemblyInstructions: `1. ${marks.step}`,
    details: JSON.stringify({ billOfMaterials: [{ name: marks.details, quantity: 1 }] }),
    translations: JSON.stringify({ en: { title: marks.translation } }),
  };
  const form = formOf([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'downloadFile', filename: `${marks.fileName}.txt`, bytes: Buffer.from(marks.fileContent) },
    { name: 'image', filename: 'a.jpg', type: 'image/jpeg', bytes: picture },
  ]);
  const made = await succeed(
    server.call('POST', '/api/resources', {
      as: person,
      payload: form.payload,
      headers: { ...form.headers, ...headers, 'idempotency-key': 'zq' },
      remoteAddress,
    }),
  );
  const { id } = made.json<{ id: string }>();
  const next = formOf([
    { name: 'changelog', value: marks.changelog },
    { name: 'downloadFile', filename: `${marks.fileName}2.txt`, bytes: Buffer.from(marks.fileContent) },
  ]);
  await succeed(
    server.call('PATCH', `/api/resources/${id}`, {
      as: person,
      payload: next.payload,
      headers: next.headers,
    }),
  );
  await succeed(as(person, 'GET', `/api/resources/${id}/download`));
  const begun = await server.call('POST', '/api/uploads', {
    as: person,
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      'upload-length': '20',
      'upload-metadata': `filename ${Buffer.from(`${marks.upload}.txt`).toString('base64')}`,
    },
    remoteAddress,
  });
  expect(begun.statusCode, begun.body).toBe(201);
  for (const [title, state] of [
    [marks.draft, 'draft'],
    [marks.removed, 'published'],
  ]) {
    const other = await succeed(
      as(person, 'POST', '/api/resources', {
        title,
        category: 'other',
        state,
        assemblyInstructions: '1. 만들기',
      }),
    );
    if (state === 'published') {
      await succeed(as(person, 'DELETE', `/api/resources/${other.json<{ id: string }>().id}`));
    }
  }
  await succeed(as(person, 'GET', `/api/resources?search=${marks.username}`));
  return id;
}

/** Comments and other exchanges about a resource of the person and about one of somebody else. */
async function seedSocial(person: Person, own: string, other: Person): Promise<string> {
  const made = await succeed(
    server.call('POST', '/api/resources', {
      as: other,
      payload: { title: '다른 것', category: 'other', downloadUrl: 'https://example.com/other' },
    }),
  );
  const { id } = made.json<{ id: string }>();
  const picture = await sharp({ create: { width: 500, height: 300, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const at = (resource: string, what: string) => `/api/resources/${resource}/${what}`;
  await succeed(as(person, 'POST', at(id, 'likes')));
  const comment = await succeed(as(person, 'POST', at(id, 'comments'), { text: marks.comment }));
  await succeed(
    server.call('POST', at(id, 'comments'), {
      as: other,
      payload: { text: '답', parentId: comment.json<{ id: string }>().id },
    }),
  );
  const form = (machine: string) =>
    formOf([
      ...Object.entries({
        outcome: 'success',
        machine,
        material: machine,
        settings: machine,
        text: machine,
      }).map(([name, value]) => ({ name, value })),
      { name: 'image', filename: 'a.png', type: 'image/png', bytes: picture },
    ]);
  await succeed(server.call('POST', at(id, 'makes'), { as: person, ...form(marks.make) }));
  await succeed(server.call('POST', at(own, 'makes'), { as: other, ...form(marks.makeOfOther) }));
  const collection = await succeed(
    as(person, 'POST', '/api/collections', { title: marks.collection, description: marks.collection }),
  );
  const { id: collectionId } = collection.json<{ id: string }>();
  await succeed(as(person, 'PUT', `/api/collections/${collectionId}/items/${id}`, { note: marks.note }));
  await succeed(as(person, 'POST', at(id, 'reports'), { reason: 'other', text: marks.report }));
  await succeed(server.call('POST', at(own, 'reports'), { as: other, payload: { reason: 'spam' } }));
  await seedHearings(person, other);
  await seedQuotedReport(person, other);
  await succeed(as(person, 'POST', `/api/people/${other.username}/follow`));
  await succeed(server.call('POST', `/api/people/${marks.username}/follow`, { as: other }));
  return id;
}

/** Hearing and objection of the person after a report about their things. */
async function seedHearings(person: Person, other: Person): Promise<void> {
  const admin = await server.signUp({ isAdmin: true });
  const decide = (id: string, payload: object) =>
    succeed(server.call('PATCH', `/api/admin/reports/${id}`, { as: admin, payload }));
  for (const [reason, act, said] of [
    ['spam', 'answer', marks.atHearing],
    ['dangerous', 'objection', marks.objection],
  ] as const) {
    const made = await succeed(as(person, 'POST', '/api/collections', { title: said }));
    const { id } = made.json<{ id: string }>();
    const url = `/api/collections/${id}/reports`;
    await succeed(server.call('POST', url, { as: other, payload: { reason } }));
    const cases = await succeed(server.call('GET', `/api/admin/reports?search=${id}`, { as: admin }));
    const caseId = cases.json<{ id: string }[]>()[0]?.id ?? '';
    await decide(caseId, { resolution: reason === 'spam' ? 'hear' : 'hide', reason: marks.statement });
    await succeed(as(person, 'POST', `/api/user/moderation/${caseId}/${act}`, { text: said }));
  }
}

/** Reports of the person, as a moderator quoted them to the author, in the decision and in the log. */
async function seedQuotedReport(person: Person, other: Person): Promise<void> {
  const [admin, third] = [await server.signUp({ isAdmin: true }), await server.signUp()];
  const made = await succeed(
    server.call('POST', '/api/collections', { as: other, payload: { title: '모음' } }),
  );
  const { id } = made.json<{ id: string }>();
  const url = `/api/collections/${id}/reports`;
  const text = `${marks.reportQuoted} 제 사진을 그대로 썼어요.`;
  await succeed(as(person, 'POST', url, { reason: 'spam', text: `안녕하세요.\n${text}` }));
  await succeed(server.call('POST', url, { as: third, payload: { reason: 'spam' } }));
  const cases = await succeed(server.call('GET', `/api/admin/reports?search=${id}`, { as: admin }));
  const caseId = cases.json<{ id: string }[]>()[0]?.id ?? '';
  for (const [resolution, reason] of [
    ['hear', `이런 신고가 있어요: “${text}”`],
    ['dismiss', `“${text}”라고 했지만 아니에요.`],
  ] as const)
    await succeed(
      server.call('PATCH', `/api/admin/reports/${caseId}`, { as: admin, payload: { resolution, reason } }),
    );
}

/** Texts that staff wrote about the person's things, including overwritten ones. */
async function seedCorrection(person: Person): Promise<void> {
  const admin = await server.signUp({ isAdmin: true });
  const made = await succeed(
    as(person, 'POST', '/api/resources', {
      title: marks.corrected,
      category: 'other',
      state: 'published',
      assemblyInstructions: '1. 만들기',
    }),
  );
  const { id } = made.json<{ id: string }>();
  const change = (url: string, payload: object) => succeed(server.call('PATCH', url, { as: admin, payload }));
  await change(`/api/resources/${id}`, { title: '바로잡은 이름' });
  await change(`/api/admin/resources/${id}`, { state: 'hidden', reason: marks.statement });
}

async function seedService(person: Person): Promise<string> {
  const { db, storage } = server.runtime;
  const pictureId = uuidv7();
  const bytes = await sharp({ create: { width: 500, height: 300, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const stored = await storePicture(storage, `service-images/${pictureId}`, bytes, 'image');
  const content: ServiceContent = {
    state: 'active',
    serviceType: '3d_printing',
    isIndividual: true,
    isFreeService: false,
    title: marks.service,
    description: marks.service,
    language: 'ko',
    translations: { en: { title: marks.service } },
    pricing: marks.service,
    price: 1000,
    hourlyRate: null,
    pricePerUnit: null,
    availableHours: marks.service,
    tags: [marks.service],
    contactPhone: marks.contactPhone,
    contactEmail: `${marks.contactEmail}@example.com`,
    printerModel: marks.printer,
    fileFormats: ['STL'],
    materials: ['PLA'],
    specializations: [marks.service],
    productionItems: [marks.service],
    locations: [{ address: marks.location, city: 'seoul', district: '', lat: 37.55, long: 127.05 }],
    machines: [
      {
        id: uuidv7(),
        name: marks.machine,
        buildMm: [200, 200, 200],
        stock: [{ material: 'PLA', colors: [] }],
        toleranceMm: null,
        layerMm: [0.1, 0.3],
        leadDays: 1,
        queue: 0,
        paused: false,
      },
    ],
    calendar: {
      closedWeekdays: [],
      holidays: [{ from: '2020-01-01', to: '2020-01-01', note: marks.holiday }],
      jobsPerDay: 1,
    },
  };
  return db
    .transaction()
    .execute((trx) =>
      createService(
        trx,
        person,
        content,
        [{ id: pictureId, kind: 'photo', alt: marks.alt, ...stored }],
        new Date(),
      ),
    );
}

/** Conversations that the person starts and answers. */
async function seedConversations(person: Person, service: string, other: Person): Promise<void> {
  const offered = await succeed(
    server.call('POST', '/api/services', {
      as: other,
      payload: {
        title: '무료 상담',
        serviceType: 'engineer',
        isFreeService: true,
        locations: [{ address: '서울', lat: 37.5, long: 127 }],
      },
    }),
  );
  const { id } = offered.json<{ id: string }>();
  const message = { text: marks.inquiry, clientId: marks.inquiry };
  await succeed(as(person, 'POST', '/api/inquiries', { serviceId: id, ...message }));
  const asked = await succeed(
    server.call('POST', '/api/inquiries', { as: other, payload: { serviceId: service, text: '돼요?' } }),
  );
  const conversation = asked.json<{ id: string }>();
  await succeed(
    as(person, 'POST', `/api/conversations/${conversation.id}/messages`, {
      text: marks.answer,
      clientId: 'a',
    }),
  );
}

/** A finished upload. */
async function sendUpload(person: Person, fileName: string, bytes: Uint8Array): Promise<string> {
  const sent = await server.call('POST', '/api/uploads', {
    as: person,
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${Buffer.from(fileName).toString('base64')}`,
      'content-type': 'application/offset+octet-stream',
    },
    payload: Buffer.from(bytes),
    remoteAddress,
  });
  return String(sent.headers['location']).split('/').at(-1) ?? '';
}

/** Quote for a print of the person's own file. */
async function seedQuote(person: Person, service: string): Promise<void> {
  const uploadId = await sendUpload(person, `${marks.quoted}.stl`, binaryStl(box(20, 20, 20)));
  await succeed(as(person, 'POST', `/api/services/${service}/quote`, { uploadId, material: 'PLA' }));
}

/** Quote requests that the person sends and offers that they make. */
async function seedNegotiations(person: Person, service: string, other: Person): Promise<void> {
  const offered = await succeed(
    server.call('POST', '/api/services', {
      as: other,
      payload: {
        title: '무료 가공',
        serviceType: 'metalworking',
        isFreeService: true,
        locations: [{ address: '서울', lat: 37.5, long: 127 }],
      },
    }),
  );
  const uploadId = await sendUpload(person, `${marks.requestFile}.txt`, Buffer.from('치수'));
  const asked = await succeed(
    as(person, 'POST', '/api/quote-requests', {
      serviceIds: [offered.json<{ id: string }>().id],
      title: marks.request,
      description: marks.request,
      files: [{ uploadId }],
    }),
  );
  const received = await succeed(
    server.call('POST', '/api/quote-requests', {
      as: other,
      payload: { serviceIds: [service], title: '브래킷', description: '접어 주세요.' },
    }),
  );
  const [mine, theirs] = [asked, received].map(
    (answer) => answer.json<{ threads: { id: string }[] }>().threads[0]?.id ?? '',
  );
  const price = { version: 1, principal: 0, readyInDays: 1 };
  await succeed(server.call('POST', `/api/quote-threads/${mine}/offer`, { as: other, payload: price }));
  await succeed(
    as(person, 'POST', `/api/quote-threads/${mine}/counter`, { ...price, version: 2, note: marks.counter }),
  );
  await succeed(as(person, 'POST', `/api/quote-threads/${theirs}/offer`, { ...price, note: marks.offer }));
}

/** Tenders of the person, and their bids on somebody else's tender. */
/** Channel messages of the person, before and after an edit, and the people they block. */
async function seedCommunity(person: Person, other: Person): Promise<void> {
  const picture = await sharp({ create: { width: 500, height: 300, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const attachments = [
    await sendUpload(person, `${marks.messageFile}.txt`, Buffer.from('메모')),
    await sendUpload(person, `${marks.messageFile}.png`, picture),
  ];
  const said = await succeed(
    as(person, 'POST', '/api/channels/talk/messages', { text: marks.messageBefore, attachments }),
  );
  const { id } = said.json<{ id: string }>();
  await succeed(as(person, 'PATCH', `/api/messages/${id}`, { text: marks.message }));
  // Stands in for a machine translation of the message.
  await server.runtime.pool.query(
    `insert into channel_translation (channel_id, seq, locale, edited_at, text)
      select channel_id, seq, 'en', edited_at, $2 from channel_message where id = $1`,
    [id, marks.machineTranslated],
  );
  await succeed(as(person, 'POST', `/api/messages/${id}/reactions`, { emoji: '👍' }));
  await succeed(
    as(person, 'POST', '/api/channels/questions/messages', {
      text: '왜 그럴까요?',
      title: marks.question,
      tags: [marks.question],
    }),
  );
  const answer = await as(other, 'POST', '/api/channels/talk/messages', { text: '저도요', replyTo: id });
  expect(answer.statusCode).toBe(201);
  await succeed(as(person, 'PUT', '/api/channels/talk/read', { seq: 1, device: marks.device }));
  await succeed(as(person, 'PUT', `/api/user/blocks/${other.username}`));
}

/** Support sessions in which the person asks for help and gives it. */
async function seedSupport(person: Person, other: Person): Promise<void> {
  const guide = await succeed(
    server.call('POST', '/api/resources', {
      as: other,
      payload: {
        title: '안내',
        category: 'other',
        downloadUrl: 'https://example.com/guide',
        assemblyInstructions: [{ title: '밑판', text: '밑판을 놓아요.' }],
      },
    }),
  );
  const { id: resourceId } = guide.json<{ id: string }>();
  await succeed(as(person, 'PUT', '/api/user/volunteer', { languages: ['ko'], tags: [marks.helpTag] }));
  const asked = { language: 'ko', resourceId, step: 0 };
  const open = async (by: Person, problem: string) => {
    const session = await succeed(
      server.call('POST', '/api/support-sessions', {
        as: by,
        payload: { ...asked, problem, printer: by === person ? marks.helpPrinter : '' },
      }),
    );
    return session.json<{ id: string }>().id;
  };
  const step = (by: Person, id: string, event: string) =>
    succeed(server.call('POST', `/api/support-sessions/${id}/events`, { as: by, payload: { event } }));
  const write = (by: Person, id: string, text: string) =>
    succeed(server.call('PUT', `/api/support-sessions/${id}/answer`, { as: by, payload: { text } }));

  await open(person, marks.problem);
  for (const [problem, text] of [
    ['끼워지지 않아요.', marks.found],
    ['또 막혔어요.', marks.drafted],
  ] as const) {
    const id = await open(other, problem);
    await step(person, id, 'take');
    await step(other, id, 'solve');
    await write(person, id, text);
    // The asker agrees to one, which then appears at the step; the other waits for agreement.
    if (text !== marks.found) continue;
    await succeed(
      server.call('POST', `/api/support-sessions/${id}/answer/agreement`, {
        as: other,
        payload: { version: 1 },
      }),
    );
  }
}

/** Questions, documents and corrections that the person gives the assistant. */
async function seedAssistant(person: Person, own: string, other: Person): Promise<void> {
  const { pool } = server.runtime;
  const text = Buffer.from(`# 조립\n\n1. **${marks.documentText}** 나사를 조입니다.\n`);
  const uploadId = await sendUpload(person, `${marks.documentName}.md`, text);
  const made = await succeed(as(person, 'POST', '/api/assistant/documents', { uploadIds: [uploadId] }));
  const { id: documentId } = made.json<{ id: string }>();
  await until(
    () => pool.query(`select from assistant_document where id = $1 and state = 'ready'`, [documentId]),
    ({ rowCount }) => rowCount === 1,
  );
  const begun = await succeed(as(person, 'POST', '/api/assistant/conversations', { documentId }));
  const { id: conversationId } = begun.json<{ id: string }>();
  await succeed(
    as(person, 'POST', `/api/assistant/conversations/${conversationId}/messages`, { text: marks.asked }),
  );
  // The same on a public resource, whose comments are indexed as passages.
  const { rows } = await pool.query<{ id: string }>(
    `select resource_id as id from comment where author_id = $1 and step is not null`,
    [person.id],
  );
  const shared = rows[0]?.id ?? '';
  const about = await succeed(as(person, 'POST', '/api/assistant/conversations', { resourceId: shared }));
  await succeed(
    as(person, 'POST', `/api/assistant/conversations/${about.json<{ id: string }>().id}/messages`, {
      text: `${marks.found} 밑판은 어떻게 놓나요?`,
    }),
  );
  const propose = (by: Person, resource: string, after: object) =>
    succeed(
      server.call('POST', `/api/resources/${resource}/step-proposals`, {
        as: by,
        payload: { step: 1, ...after },
      }),
    );
  await propose(person, shared, { text: marks.proposed, reason: marks.proposedWhy });
  const theirs = await propose(other, own, { text: '더 나은 말', reason: '짧아서' });
  await succeed(
    as(person, 'POST', `/api/step-proposals/${theirs.json<{ id: string }>().id}/refuse`, {
      reason: marks.refusal,
    }),
  );
}

async function seedTenders(person: Person, service: string, other: Person): Promise<void> {
  const uploadId = await sendUpload(person, `${marks.tenderFile}.txt`, Buffer.from('치수'));
  const tender = {
    title: marks.tender,
    description: marks.tender,
    serviceType: '3d_printing',
    ceiling: 9000,
  };
  await succeed(as(person, 'POST', '/api/tenders', { ...tender, files: [{ uploadId }] }));
  await server.runtime.pool.query('update person set phone_verified_at = now() where id = $1', [other.id]);
  const closesAt = new Date(Date.now() + 86_400_000).toISOString();
  const theirs = await succeed(
    server.call('POST', '/api/tenders', {
      as: other,
      payload: { ...tender, title: '출력', description: '출력해 주세요.', closesAt },
    }),
  );
  const { id, version } = theirs.json<{ id: string; version: number }>();
  await succeed(server.call('POST', `/api/tenders/${id}/publish`, { as: other, payload: { version } }));
  const workshop = await succeed(as(person, 'GET', `/api/user/services/${service}/workshop`));
  const machineId = workshop.json<{ machines: { id: string }[] }>().machines[0]?.id;
  await succeed(
    as(person, 'POST', `/api/tenders/${id}/bids`, {
      serviceId: service,
      principal: 5000,
      readyInDays: 1,
      machineId,
      note: marks.bid,
    }),
  );
}

/** Auctions without a buyer: a draft, two cancelled ones (before and after bidding opened), and one without a bid. */
async function seedAuctions(person: Person): Promise<void> {
  const on = auctioningOn(server);
  await server.runtime.pool.query(
    'update person set phone_verified_at = coalesce(phone_verified_at, now()) where id = $1',
    [person.id],
  );
  const lot = { title: marks.lot, description: marks.lot, conditionNote: marks.lot, handover: marks.lot };
  await on.draft(person, lot);
  const { id } = await on.live(lot, person);
  await on.step(person, id, 'cancel', { reason: marks.lotEnded });
  const unsold = await on.live(lot, person);
  await on.end(unsold.id);
}

/** States in which rows are not erased, with the reason. */
const keptInStates: Record<string, string> = {
  'assistant_proposal accepted': 'is a part of somebody else’s guide by now',
  'auction scheduled': 'nobody leaves with it',
  'auction live': 'nobody leaves with it',
  'auction ended': 'nobody leaves with it',
  'auction awaiting_payment': 'nobody leaves with it',
  'auction second_offer': 'nobody leaves with it',
  'auction sold': 'the contract of a sale, which the law makes keep',
};

class Undone extends Error {}

/**
 * Finds what erasure leaves behind in each table for each state that its rows can have; every try is rolled back. All
 * tables change state together, so that erasure runs a dozen times; in the nightly run each state is tried alone, two
 * hundred times.
 */
async function leftInStates(person: Person): Promise<string[]> {
  const { db, pool } = server.runtime;
  const { rows } = await pool.query<{ table: string; states: string }>(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as states from pg_constraint
     where contype = 'c' and connamespace = 'public'::regnamespace and pg_get_constraintdef(oid) ~ '^CHECK \\(\\(state = ANY'`,
  );
  const columns = Map.groupBy(await columnsOf('public'), ({ table }) => table);
  const leaver = { id: person.id, name: marks.fullName, email: marks.email, username: marks.username };
  const found = rows.map(({ table, states }) => {
    const texts = (columns.get(table) ?? [])
      .filter(({ type }) => type !== 'bytea')
      .map(({ column }) => `"${column}"::text`);
    const words = `concat_ws(' ', ${texts.join(', ')})`;
    return {
      table,
      words,
      states: [...states.matchAll(/'([a-z_]+)'::text/g)].map(([, state = '']) => state),
    };
  });
  const most = Math.max(...found.map(({ states }) => states.length));
  const together = Array.from({ length: most }, (_, turn) =>
    found.flatMap(({ states, ...table }) => (states[turn] ? [{ ...table, state: states[turn] }] : [])),
  );
  const tries = isLongRun ? together.flat().map((each) => [each]) : together;
  const left: string[] = [];
  for (const tried of tries) {
    const erased = db.transaction().execute(async (trx) => {
      const run = (statement: string) => sql.raw<{ text: string }>(statement).execute(trx);
      for (const { table, words, state } of tried) {
        // Constraints on other columns are dropped: only what is erased matters here.
        const { rows: checks } = await sql<{ name: string }>`
          select conname as name from pg_constraint where conrelid = ${table}::regclass and contype = 'c'`.execute(
          trx,
        );
        for (const { name } of checks) await run(`alter table "${table}" drop constraint "${name}"`);
        await run(`alter table "${table}" disable trigger user`);
        const { rows: indexes } = await sql<{ name: string }>`
          select indexrelid::regclass::text as name from pg_index
          where indrelid = ${table}::regclass and indisunique and indpred is not null`.execute(trx);
        for (const { name } of indexes) await run(`drop index ${name}`);
        await run(`update "${table}" set state = '${state}' where ${words} ilike '%zq%'`);
      }
      for (const { erase } of personalData(server.runtime)) await erase?.(trx, leaver, new Date());
      for (const { table, words, state } of tried) {
        const kept = await run(`select ${words} as text from "${table}"`);
        if (kept.rows.some(({ text }) => isMarked(text).length > 0)) left.push(`${table} ${state}`);
      }
      throw new Undone();
    });
    // oxlint-disable-next-line no-await-in-loop -- each transaction locks the rows that it changes
    await erased.catch((error: unknown) => {
      if (error instanceof Undone) return;
      const where = tried.map(({ table, state }) => `${table} ${state}`).join(', ');
      left.push(`${where}: ${(error as Error).message}`);
    });
  }
  return left;
}

test('a person exports everything, leaves, comes back and leaves for good, and nothing is left', async () => {
  const { db, pool, storage, vault } = server.runtime;
  const admin = await server.signUp({ role: 'admin' });
  const person = await seedPerson();
  await seedAccount(person);
  const resource = await seedResources(person);
  await seedCorrection(person);
  const service = await seedService(person);
  const shop = await as(person, 'GET', `/api/user/services/${service}/workshop`);
  const { rateCard, machines, calendar, delivery } = shop.json<Record<string, unknown>>();
  await succeed(
    as(person, 'PUT', `/api/user/services/${service}/workshop`, {
      rateCard,
      machines,
      calendar,
      delivery,
      pickupAddress: marks.pickup,
    }),
  );
  await seedQuote(person, service);
  const other = await server.signUp();
  const foreign = await seedSocial(person, resource, other);
  await seedConversations(person, service, other);
  await seedNegotiations(person, service, other);
  await seedTenders(person, service, other);
  await seedAuctions(person);
  await seedSupport(person, other);
  await seedAssistant(person, resource, other);
  await seedCommunity(person, other);
  for (const change of [{ suspended: true }, { suspended: false }, { role: 'support' }]) {
    await succeed(
      server.call('PATCH', `/api/admin/users/${person.id}`, {
        as: admin,
        payload: { ...change, reason: marks.reason },
      }),
    );
  }
  await logIn(person);
  expect((await leftInStates(person)).toSorted()).toEqual(Object.keys(keptInStates).toSorted());
  // A mail job that is still retried because a server refused the address for days.
  await enqueue(
    db,
    'accounts.alert',
    { personId: person.id, what: 'email_changed', to: marks.firstEmail },
    { runAt: new Date(Date.now() + 3_600_000) },
  );
  await until(
    () => pool.query('select from search_statistic where term = $1', [marks.username]),
    ({ rowCount }) => rowCount === 1,
  );

  // Every marker must exist before erasure, or the end of this test would prove nothing.
  const seeded = new Set((await findMarks()).map((place) => place.split(' ')[0]));
  // Account numbers and bids are sealed wherever they are stored; the phone is readable only in the copy of a message.
  expect(Object.keys(marks).filter((name) => !seeded.has(name))).toEqual(['bid', 'pickup', 'accountNumber']);

  await succeed(as(person, 'GET', '/api/user/export'));
  await until(
    () => as(person, 'GET', '/api/user/export/state'),
    (answer) => answer.json<{ state: string }>().state === 'ready',
  );
  await waitForMail(marks.email, /7일/);
  const zip = unzipSync((await succeed(as(person, 'GET', '/api/user/export/download'))).rawPayload);
  const taken = Object.entries(zip).map(([name, bytes]) => `${name} ${Buffer.from(bytes).toString()}`);
  const exported = new Set(isMarked(taken.join('\n')).map(([name]) => name));
  expect(Object.keys(marks).filter((name) => !exported.has(name))).toEqual(notExported);
  expect(taken.join('\n')).toContain(`"lastDigits": "${marks.accountNumber.slice(-4)}"`);
  expect(Object.keys(zip).filter((name) => name.endsWith('.webp'))).toHaveLength(4);
  expect(taken.join('\n')).not.toContain('argon2');

  const leave = async () => {
    const answer = await succeed(as(person, 'DELETE', '/api/user', { password: person.password }));
    expect((await as(person, 'GET', '/api/user')).statusCode).toBe(401);
    return new Date(answer.json<{ withdrawsAt: string }>().withdrawsAt);
  };
  const isPublic = async () =>
    Promise.all(
      [`/api/resources/${resource}`, `/api/services/${service}`, `/api/people/${marks.username}`].map(
        async (url) => (await server.call('GET', url)).statusCode === 200,
      ),
    );
  expect(await isPublic()).toEqual([true, true, true]);
  const bound = await as(person, 'DELETE', '/api/user', { password: person.password });
  expect(bound.json()).toMatchObject({ code: 'tenders_open' });
  // The time to choose a winner is over, so the bid no longer binds the person.
  await pool.query(
    `update tender set closes_at = now() - interval '2 days', choose_by = now() - interval '1 day'`,
  );
  const days = ((await leave()).getTime() - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(14, 2);
  expect(await isPublic()).toEqual([false, false, false]);
  const list = () => server.call('GET', '/api/resources/type/hardware_design');
  expect((await list()).json()).toEqual([]);

  await logIn(person);
  expect((await as(person, 'GET', '/api/user')).json()).toMatchObject({ withdrawsAt: expect.any(String) });
  await succeed(as(person, 'DELETE', '/api/user/withdrawal'));
  expect(await isPublic()).toEqual([true, true, true]);
  expect((await list()).json()).toHaveLength(1);

  await leave();
  await logIn(person);
  await pool.query("update person set withdraws_at = now() - interval '1 minute' where id = $1", [person.id]);
  await enqueue(db, 'rights.erase_due', {});
  await until(
    () => pool.query('select from person where id = $1 and erased_at is not null', [person.id]),
    ({ rowCount }) => rowCount === 1,
  );
  expect((await as(person, 'GET', '/api/user')).statusCode).toBe(401);
  await until(
    () => pool.query("select from graphile_worker.jobs where task_identifier like 'rights.%'"),
    ({ rowCount }) => rowCount === 0,
  );
  expect(await findMarks()).toEqual([]);
  for await (const { key } of storage.list('exports')) expect(key).toBe('gone');
  for await (const { key } of storage.list('files')) expect(key).toBe('gone');
  for await (const { key } of storage.list('make-images')) expect(key).toBe('gone');
  expect((await server.call('GET', `/api/resources/${foreign}`)).json()).toMatchObject({
    likeCount: 0,
    commentCount: 1,
    makeCount: 0,
  });
  for await (const { key } of storage.list('avatars')) expect(key).toBe('gone');
  for await (const { key } of storage.list('unfinished')) expect(key).toBe('gone');

  const kept = await db.selectFrom('legalArchive').selectAll().execute();
  expect(new Set(kept.map(({ kind }) => kind))).toEqual(new Set(['access', 'advertising', 'staff']));
  for (const { sealed } of kept) expect(vault.open('legal archive', sealed)).toContain(marks.email);
  await enqueue(db, 'rights.forget', {});
  await pool.query("update legal_archive set kept_until = now() - interval '1 second'");
  await enqueue(db, 'rights.forget', {});
  await until(
    () => db.selectFrom('legalArchive').selectAll().execute(),
    (rows) => rows.length === 0,
  );

  // The acts of staff stay in the log, and the email address and username are free again.
  const audit = await server.call('GET', `/api/admin/audit?search=${person.id}`, { as: admin });
  expect(audit.json()).toMatchObject([{ reason: '' }, { reason: '' }, { reason: '' }]);
  const refused = await server.call('POST', '/api/login', {
    payload: { email: marks.email, password: person.password },
  });
  expect(refused.json()).toMatchObject({ code: 'invalid_credentials' });
  expect((await server.call('GET', `/api/admin/users?search=${person.id}`, { as: admin })).json()).toEqual(
    [],
  );
  await seedPerson();
}, 120_000);
