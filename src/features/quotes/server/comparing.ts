import {
  findPlace,
  findPrinters,
  getServiceOwner,
  listServiceIdsOf,
  postageOf,
} from '#features/services/server/public.ts';
import type { Delivery } from '#features/services/contract.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { isAppError, platformErrors } from '#platform/shared/errors.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { partInput, type ComparedOffer, type PartInput } from '../contract.ts';
import { maxPrinters, offerOf } from '../rules.ts';
import { inColors } from '../comparing.ts';
import { measureParts } from './commands.ts';
import { listParts, type PartRow } from './queries.ts';

/** How far away another provider may be, less where somebody goes there; and how long measuring the files may take. */
const maxDistanceKm = { ship: 100, pickup: 30, digital: 100 } as const;
const maxMs = 20_000;

export type Compared = {
  /** What `POST /api/quotes` takes for the same files. */
  parts: PartInput[];
  offers: (ComparedOffer & { currency: string })[];
  /** Services of the same trade nearby, the nearest first. */
  serviceIds: string[];
};

/**
 * Works out what other printers near the same place would charge today for the parts of an instant quote, the way their
 * own quotes will. Null for a quote by negotiation, whose price is somebody's word.
 */
export async function compareOthers(
  deps: { db: Db; storage: BlobStore },
  person: { id: string; isAdmin: boolean },
  quoteId: string,
  { feePercent, by }: { feePercent: number; by: 'ship' | 'pickup' | 'digital' },
): Promise<Compared | null> {
  const { db } = deps;
  const quote = await db
    .selectFrom('quote')
    .select(['serviceId', 'currency'])
    .where('id', '=', quoteId)
    .where('personId', '=', person.id)
    .executeTakeFirst();
  if (!quote) return null;
  const parts = await partsOf(db, quoteId);
  const place = await findPlace(db, quote.serviceId);
  const printers = place
    ? await findPrinters(db, {
        point: place,
        maxDistanceKm: maxDistanceKm[by],
        limit: maxPrinters,
        id: undefined,
      })
    : [];
  const { ownerId } = await getServiceOwner(db, quote.serviceId);
  const excluded = new Set([
    ...(await listServiceIdsOf(db, person.id)),
    ...(await listServiceIdsOf(db, ownerId)),
  ]);
  const others = printers.filter(({ id, currency }) => !excluded.has(id) && currency === quote.currency);
  const serviceIds = others.map(({ id }) => id);
  const measured = others.length === 0 ? null : await measure(deps, person, parts);
  if (measured === null) return { parts, offers: [], serviceIds };
  const asked = measured.map(({ figures, print }) => ({ model: figures, print, slice: null }));
  const today = koreanDay(currentTime());
  const offers = others.flatMap((printer) => {
    const { id, title, language, translations, provider, distance, currency, rating } = printer;
    const coloured = inColors(
      printer,
      measured.map(({ print }) => print),
    );
    const found = coloured && offerOf(coloured, asked, { feePercent, today });
    if (!found || !('offer' in found)) return [];
    const { principal, readyOn } = found.offer;
    const postage = postageBy(by, printer.delivery, principal);
    if (postage === null || principal === 0) return [];
    return {
      service: { id, title, language, translations, rating },
      provider,
      distance,
      currency,
      principal,
      postage,
      readyOn,
    };
  });
  return { parts, offers, serviceIds };
}

/** Returns the price of the delivery; null where it cannot be delivered so. */
function postageBy(by: 'ship' | 'pickup' | 'digital', delivery: Delivery, principal: number): number | null {
  if (by === 'ship') return postageOf(delivery, principal);
  return by === 'pickup' && delivery.pickup ? 0 : null;
}

async function partsOf(db: Db, quoteId: string): Promise<PartInput[]> {
  const rows = (await listParts(db, [quoteId])).get(quoteId) ?? [];
  const kept = await db
    .selectFrom('quoteFile')
    .select(['position', 'keptFileId'])
    .where('quoteId', '=', quoteId)
    .execute();
  const keptOf = new Map(kept.map(({ position, keptFileId }) => [position, keptFileId]));
  return rows.map((row) => partOf(row, keptOf.get(row.position)));
}

function partOf(row: PartRow, keptFileId: string | undefined): PartInput {
  const { fileKind, fileId, unit, material, infill, layerHeight, walls, color, quantity } = row;
  return partInput.parse({
    ...(fileKind === 'upload' ? { uploadId: keptFileId ?? fileId } : { resourceFileId: fileId }),
    ...(unit !== null && { unit }),
    material,
    infill,
    layerHeight,
    ...(walls !== null && { walls }),
    ...(color !== null && { color }),
    quantity,
  });
}

/** Measures the files again; null if one is gone, so that nobody can be asked at once. */
async function measure(
  deps: { db: Db; storage: BlobStore },
  person: { id: string; isAdmin: boolean },
  parts: readonly PartInput[],
) {
  try {
    const fieldOf = (part: number, field: string) => `parts[${part}].${field}`;
    return await measureParts(deps, person, parts, { fieldOf, now: currentTime(), maxMs });
  } catch (error) {
    if (!isAppError(error) || error.kind.code === platformErrors.overloaded.code) throw error;
    return null;
  }
}
