import type { Selectable } from 'kysely';
import type { Locale } from '#i18n/languages.ts';
import { isAvailable } from '#features/accounts/server/public.ts';
import { presentOrderRight, rightsOfOrders } from '#features/licensing/server/public.ts';
import { findMade, listMadePhotos, type MadeOrder } from '#features/orders/server/public.ts';
import { canManageResources, findCards, findTitles, getResource } from '#features/resources/server/public.ts';
import { isServiceActive } from '#features/services/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { Database } from '#platform/server/schema.ts';
import type { Role } from '#platform/shared/roles.ts';
import { AppError, isAppError } from '#platform/shared/errors.ts';
import { codeOf, readCode } from '../code.ts';
import { passportsErrors, type OrderPassports, type Passport, type Thing } from '../contract.ts';
import { shortGtin } from '../gtin.ts';
import { concerns, usualEach, warrantyEnd, whyNotClaim } from '../rules.ts';
import { findChoice, findGtin, makingsOf } from './commands.ts';
import { listRecalls } from './recalls.ts';

type Row = Selectable<Database['passport']>;
type Reader = { id: string; role: Role } | null;

/** Returns the passport of a typed code. Throws `passport_not_found` and `passport_revoked`. */
export async function findByCode(db: Db, typed: string): Promise<Row & { code: string }> {
  const body = readCode(typed);
  const row =
    body === null
      ? undefined
      : await db
          .selectFrom('passportCode as code')
          .innerJoin('passport', 'passport.id', 'code.passportId')
          .selectAll('passport')
          .select(['code.code', 'code.revokedAt'])
          .where('code.code', '=', body)
          .executeTakeFirst();
  if (!row) throw new AppError(passportsErrors.passport_not_found);
  const { revokedAt, code, ...passport } = row;
  if (revokedAt !== null) throw new AppError(passportsErrors.passport_revoked);
  return { ...passport, code: codeOf(code) };
}

/**
 * Returns the code of a label by the GTIN and serial number on it. The serial is the code itself, so a label still answers
 * after its maker has corrected the GTIN or left. Throws `passport_not_found`.
 */
export async function findBySerial(db: Db, gtin: string | null, serial: string): Promise<string> {
  const code = codeOf(serial.toUpperCase());
  const row = readCode(code) === null || gtin === null ? undefined : await findOwner(db, code);
  if (!row) throw new AppError(passportsErrors.passport_not_found);
  return code;
}

const findOwner = (db: Db, code: string) =>
  db
    .selectFrom('passportCode as code')
    .innerJoin('passport', 'passport.id', 'code.passportId')
    .select('passport.id')
    .where('code.code', '=', readCode(code) ?? '')
    .executeTakeFirst();

/** Presents a passport as its reader may see it: what is theirs alone only to the holder. */
export async function getPassport(
  db: Db,
  reader: Reader,
  typed: string,
  { locale, publicOrigin }: { locale: Locale; publicOrigin: string },
): Promise<Passport> {
  const row = await findByCode(db, typed);
  const order = await findMade(db, row.orderId);
  const design = row.resourceId === null ? null : await findPublicDesign(db, row.resourceId, locale);
  const isHolder = reader !== null && reader.id === row.holderId;
  const maker = await makerOf(db, row);
  // The service names its provider, which not everybody wants.
  const isNamed = maker !== null || isHolder;
  const photos = isHolder ? await photosOf(db, row) : [];
  const denial = whyNotClaim(
    { ...row, buyerId: order?.buyerId ?? '', hasEnded: order?.hasEnded ?? true },
    reader?.id ?? '',
  );
  return {
    code: row.code,
    title: row.title,
    pieces: row.pieces,
    madeIn: monthOf(row.madeAt),
    picture: photos[0] ?? design?.picture ?? null,
    resource:
      row.version === null
        ? null
        : {
            id: design ? row.resourceId : null,
            title: design?.title ?? row.title,
            language: design?.language ?? null,
            version: row.version,
            hasGuide: design?.hasGuide ?? false,
          },
    fileHashes: row.fileHashes,
    material: row.material,
    machine: row.machine,
    settings: row.settings,
    maker,
    serviceId:
      isNamed && row.serviceId !== null && (await isServiceActive(db, row.serviceId)) ? row.serviceId : null,
    recalls: await recallsOf(db, row),
    recallsOf:
      reader !== null && canManageResources(reader) && (design !== null || row.holderId !== null)
        ? row.resourceId
        : null,
    isClaimed: row.holderId !== null,
    claim: denial ?? 'open',
    own: isHolder ? await ownOf(db, row, { order, photos, readerId: reader.id, locale, publicOrigin }) : null,
  };
}

