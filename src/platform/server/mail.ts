import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';

export type Mail = { to: string; subject: string; text: string };
export type Mailer = {
  /**
   * `personId` is the recipient, `about` are people mentioned in the mail, so that its copy can be deleted when they
   * leave.
   */
  send(mail: Mail, personId: string, about?: readonly string[]): Promise<void>;
  /** Deletes the stored copies of a person's mails. */
  forget(personId: string): Promise<void>;
};

/** Creates a mailer that sends to the configured SMTP server, or writes .eml files into the outbox folder. */
export function createMailer(config: Pick<Config, 'dataDir' | 'mailFrom' | 'operator' | 'smtpUrl'>): Mailer {
  // Mails ask recipients to reply if they did not do what the mail reports.
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
      // Use only the headers of nodemailer, which would break links in the text at 76 characters.
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

/** Defers a dependency to the first mail, so that the start does not load it. */
function lazily<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return async () => {
    loaded ??= load();
    try {
      return await loaded;
    } catch (error) {
      // The next mail retries.
      loaded = undefined;
      throw error;
    }
  };
}

/** Writes a file atomically, so that readers of an outbox never see half of it. */
export async function writeWhole(folder: string, name: string, content: Buffer | string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, `.${name}`);
  await writeFile(unfinished, content);
  await rename(unfinished, join(folder, name));
}

/** Builds a file name of an outbox: the time first, the people last. */
export function outboxName(personIds: readonly string[], extension: string): string {
  return `${Date.now()}-${randomUUID()}-${[...new Set(personIds)].join('-')}.${extension}`;
}

/** Deletes files of an outbox that are for or about a person. */
export async function forgetIn(folder: string, personId: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const theirs = names.filter((name) => name.includes(personId));
  await Promise.all(theirs.map((name) => rm(join(folder, name), { force: true })));
}
