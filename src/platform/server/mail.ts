import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';

export type Mail = { to: string; subject: string; text: string };
export type Mailer = {
  /** `personId` says whom the mail is for, `about` whose words are in it, so that its copy can be found again when they leave. */
  send(mail: Mail, personId: string, about?: readonly string[]): Promise<void>;
  /** Takes away what is kept of a person's mails. */
  forget(personId: string): Promise<void>;
};

/** Mails go to the configured SMTP server, else as .eml files into the outbox folder. */
export function createMailer(config: Pick<Config, 'dataDir' | 'mailFrom' | 'operator' | 'smtpUrl'>): Mailer {
  // Mails ask for an answer from whoever did not do what they tell of.
  const { email: replyTo } = config.operator ?? {};
  const envelope = { from: config.mailFrom, ...(replyTo !== undefined && { replyTo }) };
  if (config.smtpUrl !== undefined) {
    const { smtpUrl } = config;
    const opened = lazily(async () => (await import('nodemailer')).createTransport(smtpUrl));
    return {
      async send(mail) {
        const transport = await opened();
        await transport.sendMail({ ...envelope, ...mail });
      },
      async forget() {},
    };
  }
  const folder = join(config.dataDir, 'outbox', 'mail');
  const opened = lazily(async () =>
    (await import('nodemailer')).createTransport({ streamTransport: true, buffer: true }),
  );
  return {
    async send(mail, personId, about = []) {
      const composer = await opened();
      // The mailer would cut links in the text into lines of 76 characters: its headers, and the text as it is.
      const { message } = await composer.sendMail({ ...envelope, ...mail, text: 'text' });
      const [headers = ''] = (message as Buffer).toString().split('\r\n\r\n', 1);
      const content = [
        headers.replace(/^Content-Transfer-Encoding: .*$/m, 'Content-Transfer-Encoding: 8bit'),
        '',
        mail.text.replaceAll(/\r\n|\r|\n/g, '\r\n'),
        '',
      ].join('\r\n');
      await writeWhole(folder, outboxName([personId, ...about], 'eml'), content);
    },
    forget: (personId) => forgetIn(folder, personId),
  };
}

/** Loads with the first mail what no start needs. */
function lazily<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return async () => {
    loaded ??= load();
    try {
      return await loaded;
    } catch (error) {
      // The next mail tries again.
      loaded = undefined;
      throw error;
    }
  };
}

/** Readers of an outbox never see half a file. */
export async function writeWhole(folder: string, name: string, content: Buffer | string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, `.${name}`);
  await writeFile(unfinished, content);
  await rename(unfinished, join(folder, name));
}

/** Names of an outbox begin with the time and end with the people. */
export function outboxName(personIds: readonly string[], extension: string): string {
  return `${Date.now()}-${randomUUID()}-${[...new Set(personIds)].join('-')}.${extension}`;
}

/** Removes from an outbox what is for or about a person. */
export async function forgetIn(folder: string, personId: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const theirs = names.filter((name) => name.includes(personId));
  await Promise.all(theirs.map((name) => rm(join(folder, name), { force: true })));
}
