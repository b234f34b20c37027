import type { Runtime } from '#app/runtime.ts';
import { bidInput, chooseInput, tenderInput } from '#features/tenders/contract.ts';
import {
  bringUpToDate,
  chooseBid,
  createTender,
  listFitServices,
  placeBid,
  publishTender,
} from '#features/tenders/server/public.ts';
import { parseInput } from '#platform/shared/validation.ts';
import { claimPart, findParts } from './parts.ts';
import { demoTenders, type DemoTender } from './tenders.ts';
import { verifyPeople } from './verify.ts';

const dayMs = 24 * 60 * 60 * 1000;

type Made = {
  people: ReadonlyMap<string, string>;
  /** Ids by slug. */
  services: ReadonlyMap<string, { id: string; owner: string }>;
};

/**
 * Writes tenders in several states, through the same commands as in production; none where a choice would be paid with
 * real money.
 */
export async function writeTenders(runtime: Runtime, made: Made): Promise<void> {
  if (runtime.config.payments.provider !== 'sandbox') return;
  const taking = demoTenders.flatMap(({ customer, bids }) => [
    customer,
    ...bids.map(({ service }) => serviceOf(made, service).owner),
  ]);
  await verifyPeople(runtime, made.people, taking);
  const parts = await findParts(runtime.db);
  for (const tender of demoTenders)
    if (!parts.has(`tender ${tender.slug}`)) await writeTender(runtime, made, tender);
}

function serviceOf({ services }: Made, slug: string): { id: string; owner: string } {
  const found = services.get(slug);
  if (!found) throw new Error(`demo: no service ${slug}`);
  return found;
}

function idOf({ people }: Made, username: string): string {
  const id = people.get(username);
  if (id === undefined) throw new Error(`demo: no user ${username}`);
  return id;
}

async function writeTender(runtime: Runtime, made: Made, demo: DemoTender): Promise<void> {
  const { config, db, vault } = runtime;
  const customer = { id: idOf(made, demo.customer), isAdmin: false };
  const deps = { vault, terms: config.tenderTerms };
  const closesAt = new Date(Date.now() + demo.closesInDays * dayMs).toISOString();
  const input = parseInput(tenderInput, { ...demo.job, closesAt });
  const id = await db.transaction().execute(async (trx) => {
    if (!(await claimPart(trx, `tender ${demo.slug}`))) return null;
    const tenderId = await createTender(trx, customer, input, {
      keep: async () => [],
      secret: runtime.secret,
    });
    await publishTender(trx, deps, customer, tenderId, 1);
    return tenderId;
  });
  if (id === null) return;
  for (const { service: slug, ...said } of demo.bids) {
    const service = serviceOf(made, slug);
    const provider = { id: idOf(made, service.owner) };
    const fit = (await listFitServices(db, provider.id, demo.job.serviceType)).find(
      (each) => each.id === service.id,
    );
    const wanted = { ...said, serviceId: service.id, machineId: fit?.machines[0]?.id ?? null };
    const bid = parseInput(bidInput, wanted);
    await db.transaction().execute((trx) => placeBid(trx, deps, provider, id, bid));
  }
  if (demo.until === undefined) return;
  // Move the deadline into the past, because only time closes a tender.
  const now = Date.now();
  const chooseBy = new Date(now + config.tenderTerms.chooseDays * dayMs);
  await db
    .updateTable('tender')
    .set({ closesAt: new Date(now), chooseBy })
    .where('id', '=', id)
    .execute();
  await bringUpToDate(db, vault, id);
  if (demo.until === 'closed') return;
  const { chosen, reason } = demo.until;
  const { id: bidId, version } = await db
    .selectFrom('tenderBid')
    .innerJoin('tender', 'tender.id', 'tenderBid.tenderId')
    .select(['tenderBid.id', 'tender.version'])
    .where('tenderId', '=', id)
    .where('serviceId', '=', serviceOf(made, chosen).id)
    .executeTakeFirstOrThrow();
  const choice = parseInput(chooseInput, { version, bidId, reason });
  const { feePercent, feeBearer, quoteOrderDays: orderDays } = config;
  const choosing = { vault, feePercent, feeBearer, orderDays };
  await db.transaction().execute((trx) => chooseBid(trx, choosing, customer, id, choice));
}
