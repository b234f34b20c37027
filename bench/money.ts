import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { bound, captured } from '../src/features/ledger/rules.ts';
import { post } from '../src/features/ledger/server/commands.ts';
import { dispatchUserEvent } from '../src/features/orders/server/commands.ts';
import { eventInput } from '../src/features/orders/contract.ts';
import { connectDatabase, type Db } from '../src/platform/server/db.ts';
import { startEmbeddedPostgres } from '../src/platform/server/embedded-postgres.ts';
import { uuidv7 } from '../src/platform/server/ids.ts';
import { migrate } from '../src/platform/server/migrate.ts';
import { createSigner } from '#platform/server/signing.ts';
import { createVault } from '../src/platform/server/sealed.ts';
import { folderBlobStore } from '../src/platform/server/storage.ts';
import { standardTerms } from '../src/platform/shared/order-terms.ts';

/**
 * Ledger transfers and order steps per second, compared with bare transactions that write the same rows; whether more
 * clients make the ledger slower; and whether a thousand orders of one provider are slower than those of a thousand.
 */

const least = { transfer: 0.3, step: 0.3, crowd: 0.9, oneProvider: 0.9 };
const seconds = 3;
const rounds = 5;
const percent = (ratio: number) => `${Math.round(ratio * 100)}%`;
const say = (line: string) => process.stdout.write(`${line}\n`);

const dataDir = await mkdtemp(join(tmpdir(), 'gongbang-bench-'));
// Without fsync, because otherwise the disk would dominate both sides.
const database = await startEmbeddedPostgres({ dataDir, log: say, settings: { fsync: 'off' } });
const deps = (db: Db) => ({
  db,
  vault: createVault(['a key that is long enough to be one']),
  storage: folderBlobStore(dataDir),
  signer: createSigner('a key that is long enough to be one'),
  terms: standardTerms,
});
const nothing = eventInput.parse({});

const handle = connectDatabase(database.connectionString, { poolSize: 64, onError: () => {} });
try {
  await migrate(database.connectionString);
  await runMigrations({ pgPool: handle.pool });
  process.exitCode = (await measure(handle.db)) ? 0 : 1;
} finally {
  await handle.close();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function measure(db: Db): Promise<boolean> {
  await sql`create table bare_journal as select * from ledger_journal with no data`.execute(db);
  await sql`create table bare_entry as select * from ledger_entry with no data`.execute(db);
  await sql`create table bare_balance as select * from ledger_balance with no data`.execute(db);
  await sql`alter table bare_journal add primary key (id)`.execute(db);
  await sql`alter table bare_entry add primary key (journal_id, line)`.execute(db);
  await sql`alter table bare_balance add primary key (account, subject_id)`.execute(db);

  const transfer = () => transferOnce(db);
  const bare = () => bareTransfer(db);
  await rate(transfer, 16, 1);
  await rate(bare, 16, 1);
  const transfers = await ratioOf(
    () => rate(transfer, 16),
    () => rate(bare, 16),
  );
  say(`ledger transfers at 16 clients: ${percent(transfers)} of a bare transaction of the same writes`);
  const crowd = await ratioOf(
    () => rate(transfer, 64),
    () => rate(transfer, 16),
  );
  const bareCrowd = await ratioOf(
    () => rate(bare, 64),
    () => rate(bare, 16),
  );
  say(`ledger transfers at 64 clients: ${percent(crowd)} of those at 16`);
  say(`bare transactions at 64 clients: ${percent(bareCrowd)} of those at 16`);

  const steps = await ratioOf(
    async () => {
      const orders = await addOrders(db, 4000, 1);
      return rateOf(orders, 16, (order) => accept(db, order));
    },
    async () => {
      const orders = await addOrders(db, 4000, 1);
      return rateOf(orders, 16, (order) => bareStep(db, order));
    },
  );
  say(`steps of orders at 16 clients: ${percent(steps)} of a bare transaction of the same writes`);
  const oneProvider = await ratioOf(
    async () => rateOf(await addOrders(db, 1000, 1, 'delivered'), 64, (order) => confirm(db, order)),
    async () => rateOf(await addOrders(db, 1000, 1000, 'delivered'), 64, (order) => confirm(db, order)),
  );
  say(`1,000 orders of one provider completed at once: ${percent(oneProvider)} of 1,000 of as many`);

  const results = [
    ['transfers', transfers, least.transfer],
    // On few cores even 64 bare sessions slow down; contention for shared rows would add to that.
    ['crowd', crowd / Math.min(1, bareCrowd), least.crowd],
    ['steps', steps, least.step],
    ['one provider', oneProvider, least.oneProvider],
  ] as const;
  say('');
  let enough = true;
  for (const [name, ratio, limit] of results) {
    const ok = ratio >= limit;
    enough &&= ok;
    say(`${name}: ${percent(ratio)} (at least ${percent(limit)}) ${ok ? 'ok' : 'TOO SLOW'}`);
  }
  return enough;
}

/** Median of alternating rounds, so that a slow moment of the machine affects both. */
async function ratioOf(one: () => Promise<number>, other: () => Promise<number>): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [a, b] = round % 2 === 0 ? [await one(), await other()] : [await other(), await one()].toReversed();
    ratios.push((a ?? 0) / (b ?? 1));
  }
  return ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

