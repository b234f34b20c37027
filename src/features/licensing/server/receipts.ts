import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import canonicalize from 'canonicalize';
import { renderSVG } from 'uqr';
import type { Locale } from '#i18n/languages.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import type { Signer } from '#platform/server/signing.ts';
import type { OrderRight } from '../contract.ts';
import { packReceipt, type Receipt } from '../receipt.ts';
import { reasonWordsOf } from '../words.ts';

const { resolve } = createRequire(import.meta.url);

/** Our own words where a licence has no text: nothing is allowed without the author. */
const reservedText =
  'All rights reserved. Making things of this design needs the permission of its author.\n';

/** Stores the text of a licence as it is today, and returns its SHA-256 in hex. */
export async function keepLicenseText(trx: Trx, license: string): Promise<string> {
  const text = await textOf(license);
  const sha256 = createHash('sha256').update(text).digest('hex');
  await trx
    .insertInto('licenseText')
    .values({ sha256, license, text, keptAt: currentTime() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return sha256;
}

/** Texts come from the SPDX list, each loaded when it is needed first. */
async function textOf(license: string): Promise<string> {
  if (!/^[\w.-]+$/.test(license)) return reservedText;
  try {
    const path = resolve(`spdx-license-list/licenses/${license}.json`);
    const { default: found } = (await import(path, { with: { type: 'json' } })) as {
      default: { licenseText: string };
    };
    return found.licenseText;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return reservedText;
    throw error;
  }
}

/** Signs the receipts of an order's rights, once. `shares` are the amounts that its authors keep, by the rights' ids. */
export async function issueReceipts(
  trx: Trx,
  signer: Signer,
  { orderId, shares }: { orderId: string; shares: ReadonlyMap<string, number> },
): Promise<void> {
  const at = currentTime();
  const rows = await trx
    .selectFrom('orderRight')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('receipt', 'is', null)
    .execute();
  for (const row of rows) {
    const receipt: Receipt = {
      order: orderId,
      resource: row.resourceId,
      title: row.title,
      version: row.version,
      files: row.fileHashes,
      license: row.license,
      licenseSha256: row.licenseSha256,
      purpose: row.purpose,
      pieces: row.pieces,
      share: shares.get(row.id) ?? 0,
      currency: 'KRW',
      at: at.toISOString(),
    };
    const text = canonicalize(receipt) ?? '';
    await trx
      .updateTable('orderRight')
      .set({
        receipt: text,
        signature: signer.sign(text).toString('base64url'),
        keyId: signer.key,
        issuedAt: at,
      })
      .where('id', '=', row.id)
      .execute();
  }
}

/** Presents a receipt with a link that holds all of it, and that link as a QR code where it fits. */
async function presentReceipt(
  publicOrigin: string,
  { receipt, signature, keyId }: { receipt: string | null; signature: string | null; keyId: string | null },
): Promise<OrderRight['receipt']> {
  if (receipt === null || signature === null || keyId === null) return null;
  const packed = await packReceipt({ text: receipt, signature, key: keyId });
  const link = `${publicOrigin}/receipts#${packed}`;
  return { text: receipt, signature, key: keyId, link, qr: qrOf(link) };
}

/** A QR code holds 2,953 bytes. */
const maxQrBytes = 2953;

function qrOf(link: string): string | null {
  return link.length > maxQrBytes ? null : renderSVG(link, { ecc: 'L', border: 2 });
}

/** Presents the right of an order, with its receipt once there is one. */
export async function presentOrderRight(
  publicOrigin: string,
  row: Awaited<ReturnType<typeof rightsOfOrders>>[number],
  locale: Locale,
): Promise<OrderRight> {
  const { id, resourceId, title, version, license, licenseSha256, purpose, pieces, verdict } = row;
  return {
    id,
    resourceId,
    title,
    version,
    license,
    licenseSha256,
    purpose,
    pieces,
    verdict,
    words: reasonWordsOf(row.reason, locale),
    receipt: await presentReceipt(publicOrigin, row),
  };
}

/** Lists the rights of orders. */
export async function rightsOfOrders(db: Db, orderIds: readonly string[]) {
  if (orderIds.length === 0) return [];
  return db.selectFrom('orderRight').selectAll().where('orderId', 'in', orderIds).orderBy('id').execute();
}
