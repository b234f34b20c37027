import type { Locale } from '#i18n/languages.ts';
import type { Runtime } from '#app/runtime.ts';
import { paymentDeps } from '#app/payments-adapter.ts';
import { eventInput, orderInput } from '#features/orders/contract.ts';
import { addPhoto, placeOrder, dispatchUserEvent } from '#features/orders/server/public.ts';
import {
  addAttempt,
  beginAttempt,
  chooseInSandbox,
  confirmAttempt,
} from '#features/payments/server/public.ts';
import { lookAtDesigns, recordRights } from '#features/licensing/server/public.ts';
import { writeAgreedQuote } from '#features/quotes/server/public.ts';
import { reviewInput } from '#features/reviews/contract.ts';
import { writeReview } from '#features/reviews/server/public.ts';
import { storeShown } from '#features/resources/server/public.ts';
import { findTools } from '#features/services/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import { databaseTime, type Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { parseInput } from '#platform/shared/validation.ts';
import { drawFirstLayer } from './draw/first-layer.ts';
import { renderScene } from './draw/render.ts';
import { serviceScene } from './services/service-scenes.ts';
import { demoOrders, type DemoOrder } from './orders.ts';
import { claimPart } from './parts.ts';
import { findDemoResource } from './write-passports.ts';
import { demoUsers } from './users.ts';

type Made = {
  /** Ids by username, and by service slug. */
  people: ReadonlyMap<string, string>;
  services: ReadonlyMap<string, { id: string; owner: string; picture(): Promise<Uint8Array> }>;
};

/** Writes orders in several states, through the same commands as in production; none where they would involve real money. */
export async function writeOrders(runtime: Runtime, made: Made): Promise<void> {
  if (runtime.config.payments.provider !== 'sandbox') return;
  for (const [index, order] of demoOrders.entries()) await writeOrder(runtime, made, order, `order ${index}`);
}

/** An order of an interrupted start stays in the state it reached: every state is valid. */
async function writeOrder(
  runtime: Runtime,
  { people, services }: Made,
  demo: DemoOrder,
  part: string,
): Promise<void> {
  const { config, db, storage } = runtime;
  const service = services.get(demo.service);
  if (!service) throw new Error(`demo: no service ${demo.service}`);
  const personOf = (username: string) => {
    const id = people.get(username);
    const user = demoUsers.find((each) => each.username === username);
    if (id === undefined || !user) throw new Error(`demo: no user ${username}`);
    return { ...user, id, isAdmin: false };
  };
  const [buyer, provider] = [personOf(demo.buyer), personOf(service.owner)];
  const terms = config.orderTerms;
  const deps = { ...runtime, terms, feePercent: config.feePercent, feeBearer: config.feeBearer };

  const id = await db.transaction().execute(async (trx) => {
    if (!(await claimPart(trx, part))) return null;
    const quoteId = await agree(runtime, trx, demo, { buyer, provider, serviceId: service.id });
    const input = parseInput(orderInput, {
      serviceId: service.id,
      ...(quoteId !== undefined && { quoteId }),
      description: quoteId === undefined ? demo.description : '',
      quantity: demo.quantity,
      delivery: {
        kind: demo.delivery,
        address:
          demo.delivery === 'ship'
            ? {
                name: buyer.fullName,
                phone: '010-0000-0000',
                postcode: '04780',
                address: '서울시 성동구 성수이로 1',
              }
            : null,
      },
      dimensions: (demo.dimensions ?? []).map(({ label, targetMm, toleranceMm }) => ({
        label,
        targetMm,
        toleranceMm,
      })),
      consent: { terms: true, customMade: true },
    });
    return placeOrder(deps, trx, buyer, input, buyer.locale, async () => []);
  });
  if (id === null) return;
  if (demo.design !== undefined) await recordDesign(db, buyer, { id, provider, demo });
  await pay(runtime, buyer, id);

  type Actor = typeof buyer;
  const raise = (actor: Actor, event: Parameters<typeof dispatchUserEvent>[4], fields: object = {}) =>
    db
      .transaction()
      .execute((trx) => dispatchUserEvent(deps, trx, actor, id, event, parseInput(eventInput, fields)));
  if (demo.until === 'waiting') return;
  if (demo.until === 'declined') {
    await raise(provider, 'decline', { reason: '이번 주는 수리가 밀려 있어요. 다음 주에 다시 부탁드려요.' });
    return;
  }
  const photo = async (by: Actor, side: 'buyer' | 'provider', shown: 'layer' | 'finished' | 'packed') => {
    const key = uuidv7();
    const bytes =
      shown === 'finished' && demo.making
        ? await renderScene(await serviceScene(demo.making.scene, 'mint', 1))
        : shown === 'layer'
          ? await drawFirstLayer(demo.quantity)
          : await service.picture();
    const stored = await storeShown(storage, `order-photos/${key}`, bytes, demo.service);
    await addPhoto(deps, by.id, { orderId: id, side }, { id: key, alt: '', ...stored });
    return [key];
  };
  const today = koreanDay(currentTime());
  const [machine] = (await findTools(db, service.id)).machines;
  await raise(provider, 'accept', { startsOn: today, ...(machine && { machineId: machine.id }) });
  await raise(provider, 'start');
  const { making, dimensions = [] } = demo;
  if (making) {
    await raise(provider, 'progress', {
      stage: 'underway',
      note: making.underway,
      photos: await photo(provider, 'provider', 'layer'),
    });
  }
  if (making?.finished !== undefined) {
    await raise(provider, 'progress', {
      stage: 'finished',
      note: making.finished,
      measured: dimensions.map((each) => each.provider),
      photos: await photo(provider, 'provider', 'finished'),
    });
  }
  if (demo.until === 'working') return;
  await raise(provider, 'deliver', {
    photos: await photo(provider, 'provider', 'packed'),
    ...(demo.delivery === 'pickup'
      ? { pickup: true }
      : { carrier: '우체국택배', trackingNumber: '68900-0000-0000' }),
  });
  if (demo.until === 'delivered') return;
  await raise(buyer, 'arrived');
  await raise(buyer, 'inspect', {
    works: true,
    measured: dimensions.map((each) => each.buyer ?? null),
    photos: await photo(buyer, 'buyer', 'finished'),
  });
  await raise(buyer, 'confirm');
  const { reviews } = demo;
  if (!reviews) return;
  await db.transaction().execute(async (trx) => {
    await writeReview(trx, buyer, id, parseInput(reviewInput, { ...reviews.buyer, worked: true }));
    await writeReview(trx, provider, id, parseInput(reviewInput, reviews.provider));
  });
}

