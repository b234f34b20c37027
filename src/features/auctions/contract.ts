import { locales } from '#i18n/languages.ts';
import { z } from 'zod';
import { pageQuery } from '#features/admin/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { address, deliveryKind } from '#features/orders/contract.ts';
import { withoutDefaults } from '#platform/shared/edits.ts';
import { nameText } from '#platform/shared/name-text.ts';
import { defineErrors, type Words } from '#platform/shared/errors.ts';
import { pictureOrder } from '#platform/shared/picture-order.ts';
import { rule } from '#platform/shared/validation.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import {
  auctionLimits as limits,
  auctionsPerPage,
  categories,
  conditions,
  lotKinds,
  strikeCauses,
} from './rules.ts';
import { auctionStates, biddersTable, logKinds, lotsTable } from './states.ts';
import { feeBearers } from '#platform/shared/fee.ts';
import { parseWon } from '#platform/shared/money.ts';

export const auctionsErrors = defineErrors({
  auction_not_found: {
    status: 404,
    words: (locale) => m['auctions.error.auction_not_found']({}, { locale }),
  },
  /** The auction is in a state that does not allow this; `state` in the response names it. */
  invalid_transition: {
    status: 409,
    words: (locale) => m['auctions.error.invalid_transition']({}, { locale }),
  },
  /** Published terms are immutable. */
  not_a_draft: { status: 409, words: (locale) => m['auctions.error.not_a_draft']({}, { locale }) },
  has_bids: { status: 409, words: (locale) => m['auctions.error.has_bids']({}, { locale }) },
  start_in_the_past: {
    status: 400,
    words: (locale) => m['auctions.error.start_in_the_past']({}, { locale }),
  },
  start_too_far: { status: 400, words: (locale) => m['auctions.error.start_too_far']({}, { locale }) },
  reserve_below_start: {
    status: 400,
    words: (locale) => m['auctions.error.reserve_below_start']({}, { locale }),
  },
  buy_now_too_low: { status: 400, words: (locale) => m['auctions.error.buy_now_too_low']({}, { locale }) },
  delivery_needed: { status: 400, words: (locale) => m['auctions.error.delivery_needed']({}, { locale }) },
  not_your_service: { status: 400, words: (locale) => m['auctions.error.not_your_service']({}, { locale }) },
  not_your_resource: {
    status: 400,
    words: (locale) => m['auctions.error.not_your_resource']({}, { locale }),
  },
  person_not_found: { status: 404, words: (locale) => m['auctions.error.person_not_found']({}, { locale }) },
  strike_not_found: { status: 404, words: (locale) => m['auctions.error.strike_not_found']({}, { locale }) },
  /** Requirements for bidding or selling are missing; `steps` in the response lists them with their pages. */
  verification_needed: {
    status: 403,
    words: (locale) => m['auctions.error.verification_needed']({}, { locale }),
  },

  /** `minimumBid` in the response is the smallest valid maximum; the leader must exceed their own. */
  bid_too_low: { status: 409, words: (locale) => m['auctions.error.bid_too_low']({}, { locale }) },
  not_live: { status: 409, words: (locale) => m['auctions.error.not_live']({}, { locale }) },
  auction_over: { status: 409, words: (locale) => m['auctions.error.auction_over']({}, { locale }) },
  own_auction: { status: 403, words: (locale) => m['auctions.error.own_auction']({}, { locale }) },
  /** Another account with the same phone, bank account or household. */
  related_to_seller: {
    status: 403,
    words: (locale) => m['auctions.error.related_to_seller']({}, { locale }),
  },
  phone_needed: { status: 403, words: (locale) => m['auctions.error.phone_needed']({}, { locale }) },
  step_up_required: { status: 403, words: (locale) => m['auctions.error.step_up_required']({}, { locale }) },
  bidding_suspended: {
    status: 403,
    words: (locale) => m['auctions.error.bidding_suspended']({}, { locale }),
  },
  terms_needed: { status: 400, words: (locale) => m['auctions.error.terms_needed']({}, { locale }) },
  end_too_early: { status: 400, words: (locale) => m['auctions.error.end_too_early']({}, { locale }) },
  no_buy_now: { status: 409, words: (locale) => m['auctions.error.no_buy_now']({}, { locale }) },
  price_changed: { status: 409, words: (locale) => m['auctions.error.price_changed']({}, { locale }) },
  bid_not_found: { status: 404, words: (locale) => m['auctions.error.bid_not_found']({}, { locale }) },
  /** Leaders and sellers cannot leave; the message names the auctions. */
  auctions_open: { status: 409, words: (locale) => m['auctions.error.auctions_open']({}, { locale }) },
  nobody_to_offer: { status: 409, words: (locale) => m['auctions.error.nobody_to_offer']({}, { locale }) },
  log_not_yet: { status: 409, words: (locale) => m['auctions.error.log_not_yet']({}, { locale }) },
});

