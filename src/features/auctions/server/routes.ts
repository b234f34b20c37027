import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isProven, type Sessions } from '#features/accounts/server/public.ts';
import { doToOne } from '#features/admin/server/public.ts';
import type { PlacingDeps } from '#features/orders/server/public.ts';
import { discard, readIncoming, wroteNothing, type Incoming } from '#features/resources/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { hashBody, idempotencyKey, once } from '#platform/server/idempotency.ts';
import { errorSchema, pictureAnswer } from '#platform/server/openapi.ts';
import type { Signer } from '#platform/server/signing.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import type { Realtime } from '#platform/server/realtime.ts';
import { sendPicture } from '#platform/server/send-picture.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import type { AuctionTerms, Increments } from '#platform/shared/auction-terms.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import type { Role } from '#platform/shared/roles.ts';
import { parseInput } from '#platform/shared/validation.ts';
import {
  auctionCard,
  auctionDetail,
  auctionLog,
  auctionsErrors,
  bidInput,
  bidReceipt,
  buyInput,
  cancelInput,
  createInput,
  editInput,
  householdInput,
  listQuery,
  lotOrderInput,
  ownAuctionCard,
  ownQuery,
  reasonInput,
} from '../contract.ts';
import { canModerate } from '../access.ts';
import { auctionLimits } from '../rules.ts';
import { assertMayBid, liftStrike, setHousehold } from './bidders.ts';
import { createBidding } from './bidding.ts';
import { topicOf } from './commands.ts';
import { cancelLot } from './cancelling.ts';
import {
  draftLot,
  editLot,
  publishLot,
  relistLot,
  removeDraft,
  withdrawLot,
  type LotPicture,
} from './lots.ts';
import { findAuctionPicture, getAuction, getLog, getVisibleAuction } from './queries.ts';
import { listAuctions, listOwnAuctions } from './cards.ts';
import { answerOffer, buyLot, giveUpLot, offerLot, orderLot, voidBid } from './settling.ts';
import { staffRoutes } from './staff-routes.ts';
import { unwatch, watch } from './watching.ts';

const tags = ['auctions'];
const idParams = z.object({ id: z.string() });
const failures = {
  400: errorSchema,
  401: errorSchema,
  403: errorSchema,
  404: errorSchema,
  409: errorSchema,
  413: errorSchema,
  415: errorSchema,
  422: errorSchema,
  429: errorSchema,
};
const bodyDescription =
  'JSON, or multipart form data with the same field names (lists as JSON) and pictures as the parts `images`: PNG, JPG or GIF, ' +
  'at most 5 MB each.';

export type AuctionsDeps = PlacingDeps & {
  db: Db;
  signer: Signer;
  storage: BlobStore;
  rateLimits: RateLimits;
  sessions: Sessions;
  realtime: Pick<Realtime, 'wake' | 'broadcast'>;
  auctionTerms: AuctionTerms;
  increments: Increments;
};