/** The right by which an order is made after a design, which stands in its receipt and on its labels. */
async function recordDesign(
  db: Runtime['db'],
  buyer: { id: string; isAdmin: boolean },
  { id, provider, demo }: { id: string; provider: { id: string }; demo: DemoOrder },
): Promise<void> {
  const resource = await findDemoResource(db, demo.design ?? '');
  // The resources may have been left out.
  if (!resource) return;
  const files = await db
    .selectFrom('resourceFile')
    .select('sha256')
    .where('resourceId', '=', resource.id)
    .execute();
  const fileHashes = files.map(({ sha256 }) => sha256);
  const use = { purpose: 'own', withThanks: false, providerId: provider.id, principal: 0 } as const;
  const designs = [{ resourceId: resource.id, fileHashes, parts: fileHashes, pieces: demo.quantity }];
  const cleared = await lookAtDesigns(db, buyer, designs, use);
  await db.transaction().execute((trx) => recordRights(trx, cleared, { orderId: id, purpose: 'own' }));
}

/** Agreed terms of a print; null where the service has a fixed price. */
async function agree(
  { config }: Runtime,
  trx: Trx,
  { quoted, description, quantity }: DemoOrder,
  { buyer, provider, serviceId }: { buyer: { id: string }; provider: { id: string }; serviceId: string },
): Promise<string | undefined> {
  if (quoted === undefined) return undefined;
  const now = await databaseTime(trx);
  const { title, principal } = quoted;
  const wanted = { title, description, material: '', colour: '', tolerance: '', finish: '', quantity };
  return writeAgreedQuote(
    trx,
    {
      customerId: buyer.id,
      providerId: provider.id,
      serviceId,
      wanted: { ...wanted, wantedOn: null, budget: null },
      files: [],
      offer: { principal, readyInDays: 3, note: '', madeAt: now },
    },
    { feePercent: config.feePercent, feeBearer: config.feeBearer, orderDays: config.quoteOrderDays },
    now,
  );
}

async function pay(
  runtime: Runtime,
  buyer: { id: string; fullName: string; email: string; locale: Locale },
  orderId: string,
): Promise<void> {
  const { config, db } = runtime;
  const deps = paymentDeps(runtime);
  const order = await db
    .selectFrom('orders')
    .select(['total', 'currency', 'title', 'isFree'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  if (order.isFree) return;
  const paymentId = await db.transaction().execute(async (trx) =>
    addAttempt(
      trx,
      deps,
      {
        subjectKind: 'order',
        subjectId: orderId,
        personId: buyer.id,
        amount: order.total,
        currency: order.currency,
        orderName: order.title,
        method: null,
        parts: [{ orderId, amount: order.total }],
      },
      await databaseTime(trx),
    ),
  );
  const { locale } = buyer;
  const begun = await beginAttempt(deps, paymentId, buyer, { locale, prefix: '', depositHours: 24 });
  if (begun.kind !== 'redirect') throw new Error('demo: the sandbox leads to a page of its own');
  const { paymentKey } = begun;
  await chooseInSandbox({ ...runtime, publicOrigin: config.publicOrigin }, paymentKey, 'approve', {});
  const { ref } = await db
    .selectFrom('payment')
    .select('ref')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  await confirmAttempt(deps, buyer.id, { id: ref, paymentKey, amount: order.total });
}
