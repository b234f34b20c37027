import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMailer, writeWhole, type Mail } from './mail.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gongbang-mail-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const personId = '01890000-0000-7000-8000-000000000001';
const mailFrom = '공방 <no-reply@gongbang.example>';
const operator = {
  name: '공방',
  representative: '김공방',
  address: '서울특별시 성동구',
  phone: '02-000-0000',
  email: 'help@gongbang.example',
  businessNumber: '000-00-00000',
  mailOrderNumber: '2026-서울성동-0000',
  hosting: '공방 호스팅',
};
const mails: [string, Mail][] = [
  [
    'Korean',
    {
      to: 'minsu@example.com',
      subject: '공방에 오신 것을 환영해요, 김민수 님! 오늘부터 자료를 올리고 이웃 공방에 맡길 수 있어요.',
      text: '김민수 님,\n\n가입해 주셔서 고마워요.\nhttps://gongbang.example/\n',
    },
  ],
  [
    'Korean with a long link',
    {
      to: 'minsu@example.com',
      subject: '비밀번호를 바꿔 주세요',
      text: `아래 주소에서 바꿀 수 있어요.\nhttps://gongbang.example/reset-password?token=${'a1-_'.repeat(40)}\n`,
    },
  ],
  [
    'Japanese',
    { to: 'hanako@example.jp', subject: '工房へようこそ', text: 'はじめまして。\n「工房」です。\n' },
  ],
  [
    'English with signs of the mail format itself',
    {
      to: 'jo@example.com',
      subject: 'Hello "World" =?UTF-8?B?eA==?= 😀',
      text: `.\n..\nFrom the start = 100% ${'a very long line '.repeat(100)}\n.\n`,
    },
  ],
];

async function parse(raw: Buffer | string) {
  const mail = await PostalMime.parse(raw);
  return {
    from: mail.from,
    to: mail.to?.map((each) => each.address),
    replyTo: mail.replyTo?.map((each) => each.address),
    subject: mail.subject,
    // Lines end with CRLF in transit, and the text may end with one more.
    text: mail.text?.replaceAll('\r\n', '\n').trimEnd(),
    html: mail.html,
  };
}

const received = (mail: Mail) => ({
  from: { name: '공방', address: 'no-reply@gongbang.example' },
  to: [mail.to],
  replyTo: ['help@gongbang.example'],
  subject: mail.subject,
  text: mail.text.trimEnd(),
  html: undefined,
});

describe('the outbox', () => {
  const outbox = () => join(dataDir, 'outbox', 'mail');

  test.each(mails)('holds a mail that every mail client can read: %s', async (_, mail) => {
    await createMailer({ dataDir, mailFrom, operator, smtpUrl: undefined }).send(mail, personId);
    const names = await readdir(outbox());
    expect(names).toEqual([expect.stringMatching(/^\d+-[0-9a-f-]{73}\.eml$/)]);
    const raw = await readFile(join(outbox(), names[0] ?? ''));
    expect(await parse(raw)).toEqual(received(mail));
    // The text is readable and its links work without a mail client.
    expect(raw.toString().replaceAll('\r\n', '\n')).toContain(mail.text.trimEnd());
    expect(raw.toString().split('\r\n\r\n', 1)[0]).toMatch(/^[\t\r\n -~]+$/);
  });

  test('keeps each of many mails sent at once', async () => {
    const mailer = createMailer({ dataDir, mailFrom, operator, smtpUrl: undefined });
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        mailer.send({ to: `p${index}@example.com`, subject: 's', text: 't' }, personId),
      ),
    );
    expect((await readdir(outbox())).filter((name) => /^\d.*\.eml$/.test(name))).toHaveLength(20);
  });

  test('deletes the mails of one person and keeps the others', async () => {
    const mailer = createMailer({ dataDir, mailFrom, operator, smtpUrl: undefined });
    const other = personId.replace('1', '2');
    const mail = { to: 'a@example.com', subject: 's', text: 't' };
    await Promise.all([mailer.send(mail, personId), mailer.send(mail, personId), mailer.send(mail, other)]);
    await mailer.forget(personId);
    expect(await readdir(outbox())).toEqual([expect.stringContaining(other)]);
  });

  test.each(['\n', '\r\n', '\r'])('a line break (%j) in a subject adds no header', async (lineBreak) => {
    await createMailer({ dataDir, mailFrom, operator, smtpUrl: undefined }).send(
      {
        to: 'a@example.com',
        subject: `Hello${lineBreak}Bcc: victim@example.com`,
        text: 't',
      },
      personId,
    );
    const [name = ''] = await readdir(outbox());
    const mail = await PostalMime.parse(await readFile(join(outbox(), name)));
    expect(mail.bcc).toBeUndefined();
    expect(mail.headers.map((header) => header.key)).not.toContain('bcc');
    expect(mail.subject).toMatch(/^Hello\s*Bcc: victim@example\.com$/);
  });
});

