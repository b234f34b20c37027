import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Config } from './config.ts';

export type Mail = { to: string; subject: string; text: string };
export type Mailer = { send(mail: Mail): Promise<void> };

/** Mails go to the configured SMTP server, else as .eml files into the outbox folder. */
export function createMailer(config: Pick<Config, 'dataDir' | 'mailFrom' | 'smtpUrl'>): Mailer {
  if (config.smtpUrl !== undefined) {
    const transport = nodemailer.createTransport(config.smtpUrl);
    return {
      async send(mail) {
        await transport.sendMail({ from: config.mailFrom, ...mail });
      },
    };
  }
  const folder = join(config.dataDir, 'outbox', 'mail');
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      const { message } = await composer.sendMail({ from: config.mailFrom, ...mail });
      await writeWhole(folder, `${Date.now()}-${randomUUID()}.eml`, message as Buffer);
    },
  };
}

/** Readers of an outbox never see half a file. */
export async function writeWhole(folder: string, name: string, content: Buffer | string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, `.${name}`);
  await writeFile(unfinished, content);
  await rename(unfinished, join(folder, name));
}
