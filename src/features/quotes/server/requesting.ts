import { sql } from 'kysely';
import { notify } from '#features/notifications/server/public.ts';
import type { KeptRow } from '#features/uploads/server/public.ts';
import { databaseTime, type Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { AppError, platformErrors, refused } from '#platform/shared/errors.ts';
import { quotesErrors, type FilesInput, type RequestInput } from '../contract.ts';
import { isReal } from './requests.ts';
import {
  type Person,
  type ThreadRow,
  pathOf,
  after,
  remindAt,
  lockOwnRequest,
  threadsOf,
  guardThread,
  moveThread,
  closeIfOver,
  tell,
} from './threads.ts';
import type { Settings } from './negotiating.ts';

type Asked = { id: string; ownerId: string; title: string; currency: string };

/** Returns the services to ask, in order without duplicates. Throws at the first one that cannot be asked. */
async function getAskable(trx: Trx, personId: string, serviceIds: readonly string[]): Promise<Asked[]> {
  const { rows } = await sql<Asked & { isAskable: boolean }>`
    select s.id, s.owner_id, s.title, s.currency, s.state = 'active' and ${isReal('owner')} as is_askable
    from service s join person owner on owner.id = s.owner_id
    where s.id = any(${serviceIds}::uuid[])`.execute(trx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found: Asked[] = [];
  for (const [index, id] of serviceIds.entries()) {
    const field = `serviceIds[${index}]`;
    const service = byId.get(id.toLowerCase());
    if (service?.ownerId === personId) throw refused(quotesErrors.own_service, field);
    if (!service?.isAskable) throw refused(quotesErrors.service_unavailable, field);
    if (service.currency !== (found[0] ?? service).currency)
      throw refused(quotesErrors.mixed_currencies, field);
    if (!found.some((each) => each.id === service.id)) found.push(service);
  }
  return found;
}

/** Creates a request to several providers. Throws at the refused field. Returns the request's id. */
export async function createRequest(
  trx: Trx,
  customer: Person,
  input: RequestInput,
  keep: (trx: Trx) => Promise<KeptRow[]>,
  { requestDays }: Settings,
): Promise<string> {
  const services = await getAskable(trx, customer.id, input.serviceIds);
  const files = await keep(trx);
  const now = await databaseTime(trx);
  const expiresAt = after(now, requestDays);
  const id = uuidv7(now.getTime());
  const { serviceIds: _ids, files: _files, dimensions, replaces, ...wanted } = input;
  await trx
    .insertInto('quoteRequest')
    .values({
      id,
      customerId: customer.id,
      ...wanted,
      dimensions: JSON.stringify(dimensions),
      replacesId: replaces,
      currency: services[0]?.currency ?? 'KRW',
      createdAt: now,
      expiresAt,
    })
    .execute();
  await writeFiles(trx, id, files);
  for (const [position, service] of services.entries()) {
    await trx
      .insertInto('quoteThread')
      .values({
        id: uuidv7(now.getTime()),
        requestId: id,
        serviceId: service.id,
        providerId: service.ownerId,
        position,
        createdAt: now,
        changedAt: now,
        expiresAt,
        remindAt: remindAt(expiresAt, now),
      })
      .execute();
  }
  for (const [providerId, asked] of Map.groupBy(services, ({ ownerId }) => ownerId)) {
    await notify(
      trx,
      providerId,
      {
        what: 'quote_requested',
        path: pathOf(id),
        params: {
          name: customer.fullName,
          title: input.title,
          service: asked.map(({ title }) => title).join(', '),
          currency: asked[0]?.currency,
          side: 'provider',
          quantity: input.quantity,
          budget: input.budget ?? null,
          wantedOn: input.wantedOn ?? null,
          until: expiresAt.toISOString(),
        },
        people: [customer.id, providerId],
      },
      now,
    );
  }
  return id;
}

/** Writes the files in order without duplicates; unchanged ones keep their figures. */
export async function writeFiles(
  trx: Trx,
  requestId: string,
  files: readonly { id: string }[],
): Promise<void> {
  const ids = [...new Set(files.map(({ id }) => id))];
  await trx
    .deleteFrom('quoteRequestFile')
    .where('requestId', '=', requestId)
    .$if(ids.length > 0, (query) => query.where('keptFileId', 'not in', ids))
    .execute();
  for (const [position, keptFileId] of ids.entries()) {
    await trx
      .insertInto('quoteRequestFile')
      .values({ requestId, keptFileId, position })
      .onConflict((conflict) => conflict.columns(['requestId', 'keptFileId']).doUpdateSet({ position }))
      .execute();
  }
  if (ids.length > 0)
    await enqueue(trx, 'quotes.measure_files', { requestId }, { key: `quotes.measure_files ${requestId}` });
}

/**
 * Replaces the files. Offers for the earlier files become void, as do agreements that were not ordered; the same
 * files change nothing. Throws `conflict` if another version was read.
 */
export async function changeFiles(
  trx: Trx,
  customer: Person,
  requestId: string,
  { version, files }: FilesInput,
  keep: (trx: Trx) => Promise<KeptRow[]>,
  { requestDays }: Settings,
): Promise<void> {
  const request = await lockOwnRequest(trx, customer.id, requestId);
  if (request.state === 'closed') throw new AppError(quotesErrors.request_closed);
  if (request.version !== version) throw new AppError(platformErrors.conflict);
  const before = await trx
    .selectFrom('quoteRequestFile')
    .select('keptFileId as id')
    .where('requestId', '=', requestId)
    .orderBy('position')
    .execute();
  const fresh = await keep(trx);
  const wanted: { id: string }[] = files.map(({ fileId }, index) => {
    const file = fileId === undefined ? fresh.shift() : before.find(({ id }) => id === fileId.toLowerCase());
    if (!file) throw refused(quotesErrors.file_not_found, `files[${index}].fileId`);
    return file;
  });
  await writeFiles(trx, requestId, wanted);
  const setOf = (each: readonly { id: string }[]) => [...new Set(each.map(({ id }) => id))].toSorted().join();
  if (setOf(before) === setOf(wanted)) return;

  const now = await databaseTime(trx);
  const expiresAt = after(now, requestDays);
  await trx
    .updateTable('quoteRequest')
    .set({ version: version + 1, expiresAt })
    .where('id', '=', requestId)
    .execute();
  let voided: ThreadRow | undefined;
  for (const thread of await threadsOf(trx, requestId)) {
    if (thread.expiresAt <= now || thread.orderedAt !== null) continue;
    const judged = guardThread(thread, 'void', 'house', now);
    const voids = 'to' in judged;
    // A provider who is writing an offer must not make it for the earlier files.
    if (!voids && thread.state !== 'asked' && thread.state !== 'void') continue;
    const { last } = await trx
      .selectFrom('quoteOffer')
      .select(({ fn }) => fn.coalesce(fn.max('number'), sql<number>`0`).as('last'))
      .where('threadId', '=', thread.id)
      .executeTakeFirstOrThrow();
    await moveThread(trx, thread, voids ? judged.to : thread.state, { now, expiresAt, voidThrough: last });
    await tell(trx, thread.providerId, voids ? 'quote_voided' : 'quote_files_changed', {
      request,
      thread,
      by: customer,
      now,
    });
    if (voids) voided = thread;
  }
  if (voided) await tell(trx, customer.id, 'quote_voided', { request, thread: voided, by: null, now });
}

/** Closes a request for its customer. Idempotent. */
export async function closeRequest(trx: Trx, customer: Person, requestId: string): Promise<void> {
  const request = await lockOwnRequest(trx, customer.id, requestId);
  if (request.state === 'closed') return;
  const now = await databaseTime(trx);
  for (const thread of await threadsOf(trx, requestId)) {
    const judged = guardThread(thread, 'close', 'house', now);
    if (!('to' in judged)) continue;
    await moveThread(trx, thread, judged.to, { now, endedBy: 'customer' });
    await tell(trx, thread.providerId, 'quote_withdrawn', { request, thread, by: customer, now });
  }
  await closeIfOver(trx, requestId, now);
}
