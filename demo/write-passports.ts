import type { Runtime } from '#app/runtime.ts';
import { claim, codeOf, makeAtDelivery, postRecall } from '#features/passports/server/public.ts';
import { demoOrders } from './orders.ts';
import { claimPart } from './parts.ts';
import { titleOf } from './write-moderation.ts';

/** Fix that the author of a design has posted, so that passports show one. */
const fix = {
  design: 'shelf-bracket-105',
  versions: null,
  urgency: 'fix',
  what: '나사 구멍 가장자리가 얇아서, 세게 조이면 갈라질 수 있어요.',
  remedy: '나사를 손으로만 조이고, 와셔를 하나씩 끼워 주세요. 다음에 출력할 때는 벽 네 줄을 권해요.',
} as const;

export async function findDemoResource(
  db: Runtime['db'],
  slug: string,
): Promise<{ id: string; ownerId: string } | undefined> {
  return db
    .selectFrom('resource')
    .select(['id', 'ownerId'])
    .where('title', '=', titleOf(slug))
    .where('state', '=', 'published')
    .executeTakeFirst();
}

/** Writes passports of the orders that were delivered; buyers of completed ones have claimed the first thing. */
export async function writePassports(
  { db }: Pick<Runtime, 'db'>,
  people: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { buyer, quoted, until, design } of demoOrders) {
    if (design === undefined || (until !== 'completed' && until !== 'delivered')) continue;
    const order = await db
      .selectFrom('orders')
      .select(['id', 'buyerId'])
      .where('buyerId', '=', people.get(buyer) ?? '')
      .where('title', '=', quoted?.title ?? '')
      .executeTakeFirst();
    if (!order) continue;
    await makeAtDelivery(db, order.id);
    const label = await db
      .selectFrom('passport')
      .innerJoin('passportCode', 'passportId', 'passport.id')
      .select('code')
      .where('orderId', '=', order.id)
      .orderBy('passport.id')
      .executeTakeFirst();
    if (label && until === 'completed') await claim(db, { id: order.buyerId }, codeOf(label.code), {});
  }
  const resource = await findDemoResource(db, fix.design);
  const author =
    resource &&
    (await db
      .selectFrom('person')
      .select(['id', 'username'])
      .where('id', '=', resource.ownerId)
      .executeTakeFirst());
  if (!resource || !author || !(await claimPart(db, 'recall'))) return;
  await postRecall(db, { ...author, isAdmin: false, role: 'user' }, resource.id, {
    versions: fix.versions,
    urgency: fix.urgency,
    what: fix.what,
    remedy: fix.remedy,
  });
}