const required: Words = (locale) => m['platform.field.required']({}, { locale });
const text = (most: number) => z.string().trim().max(most).default('');
/** Integer amount in won. Forms send text, of which only common notations are accepted: no 1e5. */
const wonFrom = (least: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? (parseWon(value) ?? value) : value),
    z.number().int().min(least).max(limits.price),
  );
const price = wonFrom(1);
const uuid = z.uuid().nullable().default(null);
/** Forms send empty text for empty fields. */
const emptyIsNull = (value: unknown) => (value === '' || value === undefined ? null : value);
const optionalPrice = z.preprocess(emptyIsNull, price.nullable());

const lot = z.object({
  lotKind: z.enum(lotKinds).default('thing'),
  category: z
    .string()
    .transform((value) => categories.find((each) => each === value) ?? 'other')
    .default('other')
    .describe('Anything else is `other`.'),
  title: nameText(limits.title),
  description: text(limits.description),
  language: z.enum(locales).default('ko').describe('Which title and description are written in.'),
  condition: z
    .preprocess(emptyIsNull, z.string().trim().max(limits.condition).nullable())
    .describe(`One of ${conditions.join(', ')}; other words are the note on something used.`),
  conditionNote: text(limits.condition),
  serviceId: z.preprocess(emptyIsNull, uuid).describe('Of capacity: one’s own active service.'),
  resourceId: z.preprocess(emptyIsNull, uuid).describe('Of a licence: one’s own published resource.'),
  capacity: z
    .object({
      from: z.iso.datetime({ offset: true }),
      until: z.iso.datetime({ offset: true }),
      hours: z.number().min(0.5).max(1000),
    })
    .nullable()
    .default(null)
    .describe('Of capacity: between when and when, and how many hours.'),
  licenceTerms: text(limits.description).describe('Of a licence: what the winner may do.'),
  delivery: z
    .preprocess(
      (value) => (typeof value === 'string' ? [value].filter(Boolean) : value),
      z.array(deliveryKind).max(3),
    )
    .default([]),
  shippingFee: z
    .preprocess((value) => (value === '' ? 0 : value), wonFrom(0))
    .default(0)
    .describe('Won, beside the price, when it is sent.'),
  handover: text(limits.handover),
  startPrice: optionalPrice,
  reservePrice: optionalPrice.describe('Hidden until a maximum reaches it; shown in the log after the end.'),
  buyNowPrice: optionalPrice.describe('Until the first bid.'),
  startsAt: z
    .preprocess(emptyIsNull, z.iso.datetime({ offset: true }).nullable())
    .describe('Null: as soon as it is published.'),
  endsAt: z
    .preprocess(emptyIsNull, z.iso.datetime({ offset: true }).nullable())
    .describe('Null: `durationMinutes` after the start.'),
  durationMinutes: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(3 * 24 * 60),
  imageOrder: pictureOrder('Pictures', limits.pictures),
});
export const createInput = lot;
export type AuctionInput = z.output<typeof createInput>;
export const editInput = z.object({
  ...withoutDefaults(lot.shape),
  version: z.coerce.number().int().min(1).optional().describe('When sent, it must be the one that was read.'),
});
export type AuctionEdit = z.output<typeof editInput>;

