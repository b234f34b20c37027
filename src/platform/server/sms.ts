import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { writeWhole } from './mail.ts';

/** `to` in E.164, e.g. +821012345678. */
export type Sms = { to: string; text: string };
export type SmsSender = { send(sms: Sms): Promise<void> };

/** Text messages are written to the outbox folder. */
export function createSmsSender(config: Pick<Config, 'dataDir'>): SmsSender {
  const folder = join(config.dataDir, 'outbox', 'sms');
  return {
    async send(sms) {
      const sentAt = new Date().toISOString();
      await writeWhole(
        folder,
        `${Date.now()}-${randomUUID()}.json`,
        JSON.stringify({ ...sms, sentAt }, null, 2),
      );
    },
  };
}
