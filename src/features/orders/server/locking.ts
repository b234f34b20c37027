import { sql, type Selectable } from 'kysely';
import { databaseTime, onlyRow, type Db, type Trx } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import type { Database } from '#platform/server/schema.ts';
import type { Vault } from '#platform/server/sealed.ts';
import type { Signer } from '#platform/server/signing.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import type { Price, Terms } from '../rules.ts';
import type { Facts } from '../states.ts';
import { listDimensions } from './making.ts';

export type OrderDeps = { db: Db; vault: Vault; storage: BlobStore; signer: Signer; terms: Terms };
export type Order = Omit<Selectable<Database['orders']>, 'feePercent'> & { feePercent: number };
export type Proposal = Selectable<Database['orderProposal']>;
export type Dispute = Selectable<Database['orderDispute']>;
type Claim = Selectable<Database['orderClaim']>;
export type Share = Selectable<Database['orderShare']>;
type NamedDimension = Selectable<Database['orderDimension']>;

/** Topic that pages of an order subscribe to. */
export const topicOf = (id: string) => `order:${id}`;

/** Order under its lock, with everything its state machine reads. */
export type LockedOrder = {
  order: Order;
  proposal: Proposal | null;
  dispute: Dispute | null;
  claim: Claim | null;
  /** Shares of the authors whose files are made. */
  shares: Share[];
  /** Dimensions that matter to the buyer, in their order. */
  dimensions: NamedDimension[];
  facts: Facts;
  now: Date;
};

/** Locks an order and reads everything that belongs to it. */
export async function lockOrder(trx: Trx, id: string): Promise<LockedOrder | null> {
  const row = isUuid(id)
    ? await trx.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  if (!row) return null;
  const order = { ...row, feePercent: Number(row.feePercent) };
  return { order, ...(await loadRelations(trx, order)), now: await databaseTime(trx) };
}

/** Reads what the state machine needs in addition to the order. */
export async function loadRelations(
  db: Db,
  order: Order,
): Promise<Pick<LockedOrder, 'proposal' | 'dispute' | 'claim' | 'shares' | 'dimensions' | 'facts'>> {
  const proposal = await db
    .selectFrom('orderProposal')
    .selectAll()
    .where('orderId', '=', order.id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  const dispute = await db
    .selectFrom('orderDispute')
    .selectAll()
    .where('orderId', '=', order.id)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  const claim = await db
    .selectFrom('orderClaim')
    .selectAll()
    .where('orderId', '=', order.id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  const shares = await db
    .selectFrom('orderShare')
    .selectAll()
    .where('orderId', '=', order.id)
    .orderBy('id')
    .execute();
  const dimensions = await listDimensions(db, order.id);
  const found = await onlyRow(
    sql<{
      hasConsent: boolean;
      filesUnchanged: boolean;
      wasClaimRefused: boolean;
      progress: number;
      inspect: number;
    }>`
    select exists (select from order_consent where order_id = ${order.id} and kind = 'custom_made') as has_consent,
      exists (select from order_claim where order_id = ${order.id} and state = 'refused') as was_claim_refused,
      (select count(*)::integer from order_event where order_id = ${order.id} and event = 'progress') as progress,
      (select count(*)::integer from order_event where order_id = ${order.id} and event = 'inspect') as inspect,
      not exists (select from order_file file left join kept_file kept on kept.id = file.kept_file_id
        where file.order_id = ${order.id} and kept.sha256 is distinct from file.sha256) as files_unchanged`,
    db,
  );
  return {
    proposal: proposal ?? null,
    dispute: dispute ?? null,
    claim: claim ?? null,
    shares,
    dimensions,
    facts: {
      state: order.state,
      isFree: order.isFree,
      isFunded: order.paymentId !== null,
      customMade: order.customMade,
      hasConsent: found.hasConsent,
      filesUnchanged: found.filesUnchanged,
      isMade: order.auctionId === null,
      notes: { progress: found.progress, inspect: found.inspect },
      isMeasured: dimensions.every(({ providerAt }) => providerAt !== null),
      dueAt: order.dueAt,
      deliveredAt: order.deliveredAt,
      arrivedAt: order.arrivedAt,
      reworks: order.reworks,
      proposal: proposal ?? null,
      dispute: dispute ?? null,
      claim: claim ? { isAnswered: claim.answeredAt !== null } : null,
      wasClaimRefused: found.wasClaimRefused,
    },
  };
}

/** Returns the agreed price of an order, with the shares of its authors in the order of `shares`. */
export function priceOf(order: Order, shares: readonly { amount: number }[]): Price {
  const { principal, feePercent, feeBearer, deliveryPrice } = order;
  return { principal, feePercent, feeBearer, deliveryPrice, shares: shares.map(({ amount }) => amount) };
}
