import { sql } from 'kysely';
import { rightsOfOrders } from '#features/licensing/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { inBatches, whole, type ArchiveRecord, type PersonalData } from '#platform/server/personal-data.ts';
import { pictureKeys } from '#platform/server/pictures.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { AppError } from '#platform/shared/errors.ts';
import { ordersErrors } from '../contract.ts';
import { terminalStates } from '../states.ts';
import { sealedAddress } from './fulfilment.ts';

export function ordersPersonalData({ db, vault }: { db: Db; vault: Vault }): PersonalData {
  return {
    room: 'orders',
    tables: [
      'orders',
      'orders_index',
      'order_event',
      'order_note',
      'order_timer',
      'order_proposal',
      'order_dispute',
      'order_ruling',
      'order_claim',
      'order_photo',
      'order_file',
      'order_consent',
      'order_share',
      'order_dimension',
      'order_arrival',
    ],
    lists: {
      orders: async function* rows(personId) {
        const list = inBatches((id, after, limit) =>
          db
            .selectFrom('orders')
            .selectAll()
            .where((where) => where.or([where('buyerId', '=', id), where('providerId', '=', id)]))
            .where('id', '>', after)
            .orderBy('id')
            .limit(limit)
            .execute(),
        );
        for await (const row of list(personId)) {
          const {
            sealedAddress: sealed,
            sealedPickupCode: _code,
            ...order
          } = row as {
            sealedAddress: string | null;
            sealedPickupCode: string | null;
            buyerId: string;
          };
          yield {
            ...order,
            // A person exports only their own address.
            address:
              sealed !== null && order.buyerId === personId
                ? JSON.parse(vault.open(sealedAddress, sealed))
                : null,
          };
        }
      },
      order_notes: whole((personId) =>
        db
          .selectFrom('orderNote')
          .innerJoin('orderEvent', 'orderEvent.id', 'orderNote.eventId')
          .select(['orderNote.orderId', 'orderNote.text', 'orderEvent.at'])
          .where('authorId', '=', personId)
          .orderBy('orderEvent.at')
          .execute(),
      ),
      order_consents: whole((personId) =>
        db
          .selectFrom('orderConsent')
          .innerJoin('orders', 'orders.id', 'orderConsent.orderId')
          .select(['orderId', 'kind', 'orderConsent.version', 'words', 'givenAt'])
          .where('buyerId', '=', personId)
          .orderBy('givenAt')
          .execute(),
      ),
      // What both sides measured, and what the buyer found.
      order_dimensions: whole((personId) =>
        db
          .selectFrom('orderDimension')
          .innerJoin('orders', 'orders.id', 'orderDimension.orderId')
          .select(['orderId', 'label', 'targetMm', 'toleranceMm', 'providerMm', 'buyerMm'])
          .where((where) => where.or([where('buyerId', '=', personId), where('providerId', '=', personId)]))
          .orderBy('orderId')
          .orderBy('position')
          .execute(),
      ),
      order_arrivals: whole((personId) =>
        db
          .selectFrom('orderArrival')
          .innerJoin('orders', 'orders.id', 'orderArrival.orderId')
          .select(['orderId', 'works', 'at'])
          .where('buyerId', '=', personId)
          .orderBy('orderId')
          .execute(),
      ),
      order_rights: whole(async (personId) => {
        const orders = await db.selectFrom('orders').select('id').where('buyerId', '=', personId).execute();
        return rightsOfOrders(
          db,
          orders.map(({ id }) => id),
        );
      }),
      order_shares: whole((personId) =>
        db
          .selectFrom('orderShare')
          .select(['id', 'resourceId', 'title', 'pieces', 'amount', 'kept', 'returnedAt'])
          .where('authorId', '=', personId)
          .orderBy('id')
          .execute(),
      ),
    },
    async *files(personId) {
      const photos = await db
        .selectFrom('orderPhoto')
        .select(['id', 'blobPrefix', 'widths'])
        .where('authorId', '=', personId)
        .execute();
      for (const { id, blobPrefix, widths } of photos) {
        yield { name: `order-photos/${id}.webp`, key: `${blobPrefix}/${Math.max(...widths)}.webp` };
      }
    },
    /** Leaving would abandon the other party's work or money. */
    async assertMayLeave(trx, personId) {
      const { rows } = await sql<{ id: string }>`
        select id from orders
          where (buyer_id = ${personId} or provider_id = ${personId}) and state <> all (${[...terminalStates]}::text[])
        union all
        select order_id from order_claim join orders on orders.id = order_id
          where order_claim.state = 'open' and (buyer_id = ${personId} or provider_id = ${personId})
        union all
        -- Money that may still come in has to have somebody whose it is.
        select subject_id from payment
          where person_id = ${personId} and state in ('confirming', 'unknown', 'waiting_deposit')
        union all
        -- Shares of authors who leave go back to their buyers after a year.
        select subject_id from ledger_balance where owner_id = ${personId} and balance <> 0
          and not (account = 'provider_payable' and exists (select from order_share where order_share.id = subject_id))
        limit 1`.execute(trx);
      if (rows.length > 0) throw new AppError(ordersErrors.orders_open);
    },
    async archive(trx, { id, name, email }): Promise<ArchiveRecord[]> {
      const orders = await trx
        .selectFrom('orders')
        .select([
          'id',
          'buyerId',
          'providerId',
          'state',
          'title',
          'description',
          'quantity',
          'parts',
          'principal',
          'fee',
        ])
        .select(['total', 'currency', 'kept', 'createdAt', 'paidAt', 'endedAt', 'sealedAddress'])
        .where((where) => where.or([where('buyerId', '=', id), where('providerId', '=', id)]))
        .execute();
      const records: ArchiveRecord[] = orders.map(({ sealedAddress: sealed, ...order }) => ({
        kind: 'contract',
        at: order.endedAt ?? order.createdAt,
        record: {
          ...order,
          name,
          email,
          address:
            sealed !== null && order.buyerId === id ? JSON.parse(vault.open(sealedAddress, sealed)) : null,
        },
      }));
      const notes = await trx
        .selectFrom('orderNote')
        .innerJoin('orderEvent', 'orderEvent.id', 'orderNote.eventId')
        .select(['orderNote.orderId', 'orderEvent.event', 'orderNote.text', 'orderEvent.at'])
        .where('authorId', '=', id)
        .execute();
      return [...records, ...notes.map((note) => ({ kind: 'dispute' as const, at: note.at, record: note }))];
    },
    async erase(trx, { id }) {
      await trx.deleteFrom('orderNote').where('authorId', '=', id).execute();
      const photos = await trx
        .deleteFrom('orderPhoto')
        .where('authorId', '=', id)
        .returning(['blobPrefix', 'widths'])
        .execute();
      await sql`delete from order_file using kept_file
        where kept_file.id = kept_file_id and kept_file.owner_id = ${id}`.execute(trx);
      await trx
        .updateTable('orders')
        .set({ sealedAddress: null, sealedPickupCode: null, description: '' })
        .where('buyerId', '=', id)
        .execute();
      // Erases the buyer's words; titles become the service's name.
      await trx
        .updateTable('orders')
        .set({ title: '' })
        .where('buyerId', '=', id)
        .where('quoteId', 'is not', null)
        .execute();
      await sql`update order_dimension set label = '' from orders
        where orders.id = order_id and buyer_id = ${id}`.execute(trx);
      await trx.updateTable('orderShare').set({ title: '' }).where('authorId', '=', id).execute();
      await trx
        .updateTable('orders')
        .set({ title: '', tracking: null, machine: null })
        .where('providerId', '=', id)
        .execute();
      return photos.flatMap(pictureKeys);
    },
  };
}
