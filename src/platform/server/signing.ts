import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  sign as signBytes,
  type KeyObject,
} from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from './db.ts';
import type { App } from './http.ts';

/**
 * Signatures of Gongbang (Ed25519), which anyone can verify with the published keys. The private key is derived from
 * the newest of DATA_KEYS, so that all processes share it and it is not stored; public keys are stored, so that older
 * signatures can be verified after a key rotation.
 */
export type Signer = {
  /** Key id: a hash of the public key. */
  key: string;
  publicKey: string;
  sign(text: string): Buffer;
};

/** Prefix of an Ed25519 key in PKCS #8, before its 32 bytes. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

function keyFrom(secret: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'gongbang signing', 32));
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
}

export function createSigner(dataKey: string): Signer {
  const privateKey = keyFrom(dataKey);
  const { x: publicKey = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    key: createHash('sha256').update(publicKey).digest('hex').slice(0, 16),
    publicKey,
    sign: (text) => signBytes(null, Buffer.from(text), privateKey),
  };
}

/** Stores the public key. Called once at the start of a process, before anything is signed. */
export async function keepPublicKey(db: Db, { key, publicKey }: Signer): Promise<void> {
  await sql`insert into signing_key (id, public_key) values (${key}, ${publicKey}) on conflict do nothing`.execute(
    db,
  );
}

const publishedKeys = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('OKP'),
      crv: z.literal('Ed25519'),
      kid: z.string(),
      x: z.string(),
      createdAt: z.iso.datetime(),
      isCurrent: z.boolean().describe('Whether it signs now; older ones still check what they signed.'),
    }),
  ),
});
export type PublishedKeys = z.infer<typeof publishedKeys>;

export function signingRoutes(app: App, { db, signer }: { db: Db; signer: Signer }): void {
  app.get(
    '/.well-known/gongbang-keys.json',
    {
      schema: {
        tags: ['operation'],
        summary: 'Public keys (Ed25519, as JWK) of what the house signs',
        response: { 200: publishedKeys },
      },
    },
    async (_request, reply): Promise<PublishedKeys> => {
      const rows = await db.selectFrom('signingKey').selectAll().orderBy('createdAt', 'desc').execute();
      void reply.header('cache-control', 'public, max-age=300');
      return {
        keys: rows.map(({ id, publicKey, createdAt }) => ({
          kty: 'OKP',
          crv: 'Ed25519',
          kid: id,
          x: publicKey,
          createdAt: createdAt.toISOString(),
          isCurrent: id === signer.key,
        })),
      };
    },
  );
}