export const bidInput = z.object({
  maximum: z
    .number()
    .int()
    .min(1)
    .max(limits.price)
    .describe('Won; the most that you would pay, seen by nobody else. A bid binds.'),
});
export const buyInput = z.object({
  price: z
    .number()
    .int()
    .min(1)
    .max(limits.price)
    .describe('What was shown; another price is refused. Buying binds.'),
});
const reason = rule(z.string().trim().min(1).max(limits.reason), isVisible, required);
export const reasonInput = z.object({ reason });
export const cancelInput = z.object({ reason: text(limits.reason) });
export const householdInput = z.object({
  with: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .nullable()
    .describe('The other one’s id or username; null for nobody’s household.'),
  reason,
});

const somebody = z.object({ id: z.uuid(), username: z.string(), fullName: z.string() });
export const biddersQuery = pageQuery.extend({
  sort: z.enum(biddersTable.sorts).default('newest'),
  state: z.enum(biddersTable.filters.state).optional(),
});
export type BiddersQuery = z.output<typeof biddersQuery>;
/** Person with their obstacles to bidding, as staff see them. */
export const bidder = somebody.extend({
  isSuspended: z.boolean().describe('Whether so many strikes count that they cannot bid.'),
  strikes: z.array(
    z.object({
      id: z.uuid(),
      cause: z.enum(strikeCauses),
      auction: z.object({ id: z.uuid(), title: z.string() }),
      at: z.iso.datetime(),
      liftedAt: z.iso.datetime().nullable(),
    }),
  ),
  household: z.array(somebody).describe('The others of it.'),
});
export type Bidder = z.infer<typeof bidder>;

export const lotsQuery = pageQuery.extend({
  sort: z.enum(lotsTable.sorts).default('newest'),
  state: z.enum(lotsTable.filters.state).optional(),
  kind: z.enum(lotsTable.filters.kind).optional(),
  language: z.enum(lotsTable.filters.language).optional(),
});
export type LotsQuery = z.output<typeof lotsQuery>;
/** Lot as staff see it. The leader and their maximum are not included. */
export const staffLot = z.object({
  id: z.uuid(),
  title: z.string(),
  state: z.enum(auctionStates),
  lotKind: z.enum(lotKinds),
  category: z.enum(categories),
  language: z.enum(locales),
  seller: somebody,
  startPrice: z.number().nullable(),
  price: z.number().nullable().describe('What everybody sees; null before the first bid.'),
  hasReserve: z.boolean(),
  isReserveMet: z.boolean(),
  reservePrice: z.number().nullable().describe('As for everybody: once it is met, or bidding is over.'),
  buyNowPrice: z.number().nullable(),
  bidCount: z.number(),
  bidderCount: z.number(),
  startsAt: z.iso.datetime().nullable(),
  endsAt: z.iso.datetime().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  winner: somebody.nullable(),
  winnerPrice: z.number().nullable(),
  payBy: z.iso.datetime().nullable(),
  orderId: z.uuid().nullable(),
  cancelReason: z.string().nullable(),
});
export type StaffLot = z.infer<typeof staffLot>;

export const lotOrderInput = z.object({
  delivery: z.object({
    kind: deliveryKind,
    address: address.nullable().default(null),
  }),
  description: text(2000).describe('What the seller should know.'),
  total: z.number().int().min(0).optional().describe('What was shown; another sum is refused.'),
  terms: z.boolean().default(false),
});
export type LotOrderInput = z.output<typeof lotOrderInput>;

const page = z.coerce
  .number()
  .catch(1)
  .transform((value) => (Number.isSafeInteger(value) && value > 0 && value < 1e9 ? value : 1))
  .default(1);
const limit = z.coerce.number().int().min(1).max(100).default(auctionsPerPage);

