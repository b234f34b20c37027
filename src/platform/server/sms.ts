import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { currentTime } from './clock.ts';
import type { Config } from './config.ts';
import { forgetIn, outboxName, writeWhole } from './mail.ts';

/** `to` in E.164, e.g. +821012345678. */
export type Sms = { to: string; text: string };
export type SmsSender = {
  /** `personId` is the recipient, so that the stored copy can be deleted when they leave. */
  send(sms: Sms, personId: string): Promise<void>;
  /** Deletes the stored copies of a person's messages. */
  forget(personId: string): Promise<void>;
};

const timeoutMs = 10_000;

/** Creates a sender that uses the configured service, or writes into the outbox folder. */
export function createSmsSender(config: Pick<Config, 'dataDir' | 'sms'>): SmsSender {
  const { name } = config.sms;
  if (name === 'solapi') return solapi(config.sms);
  if (name === 'twilio') return twilio(config.sms);
  const folder = join(config.dataDir, 'outbox', 'sms');
  return {
    async send(sms, personId) {
      const sentAt = currentTime().toISOString();
      await writeWhole(folder, outboxName([personId], 'json'), JSON.stringify({ ...sms, sentAt }, null, 2));
    },
    forget: (personId) => forgetIn(folder, personId),
  };
}

type Service = Config['sms'];

async function post(url: string, headers: Record<string, string>, body: string): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) });
  // The message itself is not logged, because it contains a phone number.
  if (!answer.ok) throw new Error(`SMS service answered ${answer.status}`);
}

/** Each signature is valid once, within 15 minutes of its date. */
function solapi({ id, secret, from, fakeOrigin }: Service): SmsSender {
  return {
    async forget() {},
    async send({ to, text }) {
      const date = currentTime().toISOString();
      const salt = randomBytes(16).toString('hex');
      const signature = createHmac('sha256', secret)
        .update(date + salt)
        .digest('hex');
      const korean = to.startsWith('+82');
      await post(
        `${fakeOrigin ?? 'https://api.solapi.com'}/messages/v4/send`,
        {
          authorization: `HMAC-SHA256 apiKey=${id}, date=${date}, salt=${salt}, signature=${signature}`,
          'content-type': 'application/json',
        },
        JSON.stringify({
          message: korean
            ? { to: `0${to.slice(3)}`, from, text }
            : {
                to: to.slice(1).replace(/^81/, ''),
                from,
                text,
                ...(to.startsWith('+81') && { country: '81' }),
              },
        }),
      );
    },
  };
}

function twilio({ id, secret, from, fakeOrigin }: Service): SmsSender {
  return {
    async forget() {},
    async send({ to, text }) {
      await post(
        `${fakeOrigin ?? 'https://api.twilio.com'}/2010-04-01/Accounts/${id}/Messages.json`,
        {
          authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        new URLSearchParams({ To: to, From: from, Body: text }).toString(),
      );
    },
  };
}
