import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { isReal } from '#features/quotes/server/public.ts';
import { isSamePerson, missingSteps } from '#features/verification/server/public.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { AppError, refused, type ErrorKind } from '#platform/shared/errors.ts';
import type { TenderTerms } from '#platform/shared/tender-terms.ts';
import { tendersErrors, type BidInput, type TenderDetail } from '../contract.ts';
import { commitmentOf, lockTender, sealBid, type TenderRow } from './opening.ts';

type Deps = { vault: Vault; terms: TenderTerms };
type FitService = TenderDetail['myServices'][number];

/** Lists the services with which a person may bid. */
export async function listFitServices(db: Db, personId: string, serviceType: string): Promise<FitService[]> {
  const { rows } = await sql<FitService>`
    select s.id, s.title, coalesce((select json_agg(json_build_object('id', machine ->> 'id', 'name', machine ->> 'name'))
      from service_workshop w, jsonb_array_elements(w.machines) machine where w.service_id = s.id), '[]') as machines
    from service s where s.owner_id = ${personId} and s.state = 'active' and s.service_type = ${serviceType}
    order by s.seq desc`.execute(db);
  return rows;
}

/** Returns what keeps a person from bidding on an open tender with any bid; null if nothing does. */
export async function findDenialReason(
  db: Db,
  { vault, terms }: Deps,
  personId: string,
  tender: Pick<TenderRow, 'id' | 'customerId' | 'serviceType'>,
): Promise<ErrorKind | null> {
  if (personId === tender.customerId) return tendersErrors.own_tender;
  if ((await listFitServices(db, personId, tender.serviceType)).length === 0)
    return tendersErrors.service_needed;
  if ((await missingSteps(db, personId)).length > 0) return tendersErrors.verification_needed;
  if (await isSamePerson(db, vault, personId, tender.customerId)) return tendersErrors.same_person;
  const standing = await db
    .selectFrom('tenderBid')
    .select('providerId')
    .where('tenderId', '=', tender.id)
    .where('state', '=', 'standing')
    .execute();
  const isIn = standing.some(({ providerId }) => providerId === personId);
  return !isIn && standing.length >= terms.bids ? tendersErrors.bids_full : null;
}

/** Locks an open tender with an active customer. Throws `tender_not_found` and `tender_closed`. */
async function lockOpen(trx: Trx, vault: Vault, id: string): Promise<{ tender: TenderRow; now: Date }> {
  const held = await lockTender(trx, vault, id);
  if (!held || held.tender.state === 'draft' || held.tender.hiddenAt !== null)
    throw new AppError(tendersErrors.tender_not_found);
  const { rows } = await sql<{ isReal: boolean }>`
    select ${isReal('customer')} as is_real from person customer where customer.id = ${held.tender.customerId}`.execute(
    trx,
  );
  if (!rows[0]?.isReal) throw new AppError(tendersErrors.tender_not_found);
  if (held.tender.state !== 'open') throw new AppError(tendersErrors.tender_closed);
  return held;
}

/**
 * Places a bid or replaces it: the newest counts, and every commitment stays. Throws the obstacle of this person, and
 * `tender_closed` after the close by the database's clock.
 */
export async function placeBid(
  trx: Trx,
  deps: Deps,
  person: { id: string },
  tenderId: string,
  { serviceId, machineId, ...said }: BidInput,
): Promise<void> {
  const { tender, now } = await lockOpen(trx, deps.vault, tenderId);
  const obstacle = await findDenialReason(trx, deps, person.id, tender);
  if (obstacle) throw new AppError(obstacle);
  const service = (await listFitServices(trx, person.id, tender.serviceType)).find(
    ({ id }) => id === serviceId.toLowerCase(),
  );
  if (!service) throw refused(tendersErrors.service_unfit, 'serviceId');
  if (said.principal > (tender.ceiling ?? 0)) throw refused(tendersErrors.above_ceiling, 'principal');
  const machine = service.machines.find(({ id }) => id === machineId?.toLowerCase());
  if (!machine && machineId !== null) throw refused(tendersErrors.unknown_machine, 'machineId');
  if (!machine && service.machines.length > 0) throw refused(tendersErrors.machine_needed, 'machineId');

  const content = {
    ...said,
    machine: machine?.name ?? '',
    salt: randomBytes(16).toString('hex'),
    detailSalt: randomBytes(16).toString('hex'),
  };
  await takeBack(trx, tender.id, person.id, 'replaced');
  const { last } = await trx
    .selectFrom('tenderBid')
    .select(({ fn }) => fn.coalesce(fn.max('number'), sql<number>`0`).as('last'))
    .where('tenderId', '=', tender.id)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('tenderBid')
    .values({
      id: uuidv7(now.getTime()),
      tenderId: tender.id,
      number: last + 1,
      providerId: person.id,
      serviceId: service.id,
      commitment: commitmentOf(tender.id, { ...content, serviceId: service.id }),
      madeAt: now,
      sealed: sealBid(deps.vault, content),
    })
    .execute();
}

/** Withdraws a bid. Throws `bid_not_found` if there is none, and `tender_closed`. */
export async function withdrawBid(
  trx: Trx,
  { vault }: Pick<Deps, 'vault'>,
  person: { id: string },
  tenderId: string,
): Promise<void> {
  const { tender } = await lockOpen(trx, vault, tenderId);
  if (!(await takeBack(trx, tender.id, person.id, 'withdrawn')))
    throw new AppError(tendersErrors.bid_not_found);
}

/** The commitment stays in the record; its content is deleted. */
async function takeBack(
  trx: Trx,
  tenderId: string,
  providerId: string,
  state: 'replaced' | 'withdrawn',
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('tenderBid')
    .set({ state, sealed: null })
    .where('tenderId', '=', tenderId)
    .where('providerId', '=', providerId)
    .where('state', '=', 'standing')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
