import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import PostalMime from 'postal-mime';
import { currentTime } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { Db } from '#platform/server/db.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { consentsInput } from '../contract.ts';
import { createPerson, openSession } from './commands.ts';
import { recordConsents } from './consents.ts';
import { rememberDevice } from './known-devices.ts';
import { passwords } from './passwords.ts';
import { createSessions } from './session.ts';

/**
 * Creates a signed-in person with the rows and cookies of a registration, but without its mail: hundreds of
 * tests need people and are not about registration.
 */
export async function createSignedIn(
  runtime: { config: Config; db: Db; pool: pg.Pool; secret: string; rateLimits: RateLimits },
  { password, ...person }: { fullName: string; email: string; username: string; password: string },
): Promise<{ id: string; cookie: string }> {
  const { db } = runtime;
  const id = await createPerson(
    db,
    { ...person, emailVerified: false, locale: 'ko' },
    { providerId: 'credential', password: await passwords.hash(password) },
    (trx, personId) =>
      recordConsents(
        trx,
        personId,
        consentsInput.parse({ terms: true, privacy: true, age14: true }),
        currentTime(),
      ),
  );
  const device = { address: '127.0.0.1', userAgent: '' };
  const token = await openSession(db, { personId: id, method: 'password', device });
  const cookies: string[] = [];
  const reply = {
    header: (_name: string, cookie: string) => cookies.push(cookie.split(';', 1)[0] ?? ''),
  } as unknown as FastifyReply;
  createSessions(runtime).start(reply, token);
  rememberDevice(runtime, { headers: {} } as FastifyRequest, reply, id);
  return { id, cookie: cookies.join('; ') };
}

/** Returns the mails to one address in an outbox, oldest first. */
export async function readMails(dataDir: string, to: string): Promise<{ subject: string; text: string }[]> {
  const folder = join(dataDir, 'outbox', 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^\d.*\.eml$/.test(name)).toSorted();
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
  return mails
    .filter((mail) => mail.to?.some(({ address }) => address === to))
    .map(({ subject = '', text = '' }) => ({ subject, text }));
}

/** Returns the token of the link in a mail's text. */
export function tokenIn(text: string): string {
  return /\?token=([\w-]+)/.exec(text)?.[1] ?? '';
}

/**
 * Creates a software security key: ES256, attestation "none". With `verifies` false it does not ask for a
 * finger or PIN.
 */
export function createSoftKey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  let counter = 0;

  function authData(verifies: boolean, attested: Buffer): Buffer {
    counter += 1;
    const head = Buffer.alloc(37);
    createHash('sha256').update(new URL(origin).hostname).digest().copy(head);
    head.writeUInt8(0x01 | (verifies ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0), 32);
    head.writeUInt32BE(counter, 33);
    return Buffer.concat([head, attested]);
  }
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const answer = (response: Record<string, string>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    response,
    clientExtensionResults: {},
  });

  return {
    register(challenge: string, verifies = true) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = authData(verifies, Buffer.concat([Buffer.alloc(16), length, id, coseKey]));
      const size = Buffer.alloc(2);
      size.writeUInt16BE(data.length);
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x59]),
        size,
        data,
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
      });
    },
    sign(challenge: string, verifies = true) {
      const data = authData(verifies, Buffer.alloc(0));
      const client = clientData('webauthn.get', challenge);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, createHash('sha256').update(client).digest()]))
        .sign(privateKey);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      });
    },
  };
}