/** Rate per second with this number of clients. */
async function rate(act: () => Promise<unknown>, clients: number, forSeconds = seconds): Promise<number> {
  const end = performance.now() + forSeconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        await act();
        done += 1;
      }
    }),
  );
  return done / forSeconds;
}

/** Rate per second until all are done. */
async function rateOf<Item>(
  items: readonly Item[],
  clients: number,
  act: (item: Item) => Promise<unknown>,
): Promise<number> {
  const queue = [...items];
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let item = queue.pop(); item !== undefined; item = queue.pop()) await act(item);
    }),
  );
  return items.length / ((performance.now() - begin) / 1000);
}

/** Postings of a capture: two lines, both on accounts with a balance. */
function transferOnce(db: Db): Promise<unknown> {
  const paymentId = uuidv7();
  const posting = captured({ paymentId, buyerId: paymentId }, 33_000);
  return db
    .transaction()
    .execute((trx) => post(trx, { ...posting, commandId: `bench:${paymentId}`, paymentId }, new Date()));
}

function bareTransfer(db: Db): Promise<unknown> {
  const id = uuidv7();
  return db.transaction().execute(async (trx) => {
    await sql`insert into bare_journal (id, command_id, rules, payment_id, reason, posted_at)
      values (${id}, ${id}, 'M1', ${id}, '', ${new Date()})`.execute(trx);
    await sql`insert into bare_entry (journal_id, line, account, subject_id, owner_id, amount)
      values (${id}, 1, 'gateway_receivable', ${id}, null, 33000), (${id}, 2, 'buyer_clearing', ${id}, ${id}, -33000)`.execute(
      trx,
    );
    await sql`insert into bare_balance (account, subject_id, owner_id, balance)
      values ('gateway_receivable', ${id}, null, 33000), ('buyer_clearing', ${id}, ${id}, -33000)`.execute(
      trx,
    );
  });
}

type Order = { id: string; buyerId: string; providerId: string };