test('a file of an outbox appears atomically', async () => {
  const folder = join(dataDir, 'new', 'outbox');
  await writeWhole(folder, 'a.json', '{}');
  expect(await readdir(folder)).toEqual(['a.json']);
  expect(await readFile(join(folder, 'a.json'), 'utf8')).toBe('{}');
});

describe('an SMTP server', () => {
  type Received = { sender: string; recipients: string[]; raw: string; user: string | undefined };

  /** A real server on its own port, which refuses one recipient. */
  async function startServer() {
    const inbox: Received[] = [];
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onAuth(auth, _session, done) {
        if (auth.username === 'gongbang' && auth.password === 'p@ss/word') done(null, { user: 'gongbang' });
        else done(new Error('who are you?'));
      },
      onRcptTo(address, _session, done) {
        done(address.address.startsWith('nobody@') ? new Error('no such mailbox') : null);
      },
      onData(stream, session, done) {
        const { mailFrom: from, rcptTo } = session.envelope;
        let raw = '';
        stream.setEncoding('utf8');
        stream.on('data', (chunk: string) => {
          raw += chunk;
        });
        stream.on('end', () => {
          inbox.push({
            sender: from === false ? '' : from.address,
            recipients: rcptTo.map((each) => each.address),
            raw,
            user: session.user,
          });
          done();
        });
      },
    });
    const listener = server.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    return {
      inbox,
      mailer: (credentials = '') =>
        createMailer({ dataDir, mailFrom, operator, smtpUrl: `smtp://${credentials}127.0.0.1:${port}` }),
      stop: () => new Promise<void>((stopped) => server.close(() => stopped())),
    };
  }

  test('receives the mail as written', async () => {
    const server = await startServer();
    try {
      for (const [, mail] of mails) await server.mailer().send(mail, personId);
      expect(await Promise.all(server.inbox.map(({ raw }) => parse(raw)))).toEqual(
        mails.map(([, mail]) => received(mail)),
      );
      expect(server.inbox.map(({ sender, recipients }) => ({ sender, recipients }))).toEqual(
        mails.map(([, mail]) => ({ sender: 'no-reply@gongbang.example', recipients: [mail.to] })),
      );
      expect(await readdir(dataDir)).toEqual([]);
    } finally {
      await server.stop();
    }
  });

  test('is authenticated with the credentials of SMTP_URL', async () => {
    const server = await startServer();
    try {
      const [, mail] = mails[1] ?? [];
      if (!mail) throw new Error('no mail');
      await server.mailer('gongbang:p%40ss%2Fword@').send(mail, personId);
      expect(server.inbox.map(({ user }) => user)).toEqual(['gongbang']);
      await expect(server.mailer('gongbang:wrong@').send(mail, personId)).rejects.toThrow('who are you?');
      expect(server.inbox).toHaveLength(1);
    } finally {
      await server.stop();
    }
  });

  test('that refuses or is unreachable makes the send fail, so that the job is retried', async () => {
    const server = await startServer();
    const mail = { to: 'nobody@example.com', subject: 's', text: 't' };
    await expect(server.mailer().send(mail, personId)).rejects.toThrow('no such mailbox');
    await server.stop();
    await expect(server.mailer().send(mail, personId)).rejects.toThrow('ECONNREFUSED');
    expect(server.inbox).toEqual([]);
  });
});