/** The month in Korea, where things are made. */
function monthOf(madeAt: Date): string {
  return new Date(madeAt.getTime() + 9 * 3_600_000).toISOString().slice(0, 7);
}

async function findPublicDesign(db: Db, resourceId: string, locale: Locale) {
  try {
    const found = await getResource(db, null, resourceId);
    const translated = found.translations[locale]?.title;
    const isTranslated = locale !== found.language && Boolean(translated);
    const [image] = found.images;
    const width = image && (image.widths.find((each) => each >= 640) ?? Math.max(...image.widths));
    return {
      title: isTranslated ? (translated ?? '') : found.title,
      language: isTranslated ? locale : found.language,
      hasGuide: found.assemblyInstructions.length > 0 || Boolean(found.details.billOfMaterials?.length),
      picture:
        image && width !== undefined
          ? { url: `/api/images/${image.id}/${width}.webp`, width: image.width, height: image.height }
          : null,
    };
  } catch (error) {
    if (isAppError(error) && error.kind.status === 404) return null;
    throw error;
  }
}

async function makerOf(db: Db, { showsMaker, providerId }: Row): Promise<Passport['maker']> {
  if (!showsMaker || !(await isAvailable(db, providerId))) return null;
  const maker = await db
    .selectFrom('person')
    .select(['displayUsername as username', 'name as fullName'])
    .where('id', '=', providerId)
    .executeTakeFirst();
  return maker ?? null;
}

async function recallsOf(db: Db, { resourceId, version }: Row): Promise<Passport['recalls']> {
  if (resourceId === null) return [];
  const found = await listRecalls(db, [resourceId]);
  return found
    .filter((each) => concerns(each, version))
    .map(({ resourceId: _resource, ...recall }) => recall);
}

async function photosOf(db: Db, { orderId, code }: Row & { code: string }) {
  const photos = await listMadePhotos(db, orderId);
  return photos.map(({ id, width, height, widths }) => ({
    url: `/api/passports/${encodeURIComponent(code)}/photos/${id}/${widths.find((each) => each >= 640) ?? Math.max(...widths)}.webp`,
    width,
    height,
  }));
}

async function ownOf(
  db: Db,
  row: Row,
  {
    order,
    photos,
    readerId,
    locale,
    publicOrigin,
  }: {
    order: MadeOrder | null;
    photos: NonNullable<Passport['own']>['photos'];
    readerId: string;
    locale: Locale;
    publicOrigin: string;
  },
): Promise<Passport['own']> {
  const right = (await rightsOfOrders(db, [row.orderId])).find(({ id }) => id === row.rightId);
  const handover = await db
    .selectFrom('passportHandover')
    .select('expiresAt')
    .where('passportId', '=', row.id)
    .where('expiresAt', '>', currentTime())
    .executeTakeFirst();
  const until = warrantyEnd(row.madeAt, row.warrantyMonths);
  return {
    claimedAt: (row.claimedAt ?? row.madeAt).toISOString(),
    orderId: order?.buyerId === readerId ? row.orderId : null,
    photos,
    right: right ? await presentOrderRight(publicOrigin, right, locale) : null,
    warranty:
      until === null && row.warranty === ''
        ? null
        : { text: row.warranty, until: until?.toISOString() ?? null },
    handoverUntil: handover?.expiresAt.toISOString() ?? null,
  };
}