/** Creates orders that are paid, or also sent, for this number of providers. */
async function addOrders(
  db: Db,
  count: number,
  providers: number,
  state: 'paid' | 'delivered' = 'paid',
): Promise<Order[]> {
  const { rows: people } = await sql<{ id: string }>`
    insert into person (id, name, email, username, display_username)
    select id, '사람', id || '@example.com', id::text, id::text from (select uuidv7() as id from generate_series(1, ${providers + 1})) as made
    returning id`.execute(db);
  const buyerId = people[0]?.id ?? '';
  const { rows } = await sql<Order>`
    insert into orders (id, buyer_id, provider_id, state, version, is_free, custom_made, title, service_type, description, quantity,
      lines, principal, fee, total, currency, fee_percent, fee_bearer, delivery_kind, created_at, paid_at, delivered_at, arrived_at)
    select uuidv7(), ${buyerId}, (${people.slice(1).map(({ id }) => id)}::uuid[])[1 + number % ${providers}], ${state}, 2, false, true,
      '출력', '3d_printing', '', 1, '[]', 30000, 3000, 33000, 'KRW', 10, 'buyer', 'digital', now(), now(),
      ${state === 'paid' ? null : new Date()}, ${state === 'paid' ? null : new Date()}
    from generate_series(0, ${count - 1}) as number
    returning id, buyer_id, provider_id`.execute(db);
  const ids = rows.map(({ id }) => id);
  await sql`insert into payment (id, subject_kind, subject_id, person_id, gateway, state, amount, currency, order_name, ref,
      payment_key, bound, captured_amount, captured_at, created_at, expires_at)
    select id, 'order', id, ${buyerId}, 'sandbox', 'captured', 33000, 'KRW', '출력', id::text, id::text, true, 33000, now(), now(), now()
    from unnest(${ids}::uuid[]) as id`.execute(db);
  await sql`insert into payment_part select id, id, 33000 from unnest(${ids}::uuid[]) as id`.execute(db);
  await sql`update orders set payment_id = id where id = any (${ids}::uuid[])`.execute(db);
  await sql`insert into order_timer (order_id, kind, at)
    select id, 'unanswered', now() + interval '1 day' from unnest(${ids}::uuid[]) as id`.execute(db);
  if (state === 'delivered') {
    await rateOf(rows, 16, async (order) => {
      const of = { ...order, orderId: order.id, paymentId: order.id };
      await db.transaction().execute(async (trx) => {
        await post(trx, { ...captured(of, 33_000), commandId: `m1:${order.id}` }, new Date());
        await post(trx, { ...bound(of, 33_000), commandId: `m2:${order.id}` }, new Date());
      });
    });
  }
  return rows;
}

function accept(db: Db, order: Order): Promise<unknown> {
  const provider = { id: order.providerId, isAdmin: false, username: 'provider' };
  return db
    .transaction()
    .execute((trx) => dispatchUserEvent(deps(db), trx, provider, order.id, 'accept', nothing));
}

function confirm(db: Db, order: Order): Promise<unknown> {
  const buyer = { id: order.buyerId, isAdmin: false, username: 'buyer' };
  return db
    .transaction()
    .execute((trx) => dispatchUserEvent(deps(db), trx, buyer, order.id, 'confirm', nothing));
}

/** The rows that accepting writes, without the logic that decides about them. */
function bareStep(db: Db, order: Order): Promise<unknown> {
  const eventId = uuidv7();
  return db.transaction().execute(async (trx) => {
    await sql`delete from order_timer where order_id = ${order.id}`.execute(trx);
    await sql`update orders set state = 'accepted', version = version + 1, accepted_at = ${new Date()} where id = ${order.id}`.execute(
      trx,
    );
    await sql`insert into order_event (id, order_id, version, event, side, actor_id, from_state, to_state, command_id, detail, at)
      values (${eventId}, ${order.id}, 3, 'accept', 'provider', ${order.providerId}, 'paid', 'accepted', ${`order:${order.id}:3`}, '{}',
        ${new Date()})`.execute(trx);
    await sql`insert into notification (person_id, kind, what, params, path, created_at)
      values (${order.buyerId}, 'orders', 'order_step', '{}', ${`/orders/${order.id}`}, ${new Date()})`.execute(
      trx,
    );
    await sql`select graphile_worker.add_job('notifications.mail', payload := ${JSON.stringify({ id: eventId })}::json)`.execute(
      trx,
    );
  });
}