/** Filters of the list, by what a visitor can do. */
export const listStates = ['live', 'scheduled', 'ended', 'all'] as const;
const exactStates = ['awaiting_payment', 'second_offer', 'sold', 'unsold', 'cancelled'] as const;
export const listSorts = ['ending', 'newest', 'lowPrice', 'highPrice', 'bids'] as const;
export const listQuery = z.object({
  state: z
    .enum([...listStates, ...exactStates])
    .default('live')
    .describe('`ended` is all that nobody can bid on any more; the others are states as they are.'),
  search: z.string().trim().max(limits.search).optional(),
  category: z.enum(categories).optional(),
  kind: z.enum(lotKinds).optional(),
  sort: z.enum(listSorts).default('ending'),
  page,
  limit,
});
export type ListQuery = z.output<typeof listQuery>;
/** Roles of a person in an auction. A bidder with a second-chance offer counts as a winner. */
export const ownRoles = ['seller', 'winner', 'bidder', 'watcher'] as const;
export type OwnRole = (typeof ownRoles)[number];
export const ownQuery = z.object({ role: z.enum(ownRoles).optional(), page, limit });

const time = z.iso.datetime();
/** The leader is a number to everyone else. */
const leader = z.union([z.literal('you'), z.number()]).nullable();
const image = z.object({
  id: z.uuid(),
  alt: z.string(),
  width: z.number(),
  height: z.number(),
  widths: z.array(z.number()),
});

export const auctionCard = z.object({
  id: z.uuid(),
  state: z.enum(auctionStates),
  lotKind: z.enum(lotKinds),
  category: z.enum(categories),
  title: z.string(),
  language: z.enum(locales),
  image: image.nullable(),
  /** Visible price, or the minimum of the first bid. Excludes the fee. */
  price: z.number().nullable(),
  /** Winner's total at this price, including the fee, without shipping. */
  total: z.number().nullable(),
  hasBids: z.boolean(),
  bidCount: z.number(),
  bidderCount: z.number(),
  isReserveMet: z.boolean(),
  hasReserve: z.boolean(),
  buyNowPrice: z.number().nullable(),
  startsAt: time.nullable(),
  endsAt: time.nullable(),
  seller: z.object({ username: z.string(), fullName: z.string() }),
  /** Viewer's standing; null for people who are not involved. */
  mine: z.enum(['seller', 'leading', 'outbid', 'winner', 'offered', 'fell_through']).nullable(),
  isWatched: z.boolean(),
});
export type AuctionCard = z.infer<typeof auctionCard>;
export const ownAuctionCard = auctionCard.extend({
  role: z.enum(ownRoles),
  /** Viewer's own highest maximum. */
  maximum: z.number().nullable(),
  payBy: time.nullable(),
  orderId: z.uuid().nullable(),
});
export type OwnAuctionCard = z.infer<typeof ownAuctionCard>;

/** Row of the public log of a running auction. Bidders are numbers. */
export const logRow = z.object({
  sequence: z.number(),
  at: time,
  kind: z.enum(logKinds),
  bidder: z.number().nullable(),
  voided: z.number().nullable(),
  reason: z.string().nullable(),
  price: z.number().nullable(),
  leader: z.number().nullable(),
  isReserveMet: z.boolean(),
  endsAt: time,
  commitment: z
    .string()
    .nullable()
    .describe('SHA-256 of salt, auction, number of the row and maximum, in hex.'),
  hash: z.string().describe('SHA-256 of the hash before it and this row, in hex.'),
});
export type LogRow = z.infer<typeof logRow>;

