import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './db.ts';

const version = 'v1';

function keyFor(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `gongbang ${purpose}`, 32));
}

/** Encrypts a text for storage (AES-256-GCM). A text sealed for one purpose does not open for another. */
export function seal(secret: string, purpose: string, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** Opens a sealed text; throws for anything else. */
export function unseal(secret: string, purpose: string, sealed: string): string {
  const [madeBy, text = ''] = sealed.split('.');
  if (madeBy !== version) throw new Error('sealed by a version that is not known');
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, purpose), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** Seals data that is kept for years: keys can be rotated, and texts sealed with older keys still open. */
export type Vault = {
  seal(purpose: string, text: string): string;
  open(purpose: string, sealed: string): string;
  /** Tells whether the newest key sealed it; if not, it should be sealed again. */
  isCurrent(sealed: string): boolean;
};

/** `keys`, newest first. A sealed text starts with a fingerprint of its key. */
export function createVault(keys: readonly string[]): Vault {
  const named = keys.map((key) => ({
    key,
    name: createHash('sha256').update(`gongbang key name ${key}`).digest('hex').slice(0, 8),
  }));
  const [newest] = named;
  if (!newest) throw new Error('no data key');
  const nameOf = (sealed: string) => sealed.slice(0, sealed.indexOf('.'));
  return {
    seal: (purpose, text) => `${newest.name}.${seal(newest.key, purpose, text)}`,
    open(purpose, sealed) {
      const name = nameOf(sealed);
      const found = named.find((each) => each.name === name);
      if (!found) throw new Error(`sealed with a key that DATA_KEYS no longer has: ${name}`);
      return unseal(found.key, purpose, sealed.slice(name.length + 1));
    },
    isCurrent: (sealed) => nameOf(sealed) === newest.name,
  };
}

/** Seals the values of a column again with the newest key; afterwards older keys can be removed from DATA_KEYS. */
export async function rotateKeys(
  db: Db,
  vault: Vault,
  sealedColumn: { table: string; id: string; column: string; purpose: string },
): Promise<void> {
  const { purpose } = sealedColumn;
  const [table, id, column] = [
    sql.table(sealedColumn.table),
    sql.ref(sealedColumn.id),
    sql.ref(sealedColumn.column),
  ];
  const { rows } = await sql<{ id: string; sealed: string }>`
    select ${id} as id, ${column} as sealed from ${table} where ${column} is not null`.execute(db);
  for (const row of rows.filter(({ sealed }) => !vault.isCurrent(sealed))) {
    const sealed = vault.seal(purpose, vault.open(purpose, row.sealed));
    // Skips rows that were changed meanwhile.
    await sql`update ${table} set ${column} = ${sealed}
      where ${id} = ${row.id} and ${column} = ${row.sealed}`.execute(db);
  }
}