export function auctionsRoutes(app: App, deps: AuctionsDeps): void {
  const { db, storage, rateLimits, sessions, realtime, auctionTerms } = deps;
  const bidding = createBidding(deps);
  const detailDeps = {
    ...deps,
    softCloseMinutes: auctionTerms.softCloseMinutes,
    payHours: auctionTerms.payHours,
    increments: [...deps.increments],
  };

  const find = async (request: FastifyRequest) => sessions.find(request);
  const present = async (request: FastifyRequest, id: string) =>
    getAuction(detailDeps, await find(request), id, answerLocale(request));

  /** Makes one change of an auction and pushes it to open pages after the commit. */
  async function change(id: string, act: (trx: Trx) => Promise<void>): Promise<void> {
    await db.transaction().execute(act);
    realtime.wake(topicOf(id));
  }

  app.get(
    '/api/auctions',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Auctions, those that end soonest first',
        querystring: listQuery,
        response: { 200: z.array(auctionCard), 400: errorSchema },
      },
    },
    async (request, reply) => {
      const found = await listAuctions(db, deps, await find(request), request.query);
      return reply
        .headers(pageHeaders(request.url, found))
        .header('cache-control', 'private, no-store')
        .send(found.items);
    },
  );

  app.get(
    '/api/user/auctions',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'What I sell, bid on, have won or watch',
        querystring: ownQuery,
        response: { 200: z.array(ownAuctionCard), 400: errorSchema, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const found = await listOwnAuctions(db, deps, person, request.query);
      return reply
        .headers(pageHeaders(request.url, found))
        .header('cache-control', 'no-store')
        .send(found.items);
    },
  );

  app.get(
    '/api/auctions/:id',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'An auction, as it stands for me',
        params: idParams,
        response: { 200: auctionDetail, 404: errorSchema },
      },
    },
    async (request, reply) =>
      reply.header('cache-control', 'private, no-store').send(await present(request, request.params.id)),
  );

  app.get(
    '/api/auctions/:id/log',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'All that happened, once it is over',
        description:
          'Bidders are numbers. Each maximum is open then, with the salt of its commitment, but the winner’s, which only the winner is ' +
          'told; each row’s hash covers the one before, and the closing row and all after it are signed, so that anybody can recompute the result.',
        params: idParams,
        response: { 200: auctionLog, 404: errorSchema, 409: errorSchema },
      },
    },
    async (request, reply) =>
      reply
        .header('cache-control', 'private, no-store')
        .send(await getLog(deps, await find(request), request.params.id)),
  );

  app.get(
    '/api/auction-images/:id/:name',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: "A lot's picture, as WebP, or AVIF where `Accept` names it",
        params: z.object({ id: z.string(), name: z.string().regex(/^\d{1,5}\.webp$/) }),
        response: { 200: pictureAnswer, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { id, name } = request.params;
      const picture = await findAuctionPicture(db, await find(request), id, Number.parseInt(name, 10));
      if (!picture) throw new AppError(platformErrors.not_found);
      reply.header(
        'cache-control',
        picture.isPublic ? 'public, max-age=31536000, immutable' : 'private, max-age=60',
      );
      return sendPicture(request, reply, deps, { ...picture, etag: `${id}-${name}` });
    },
  );

  app.post(
    '/api/auctions',
    {
      config: { access: 'person', documentedBody: createInput },
      schema: {
        tags,
        summary: 'A draft of a lot',
        description: `${bodyDescription} Takes \`Idempotency-Key\`.`,
        consumes: ['application/json', 'multipart/form-data'],
        response: { 201: auctionDetail, ...failures },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await rateLimits.take('services', person.id);
      const id = await withForm(request, async (incoming, pictures) => {
        const input = parseInput(createInput, incoming.fields);
        const { answer, repeated } = await once(
          db,
          {
            personId: person.id,
            call: 'POST /api/auctions',
            key: idempotencyKey(request),
            bodyHash: hashBody([incoming.fields, incoming.pictureHashes]),
          },
          (trx) => draftLot(trx, person, input, pictures),
        );
        if (repeated) await discard(storage, incoming);
        return answer;
      });
      return reply
        .code(201)
        .header('location', `/api/auctions/${id}`)
        .header('cache-control', 'no-store')
        .send(await present(request, id));
    },
  );

  app.patch(
    '/api/auctions/:id',
    {
      config: { access: 'person', documentedBody: editInput },
      schema: {
        tags,
        summary: 'Change a draft',
        description: `${bodyDescription} What is sent replaces what there was; \`imageOrder\` says which pictures stay.`,
        consumes: ['application/json', 'multipart/form-data'],
        params: idParams,
        response: { 200: auctionDetail, ...failures },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      // Check permission before reading the body.
      await getVisibleAuction(db, person, id);
      await withForm(request, async (incoming, pictures) => {
        const edit = parseInput(editInput, incoming.fields);
        await db.transaction().execute((trx) => editLot(trx, person, id, edit, pictures));
      });
      return reply.header('cache-control', 'no-store').send(await present(request, id));
    },
  );

  app.delete(
    '/api/auctions/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Throw a draft away',
        params: idParams,
        response: { 204: z.null(), ...failures },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await db.transaction().execute((trx) => removeDraft(trx, person, request.params.id));
      return reply.code(204).send(null);
    },
  );

  const steps = {
    publish: [
      'Show a draft to everybody, now or when it starts',
      (trx: Trx, person: Me, id: string) => publishLot(trx, deps, person, id),
    ],
    withdraw: ['Back to a draft, before it starts', withdrawLot],
    'give-up': ['Offer an unpaid lot to nobody else', giveUpLot],
    'second-offer': ['Offer an unpaid lot to the next bidder, at their own highest bid', offerLot],
    'take-offer': [
      'Take what was offered to me',
      (trx: Trx, person: Me, id: string) => answerOffer(trx, person, id, true),
    ],
    'refuse-offer': [
      'Do without what was offered to me',
      (trx: Trx, person: Me, id: string) => answerOffer(trx, person, id, false),
    ],
  } as const satisfies Record<string, readonly [string, (trx: Trx, person: Me, id: string) => Promise<void>]>;
  for (const [name, [summary, act]] of Object.entries(steps)) {
    app.post(
      `/api/auctions/:id/${name}`,
      {
        config: { access: 'person', ...(name === 'publish' && { underTerms: true as const }) },
        schema: { tags, summary, params: idParams, response: { 200: auctionDetail, ...failures } },
      },
      async (request, reply) => {
        const person = await sessions.get(request);
        const { id } = request.params;
        await getVisibleAuction(db, person, id);
        await change(id, (trx) => act(trx, person, id));
        return reply.header('cache-control', 'no-store').send(await present(request, id));
      },
    );
  }

  app.post(
    '/api/auctions/:id/cancel',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'End an auction without a result',
        description:
          'For its seller before the first bid, and for whoever runs the place, with a reason that everybody reads.',
        params: idParams,
        body: cancelInput,
        response: { 200: auctionDetail, ...failures },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await change(id, (trx) => cancelLot(trx, person, id, request.body.reason));
      return reply.header('cache-control', 'no-store').send(await present(request, id));
    },
  );

  app.post(
    '/api/auctions/:id/relist',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A new draft of what was not sold',
        params: idParams,
        response: { 201: auctionDetail, ...failures },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await rateLimits.take('services', person.id);
      const { answer } = await once(
        db,
        {
          personId: person.id,
          call: 'POST /api/auctions/{id}/relist',
          key: idempotencyKey(request),
          bodyHash: hashBody(request.params.id),
        },
        (trx) => relistLot(trx, person, request.params.id),
      );
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await present(request, answer));
    },
  );

  app.post(
    '/api/auctions/:id/bids',
    {
      config: { access: 'person', underTerms: true },
      schema: {
        tags,
        summary: 'Bid: say the most that you would pay',
        description:
          'Nobody else sees the maximum; the price is only as much as is needed to lead. Takes `Idempotency-Key`: the same key is the same bid. ' +
          'What is too little answers 409 with `minimumBid`. Above a limit it takes a session that began with a passkey a short while ago.',
        params: idParams,
        body: bidInput,
        response: { 201: bidReceipt, ...failures },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      const { maximum } = request.body;
      await rateLimits.take('bids', person.id);
      const auction = await getVisibleAuction(db, person, id);
      await assertMayBid(deps, person, auction);
      await assertStepUp(request, maximum);
      const key = idempotencyKey(request) ?? null;
      const receipt = await bidding.bid(id, { personId: person.id, maximum, key });
      return reply.code(201).header('cache-control', 'no-store').send(receipt);
    },
  );

  app.post(
    '/api/auctions/:id/buy',
    {
      config: { access: 'person', underTerms: true },
      schema: {
        tags,
        summary: 'Take the lot at its fixed price, before anybody bids',
        params: idParams,
        body: buyInput,
        response: { 201: auctionDetail, ...failures },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      const { price } = request.body;
      await rateLimits.take('bids', person.id);
      const auction = await getVisibleAuction(db, person, id);
      await assertMayBid(deps, person, auction);
      await assertStepUp(request, price);
      await once(
        db,
        {
          personId: person.id,
          call: 'POST /api/auctions/{id}/buy',
          key: idempotencyKey(request),
          bodyHash: hashBody([id, price]),
        },
        (trx) => buyLot(trx, person, id, price),
      );
      realtime.wake(topicOf(id));
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await present(request, id));
    },
  );

  app.post(
    '/api/auctions/:id/order',
    {
      config: { access: 'person', underTerms: true },
      schema: {
        tags,
        summary: 'Order what I have won, to be paid like any order',
        params: idParams,
        body: lotOrderInput,
        response: { 201: z.object({ orderId: z.uuid() }), ...failures },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await rateLimits.take('orders', person.id);
      const { answer } = await once(
        db,
        {
          personId: person.id,
          call: 'POST /api/auctions/{id}/order',
          key: idempotencyKey(request),
          bodyHash: hashBody([id, request.body]),
        },
        (trx) => orderLot(deps, trx, person, id, request.body, answerLocale(request)),
      );
      return reply.code(201).header('cache-control', 'no-store').send({ orderId: answer });
    },
  );

  app.put(
    '/api/auctions/:id/watch',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Watch an auction',
        params: idParams,
        response: { 204: z.null(), ...failures },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await watch(db, person, (await getVisibleAuction(db, person, request.params.id)).id);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/api/auctions/:id/watch',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Watch it no more',
        params: idParams,
        response: { 204: z.null(), ...failures },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await unwatch(db, person, (await getVisibleAuction(db, person, request.params.id)).id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/admin/auctions/:id/bids/:seq/void',
    {
      config: { access: canModerate },
      schema: {
        tags: ['admin'],
        summary: 'Take a bid out of the reckoning, for a reason that everybody reads',
        params: idParams.extend({ seq: z.string().describe('The number of the bid’s row in the log.') }),
        body: reasonInput,
        response: { 200: auctionDetail, ...failures },
      },
    },
    async (request, reply) => {
      const admin = await sessions.get(request);
      const { id, seq } = request.params;
      await change(id, (trx) => voidBid(trx, admin, id, Number(seq), request.body.reason));
      return reply.header('cache-control', 'no-store').send(await present(request, id));
    },
  );

  staffRoutes(app, deps);

  app.post(
    '/api/admin/strikes/:id/lift',
    {
      config: { access: canModerate },
      schema: {
        tags: ['admin'],
        summary: 'A strike that was a mistake does not count any more',
        params: idParams,
        body: reasonInput,
        response: { 204: z.null(), ...failures },
      },
    },
    async (request, reply) => {
      const admin = await sessions.get(request);
      await db.transaction().execute((trx) => liftStrike(trx, admin, request.params.id, request.body.reason));
      return reply.code(204).send(null);
    },
  );

  app.put(
    '/api/admin/people/:id/household',
    {
      config: { access: canModerate },
      schema: {
        tags: ['admin'],
        summary: 'Say with whom somebody shares a household: they do not bid on each other’s lots',
        params: idParams,
        body: householdInput,
        response: { 204: z.null(), ...failures },
      },
    },
    async (request, reply) => {
      const admin = await sessions.get(request);
      await doToOne(db, (trx) => setHousehold(trx, admin, request.params.id, request.body));
      return reply.code(204).send(null);
    },
  );

  /** Requires a passkey that was used just now for a high maximum. */
  async function assertStepUp(request: FastifyRequest, maximum: number): Promise<void> {
    if (maximum <= auctionTerms.stepUpAbove) return;
    const session = await sessions.findSession(request);
    if (session?.method !== 'passkey' || !isProven(session, { hasOwnProof: true }, currentTime())) {
      throw new AppError(auctionsErrors.step_up_required, { more: () => ({ path: '/my/security' }) });
    }
  }

  /** Parses a form, runs `act`, and deletes its pictures if nothing was written. */
  async function withForm<Result>(
    request: FastifyRequest,
    act: (incoming: Incoming, pictures: LotPicture[]) => Promise<Result>,
  ): Promise<Result> {
    const incoming = await readIncoming(request, storage, {
      files: null,
      pictures: { most: auctionLimits.pictures, folder: 'auction-images', fields: ['images'] },
    });
    try {
      await sessions.confirm(request);
      return await act(incoming, incoming.pictures);
    } catch (error) {
      if (wroteNothing(error)) await discard(storage, incoming);
      throw error;
    }
  }
}

type Me = { id: string; role: Role; username: string };
