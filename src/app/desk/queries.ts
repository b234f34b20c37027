import { listWaitingLots } from '#features/auctions/server/public.ts';
import { countOpenItems } from '#features/baskets/server/public.ts';
import { listUnansweredPermissions } from '#features/licensing/server/public.ts';
import { listWaitingOrders, type WaitingOrder } from '#features/orders/server/public.ts';
import { getOwnMoney } from '#features/payments/server/public.ts';
import { listWaitingQuotes } from '#features/quotes/server/public.ts';
import { listUnwrittenReviews } from '#features/reviews/server/public.ts';
import { listTendersToChoose } from '#features/tenders/server/public.ts';
import { listWantedToDecide } from '#features/wanted/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { Vault } from '#platform/server/sealed.ts';
import type { Terms } from '#platform/shared/order-terms.ts';
import type { Desk, Waiting, WaitingKind } from './contract.ts';
import { byUrgency, firstPayout, maxShown } from './rules.ts';

/** Steps of orders as lines of the desk; null for those of its queue, and for those that wait for staff. */
const kindOfStep: Record<WaitingOrder['step'], WaitingKind | null> = {
  pay: 'pay',
  accept: 'accept',
  accept_free: 'accept',
  start: null,
  deliver: null,
  arrive: 'arrive',
  confirm: 'confirm',
  proposal_lapses: 'proposal',
  proposal_counts: 'proposal',
  answer: 'answer',
  negotiate: 'negotiate',
  appeal: null,
  rule: null,
  answer_claim: 'answer_claim',
  rule_claim: null,
};

const line = (
  kind: WaitingKind,
  { id, title, until }: { id: string; title: string; until?: Date | null },
): Waiting => ({
  kind,
  id,
  title,
  until: until?.toISOString() ?? null,
});

/** Reads what waits for a person in all rooms, the work that they have accepted, and where their money is. */
export async function readDesk(
  { db, vault, terms }: { db: Db; vault: Vault; terms: Terms },
  personId: string,
): Promise<Desk> {
  const now = currentTime();
  const [orders, reviews, quotes, tenders, wanted, permissions, lots, money, basket] = await Promise.all([
    listWaitingOrders(db, personId),
    listUnwrittenReviews(db, personId, now),
    listWaitingQuotes(db, personId),
    listTendersToChoose(db, personId),
    listWantedToDecide(db, personId),
    listUnansweredPermissions(db, personId),
    listWaitingLots(db, personId),
    getOwnMoney(db, vault, terms, personId),
    countOpenItems(db, personId),
  ]);
  const waiting = byUrgency([
    ...orders.flatMap((order) => {
      const kind = kindOfStep[order.step];
      return kind === null ? [] : [line(kind, order)];
    }),
    ...quotes.map(({ requestId: id, title, side, state, until }) => {
      if (side === 'provider')
        return line(state === 'countered' ? 'quote_counter' : 'quote_request', { id, title, until });
      return line(state === 'accepted' ? 'quote_agreed' : 'quote_offer', { id, title, until });
    }),
    ...tenders.map((tender) => line('choose_bid', tender)),
    ...wanted.map((post) => line('wanted_answers', post)),
    ...lots.map(({ side, ...lot }) => line(side === 'offered' ? 'lot_offer' : 'lot_decide', lot)),
    ...permissions.map((request) => line('permission', request)),
    ...reviews.map((order) => line('review', order)),
  ]);
  const queue = orders
    .filter(({ step }) => step === 'start' || step === 'deliver')
    .toSorted((one, other) => (one.dueAt?.getTime() ?? Infinity) - (other.dueAt?.getTime() ?? Infinity) || 0)
    .map(({ id, title, dueAt }) => ({ id, title, dueAt: dueAt?.toISOString() ?? null }));
  return {
    waiting: waiting.slice(0, maxShown),
    waitingCount: waiting.length,
    queue: queue.slice(0, maxShown),
    queueCount: queue.length,
    money: presentMoney(money),
    basket,
  };
}

function presentMoney({
  held,
  payable,
  onItsWay,
  currency,
  upcoming,
}: Awaited<ReturnType<typeof getOwnMoney>>): Desk['money'] {
  if (held === 0 && payable === 0 && onItsWay === 0) return null;
  return { held, payable, onItsWay, currency, next: firstPayout(upcoming) };
}