/** Lists what a person holds, the newest first. */
export async function listThings(
  db: Db,
  personId: string,
  { page, limit, label }: { page: number; limit: number; label?: string | undefined },
  locale: Locale,
): Promise<{ items: Thing[]; total: number; page: number; pageCount: number }> {
  const held = db
    .selectFrom('passport')
    .where('holderId', '=', personId)
    .$if(label !== undefined, (query) =>
      query.where('passport.id', 'in', (select) =>
        select
          .selectFrom('passportCode as known')
          .select('known.passportId')
          .where('known.code', '=', readCode(label ?? '') ?? ''),
      ),
    );
  const { total } = await held
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const pageCount = Math.max(1, Math.ceil(total / limit));
  const shown = Math.min(page, pageCount);
  const rows = await held
    .leftJoin('passportCode as code', (join) =>
      join.onRef('code.passportId', '=', 'passport.id').on('code.revokedAt', 'is', null),
    )
    .selectAll('passport')
    .select('code.code as label')
    .orderBy('passport.id', 'desc')
    .limit(limit)
    .offset((shown - 1) * limit)
    .execute();
  const resourceIds = [...new Set(rows.flatMap(({ resourceId }) => resourceId ?? []))];
  const [cards, titles, recalls] = await Promise.all([
    findCards(db, resourceIds),
    findTitles(db, resourceIds, locale),
    listRecalls(db, resourceIds),
  ]);
  const items: Thing[] = [];
  for (const row of rows) {
    const image = cards.get(row.resourceId ?? '')?.image;
    const open = recalls.filter(
      (each) => each.endedAt === null && each.resourceId === row.resourceId && concerns(each, row.version),
    );
    items.push({
      code: row.label === null ? null : codeOf(row.label),
      title: row.version === null ? row.title : (titles.get(row.resourceId ?? '')?.title ?? row.title),
      pieces: row.pieces,
      madeIn: monthOf(row.madeAt),
      picture: image
        ? { url: `/api/images/${image.id}/${image.widths[0]}.webp`, width: image.width, height: image.height }
        : null,
      maker: await makerOf(db, row),
      claimedAt: (row.claimedAt ?? row.madeAt).toISOString(),
      recall: open.some(({ urgency }) => urgency === 'stop') ? 'stop' : (open[0]?.urgency ?? null),
    });
  }
  return { items, total, page: shown, pageCount };
}

/** Presents the passports of an order to one of its sides. */
export async function getOrderPassports(
  db: Db,
  reader: { id: string },
  order: MadeOrder,
): Promise<OrderPassports> {
  const side = reader.id === order.providerId ? 'provider' : reader.id === order.buyerId ? 'buyer' : 'admin';
  const rows = await listOfOrder(db, order.id);
  const makings = await makingsOf(db, order);
  const pieces = makings.reduce((sum, making) => sum + making.pieces, 0);
  return {
    side,
    isDelivered: order.deliveredAt !== null,
    pieces,
    choice: side === 'provider' && order.isThing ? await choiceOf(db, order, makings, rows[0], pieces) : null,
    passports: rows.map((row) => ({
      id: row.id,
      // Staff help with orders; the labels are of those who have the thing.
      code: row.label === null || side === 'admin' ? null : codeOf(row.label),
      title: row.title,
      pieces: row.pieces,
      isClaimed: row.holderId !== null,
      isOwn: row.holderId === reader.id,
    })),
  };
}

async function choiceOf(
  db: Db,
  order: MadeOrder,
  makings: Awaited<ReturnType<typeof makingsOf>>,
  made: Row | undefined,
  pieces: number,
): Promise<OrderPassports['choice']> {
  const chosen = await findChoice(db, order.providerId, order.serviceId);
  const [making] = makings;
  const gtin = made ? made.gtin : making ? await findGtin(db, order, making) : null;
  const { showsMaker, warrantyMonths, warranty } = made ?? chosen;
  return {
    each: chosen.each ?? usualEach(pieces),
    isUsual: chosen.each === null,
    isOneDesign: makings.length === 1,
    title: made?.title ?? making?.title ?? '',
    showsMaker,
    warrantyMonths,
    warranty,
    gtin: gtin === null ? null : shortGtin(gtin),
  };
}

/** Lists the passports of an order with their valid codes. */
export async function listOfOrder(db: Db, orderId: string): Promise<(Row & { label: string | null })[]> {
  return db
    .selectFrom('passport')
    .leftJoin('passportCode as code', (join) =>
      join.onRef('code.passportId', '=', 'passport.id').on('code.revokedAt', 'is', null),
    )
    .selectAll('passport')
    .select('code.code as label')
    .where('orderId', '=', orderId)
    .orderBy('passport.id')
    .execute();
}