export const auctionDetail = auctionCard.omit({ image: true }).extend({
  version: z.number(),
  description: z.string(),
  condition: z.enum(conditions).nullable(),
  conditionNote: z.string(),
  service: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  resource: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  capacity: z.object({ from: z.string(), until: z.string(), hours: z.number() }).nullable(),
  licenceTerms: z.string(),
  delivery: z.array(deliveryKind),
  shippingFee: z.number(),
  handover: z.string(),
  images: z.array(image),
  startPrice: z.number().nullable(),
  reservePrice: z.number().nullable().describe('For the seller; for everybody once it is met.'),
  publishedEnd: time.nullable(),
  durationMinutes: z.number(),
  softCloseMinutes: z.number(),
  payHours: z.number().describe('How long the winner has.'),
  increments: z.array(z.object({ below: z.number(), by: z.number() })),
  minimumBid: z
    .number()
    .nullable()
    .describe('The least maximum that would count; of whoever leads, more than before.'),
  feePercent: z.number(),
  feeBearer: z.enum(feeBearers),
  leader,
  winner: z.number().nullable(),
  winnerPrice: z.number().nullable(),
  cancelReason: z.string().nullable(),
  relistedFrom: z.uuid().nullable(),
  /** Newest first; the complete log is available after the end. */
  log: z.array(logRow),
  eventSeq: z.number().describe('Of the topic `auction:{id}`.'),
  serverTime: time.describe('The clock that decides.'),
  me: z
    .object({
      number: z.number().nullable(),
      maximum: z.number().nullable(),
      can: z.array(
        z.enum([
          'edit',
          'publish',
          'withdraw',
          'cancel',
          'bid',
          'buy',
          'pay',
          'offer',
          'give_up',
          'consent',
          'refuse_offer',
          'relist',
          'void',
        ]),
      ),
      /** Reason why the viewer cannot bid, in their language. */
      obstacle: z.object({ code: z.string(), message: z.string(), path: z.string().nullable() }).nullable(),
      payBy: time.nullable(),
      orderId: z.uuid().nullable().describe('The winner’s order, for winner and seller.'),
      decideBy: time
        .nullable()
        .describe('Until when the seller decides about a lot that fell through; null for others.'),
      isArranged: z.boolean().describe('Whether the winner has said how they get it.'),
      hasStrike: z.boolean().describe('Whether not paying for it or cancelling the win counts against them.'),
      offer: z.object({ price: z.number(), total: z.number(), until: time }).nullable(),
      /** For the seller: the bidder and the price of the next offer. */
      nextOffer: z.object({ bidder: z.number(), price: z.number() }).nullable(),
    })
    .nullable(),
});
export type AuctionDetail = z.infer<typeof auctionDetail>;

export const bidReceipt = z.object({
  sequence: z.number(),
  at: time,
  serverTime: time,
  state: z.enum(auctionStates),
  bidder: z.number(),
  maximum: z.number(),
  leader,
  price: z.number(),
  minimumBid: z.number(),
  isReserveMet: z.boolean(),
  endsAt: time,
  bidCount: z.number(),
  commitment: z.string(),
  salt: z.string().describe('With it, the commitment of the log can be checked.'),
});
export type BidReceipt = z.infer<typeof bidReceipt>;

/** Log of an auction that anyone can verify: docs/decisions/0043. */
export const auctionLog = z.object({
  id: z.uuid(),
  title: z.string(),
  state: z.enum(auctionStates),
  terms: z.object({
    version: z
      .union([z.literal(1), z.literal(2)])
      .describe('1: closed without signatures, and silent on what came after the closing row.'),
    startPrice: z.number(),
    buyNowPrice: z.number().nullable(),
    offers: z.number().describe('How many second chances there may be.'),
    reservePrice: z.number().nullable(),
    reserveSalt: z.string().nullable(),
    reserveCommitment: z
      .string()
      .nullable()
      .describe('SHA-256 of salt, auction and reserve: what the chain begins with.'),
    startsAt: time,
    endsAt: time,
    softCloseMinutes: z.number(),
    increments: z.array(z.object({ below: z.number(), by: z.number() })),
  }),
  rows: z.array(
    logRow.extend({
      maximum: z.number().nullable().describe('Null where it stays sealed: the winner’s.'),
      salt: z.string().nullable(),
      signature: z
        .object({ key: z.string(), value: z.string() })
        .nullable()
        .describe(
          'Ed25519, in base64url, of the JSON text ["auction log", id, sequence, hash]; of the closing row and all after it. Keys: `/.well-known/gongbang-keys.json`.',
        ),
    }),
  ),
  winner: z.number().nullable(),
  winnerPrice: z.number().nullable(),
});
export type AuctionLog = z.infer<typeof auctionLog>;

/** Event of the topic `auction:{id}`. */
export type BidPush = {
  /** One per accepted bid and one per voided bid. */
  type: 'bid' | 'voided';
  data: { row: LogRow; minimumBid: number; bidCount: number; bidderCount: number };
};
export type AuctionPush =
  | BidPush
  /** Sent together with its bid, without a number of its own. */
  | { type: 'extended'; data: { endsAt: string } }
  | { type: 'closed'; data: { state: string; price: number | null; winner: number | null } }
  | { type: 'changed'; data: { state: string } };
