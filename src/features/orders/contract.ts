import { nameText } from '#platform/shared/name-text.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { maxTotal } from '#platform/shared/amounts.ts';
import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { dimensionLimits } from '#platform/shared/dimensions.ts';
import { typedDay } from '#platform/shared/typed-day.ts';
import { pageQuery } from '#features/admin/contract.ts';
import { message } from '#features/conversations/contract.ts';
import { orderRight, purpose, rights } from '#features/licensing/contract.ts';
import { payable, refund } from '#features/payments/contract.ts';
import { comparedOffer, dimension, lengthMm } from '#features/quotes/contract.ts';
import { resourceGuide } from '#features/resources/contract.ts';
import { defineErrors, type Words } from '#platform/shared/errors.ts';
import { rule } from '#platform/shared/validation.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import { deliveryBearers, deliveryKinds, isPhone, makingStages, orderLimits } from './rules.ts';
import { stepCodes } from './steps.ts';
import {
  disputePhases,
  disputesTable,
  ordersTable,
  orderStates,
  outcomes,
  personEvents,
  proposalKinds,
  sides,
  turns,
} from './states.ts';
import { feeBearers } from '#platform/shared/fee.ts';
import { plainDigits, plainPostcode } from '#platform/shared/widths.ts';

export const ordersErrors = defineErrors({
  order_not_found: { status: 404, words: (locale) => m['orders.error.order_not_found']({}, { locale }) },
  /** The event is refused without any write; `why` in the response names the obstacle. */
  invalid_transition: {
    status: 409,
    words: (locale) => m['orders.error.invalid_transition']({}, { locale }),
  },
  /** Version conflict: the order has changed since it was read. */
  order_changed: { status: 409, words: (locale) => m['orders.error.order_changed']({}, { locale }) },
  own_service: { status: 409, words: (locale) => m['orders.error.own_service']({}, { locale }) },
  /** Another account with the same phone or bank account. */
  same_person: { status: 409, words: (locale) => m['orders.error.own_service']({}, { locale }) },
  /** The sum is above the ceiling of one order, after multiplication by the quantity. */
  amount_too_large: {
    status: 400,
    words: (locale) =>
      m['orders.error.amount_too_large']({ most: formatMoney(maxTotal, 'KRW', locale) }, { locale }),
  },
  quote_needed: { status: 409, words: (locale) => m['orders.error.quote_needed']({}, { locale }) },
  not_payable: { status: 409, words: (locale) => m['orders.error.not_payable']({}, { locale }) },
  provider_unavailable: {
    status: 409,
    words: (locale) => m['orders.error.provider_unavailable']({}, { locale }),
  },
  /** The handover of a lot is arranged already. */
  lot_arranged: { status: 409, words: (locale) => m['orders.error.lot_arranged']({}, { locale }) },
  /** The event does not exist. */
  unknown_event: { status: 404, words: (locale) => m['orders.error.unknown_event']({}, { locale }) },
  price_changed: { status: 409, words: (locale) => m['orders.error.price_changed']({}, { locale }) },
  consent_needed: { status: 400, words: (locale) => m['orders.error.consent_needed']({}, { locale }) },
  address_needed: { status: 400, words: (locale) => m['orders.error.address_needed']({}, { locale }) },
  /** `deliveries` of the offer has the ways that are possible. */
  delivery_unavailable: {
    status: 400,
    words: (locale) => m['orders.error.delivery_unavailable']({}, { locale }),
  },
  photo_needed: { status: 400, words: (locale) => m['orders.error.photo_needed']({}, { locale }) },
  proof_of_sending_needed: {
    status: 400,
    words: (locale) => m['orders.error.proof_of_sending_needed']({}, { locale }),
  },
  /** A parcel or a pickup is not delivered by files. */
  files_alone: { status: 400, words: (locale) => m['orders.error.files_alone']({}, { locale }) },
  reason_needed: { status: 400, words: (locale) => m['orders.error.reason_needed']({}, { locale }) },
  keep_out_of_range: { status: 400, words: (locale) => m['orders.error.keep_out_of_range']({}, { locale }) },
  wrong_pickup_code: { status: 400, words: (locale) => m['orders.error.wrong_pickup_code']({}, { locale }) },
  unknown_photo: { status: 400, words: (locale) => m['orders.error.unknown_photo']({}, { locale }) },
  known_too_long: { status: 400, words: (locale) => m['orders.error.known_too_long']({}, { locale }) },
  too_many_photos: { status: 409, words: (locale) => m['orders.error.too_many_photos']({}, { locale }) },
  /** The number does not belong to this carrier. */
  tracking_wrong: { status: 400, words: (locale) => m['orders.error.tracking_wrong']({}, { locale }) },
  /** Not a machine of the service's workshop. */
  unknown_machine: { status: 400, words: (locale) => m['orders.error.unknown_machine']({}, { locale }) },
  starts_in_past: { status: 400, words: (locale) => m['orders.error.starts_in_past']({}, { locale }) },
  /** Each dimension has a measurement, or `null` where it could not be measured. */
  measured_needed: { status: 400, words: (locale) => m['orders.error.measured_needed']({}, { locale }) },
  stage_needed: { status: 400, words: (locale) => m['platform.field.choose']({}, { locale }) },
  works_needed: { status: 400, words: (locale) => m['platform.field.choose']({}, { locale }) },
  /** Files have no dimensions. */
  dimensions_of_files: {
    status: 400,
    words: (locale) => m['orders.error.dimensions_of_files']({}, { locale }),
  },
  /** The second ruling has to come from another admin. */
  second_admin_needed: {
    status: 409,
    words: (locale) => m['orders.error.second_admin_needed']({}, { locale }),
  },
  admin_is_party: { status: 403, words: (locale) => m['orders.error.admin_is_party']({}, { locale }) },
  orders_open: { status: 409, words: (locale) => m['orders.error.orders_open']({}, { locale }) },
});

const required: Words = (locale) => m['platform.field.required']({}, { locale });
const visible = (most: number) => rule(z.string().trim().min(1).max(most), isVisible, required);

export const deliveryKind = z.enum(deliveryKinds);

export const address = z.object({
  name: nameText(orderLimits.name),
  phone: rule(z.string().overwrite(plainDigits).max(orderLimits.phone), isPhone, (locale) =>
    m['orders.field.phone']({}, { locale }),
  ),
  postcode: z.string().overwrite(plainPostcode).max(orderLimits.postcode).default(''),
  address: rule(z.string().overwrite(plainDigits).min(1).max(orderLimits.address), isVisible, required),
  note: z.string().overwrite(plainDigits).max(orderLimits.address).default(''),
});
export type Address = z.output<typeof address>;

/** Finished uploads of the caller: their ids, or objects that contain them. */
const uploads = z
  .array(
    z.preprocess(
      (value) => (typeof value === 'string' ? { uploadId: value } : value),
      z.object({ uploadId: z.uuid() }),
    ),
  )
  .max(orderLimits.files)
  .default([]);

export const orderInput = z.object({
  serviceId: z.uuid(),
  quoteId: z
    .uuid()
    .optional()
    .describe('A quote of this service that has not expired. Its files and price count.'),
  replaces: z
    .uuid()
    .optional()
    .describe(
      'An order of mine that ended, whose place in a basket this takes: its part of an author’s share counts.',
    ),
  parentId: z.uuid().optional().describe('The order that this is a part of: same buyer, same provider.'),
  purpose: purpose
    .default('own')
    .describe('What designs of others are made for; their licences decide whether that is allowed.'),
  withThanks: z
    .boolean()
    .default(false)
    .describe('Whether authors receive a share that their licence does not ask for.'),
  description: z.string().trim().max(orderLimits.description).default(''),
  files: uploads.describe('Finished uploads of one’s own; only without a quote.'),
  quantity: z.number().int().min(1).max(orderLimits.quantity).default(1),
  delivery: z
    .object({ kind: deliveryKind, address: address.nullable().default(null) })
    .default({ kind: 'digital', address: null }),
  dimensions: z
    .array(dimension)
    .max(dimensionLimits.count)
    .default([])
    .describe('Dimensions that matter; those that a request for quotes named count instead.'),
  total: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe('What the buyer was shown; another sum is refused with `price_changed`.'),
  // One checkbox asks for both agreements in one sentence.
  consent: z
    .preprocess(
      (value) => (typeof value === 'boolean' ? { terms: value, customMade: value } : value),
      z.object({
        terms: z.boolean().default(false),
        customMade: z
          .boolean()
          .default(false)
          .describe('That there is no withdrawal from what is made to measure.'),
      }),
    )
    .default({ terms: false, customMade: false })
    .describe('`true` agrees to both.'),
});
export type OrderInput = z.output<typeof orderInput>;

const words = z.string().trim().max(orderLimits.note).default('');
const pictures = z.array(z.uuid()).max(orderLimits.photos).default([]);

const printedGrams = z.number().positive().max(orderLimits.printedGrams).nullable().default(null);
const printedHours = z.number().positive().max(orderLimits.printedHours).nullable().default(null);

/** Input of all events; each event uses the fields it needs. */
export const eventInput = z.object({
  version: z.number().int().min(1).optional().describe('When sent, it must be the one that was read.'),
  reason: words.describe('Why.'),
  text: words.describe('What there is to say beside the reason, of a dispute or an answer to one.'),
  note: words.describe('What goes along with what is done.'),
  photos: pictures.describe('Finished uploads that are pictures, or photos that were added to the order.'),
  evidence: pictures.describe('The same, of a dispute, an answer, an appeal, a claim or a rework.'),
  files: uploads,
  keep: z.number().int().min(0).optional().describe('What the provider keeps of the principal.'),
  outcome: z.enum(outcomes).optional().describe('Of a ruling.'),
  deliveryBearer: z
    .enum(deliveryBearers)
    .optional()
    .describe(
      'Of a ruling that splits the price: the side that bears the delivery; by default the provider if nothing was sent, the buyer otherwise.',
    ),
  trackingNumber: visible(orderLimits.tracking).optional(),
  carrier: z.string().trim().max(orderLimits.carrier).default(''),
  pickup: z.boolean().default(false).describe('Delivered with a code that the buyer gives when fetching it.'),
  pickupCode: rule(z.string().overwrite(plainDigits).min(1).max(20), isVisible, required)
    .optional()
    .describe('Of a delivery, what opens the place where it waits; of an arrival, what the buyer said.'),
  acceptStrike: z
    .boolean()
    .default(false)
    .describe(
      'Of a cancellation by the winner of a lot: without the seller’s agreement, for a strike. Without it the seller is asked.',
    ),
  printed: z
    .object({
      grams: printedGrams,
      hours: printedHours,
      materials: z
        .array(
          z.object({
            material: z.string().trim().min(1).max(100),
            machineId: z.uuid().optional().describe('Where another one made it than the rest.'),
            grams: printedGrams,
            hours: printedHours,
          }),
        )
        .max(orderLimits.printedMaterials)
        .default([])
        .describe('Of a print in several materials: the same of each, without which it corrects nothing.'),
    })
    .optional()
    .describe(
      'Of a delivery: what the pieces together really weighed and took. Corrects later estimates, never the price of this order; kept where the price of the order was estimated from a model.',
    ),
  knownOn: typedDay.optional().describe('The day on which a defect was found; without it, today.'),
  machineId: z.uuid().optional().describe('Of an acceptance or a start.'),
  startsOn: typedDay.optional().describe('Of an acceptance, in Korea.'),
  stage: z.enum(makingStages).optional().describe('Of a progress: what its photos show.'),
  measured: z
    .array(lengthMm.nullable())
    .max(dimensionLimits.count)
    .optional()
    .describe(
      'Of a finished piece or an inspection: each dimension of the order in mm; null for what could not be measured.',
    ),
  works: z.boolean().optional().describe('Of an inspection: whether it fits and works.'),
});
export type EventInput = z.output<typeof eventInput>;

const printedMaterial = z.object({
  material: z.string(),
  estimated: z.object({ grams: z.number(), hours: z.number() }),
  real: z.object({ grams: z.number().nullable(), hours: z.number().nullable() }).nullable(),
});

const person = z.object({ id: z.uuid(), username: z.string(), fullName: z.string() });
const time = z.iso.datetime();

export const orderPhoto = z.object({
  id: z.uuid(),
  side: z.enum(['buyer', 'provider']),
  kind: z.enum([...makingStages, 'pre_ship', 'arrival', 'evidence']),
  width: z.number(),
  height: z.number(),
  widths: z.array(z.number()),
  createdAt: time,
});
export type OrderPhoto = z.infer<typeof orderPhoto>;

export const amounts = z.object({
  principal: z.number(),
  fee: z.number(),
  delivery: z.number().describe('Price of the delivery, without a fee of ours.'),
  share: z.number().describe('Shares of the authors whose files are made, without a fee of ours.'),
  total: z.number(),
  currency: z.string(),
});

export const orderSummary = z.object({
  id: z.uuid(),
  number: z.string(),
  title: z.string(),
  serviceType: z.string(),
  side: z.enum(['buyer', 'provider', 'admin']),
  state: z.enum(orderStates),
  deliveryKind,
  amounts,
  isFree: z.boolean(),
  buyer: person,
  provider: person,
  /** Side that has to act next, and the deadline after which it happens by itself. */
  waitsFor: z.enum(turns).nullable(),
  until: time.nullable(),
  createdAt: time,
  updatedAt: time,
});
export type OrderSummary = z.infer<typeof orderSummary>;

/** Part of what is ordered, as its quote had it. */
const orderedPart = z.object({
  name: z.string(),
  sha256: z.string(),
  quantity: z.number(),
  material: z.string(),
  infill: z.number(),
  layerHeight: z.number(),
  walls: z.number().nullable().describe('Null for those of the provider.'),
  color: z.string().optional().describe('Missing where any will do.'),
  sizeMm: z.array(z.number()).describe('Size of a piece along x, y and z.'),
});

const milestone = orderSummary.pick({
  id: true,
  number: true,
  title: true,
  state: true,
  amounts: true,
  isFree: true,
});

const measured = z.object({
  mm: z.number().nullable().describe('Null where it could not be measured.'),
  isWithin: z.boolean().nullable(),
  at: time,
});

export const orderDetail = orderSummary.extend({
  version: z.number(),
  serviceId: z.uuid().nullable(),
  serviceTitle: z.string().nullable(),
  quoteId: z.uuid().nullable(),
  auctionId: z.uuid().nullable().describe('Of what was won at an auction.'),
  parentId: z.uuid().nullable(),
  description: z.string(),
  quantity: z.number(),
  parts: z.array(orderedPart).describe('What an instant quote is made up of; empty for all else.'),
  lines: z.array(
    z.object({
      code: z.string(),
      label: z.string(),
      count: z.number(),
      each: z.number().nullable(),
      amount: z.number(),
    }),
  ),
  feePercent: z.number(),
  feeBearer: z.enum(feeBearers),
  kept: z.number().nullable(),
  deliveryKept: z
    .boolean()
    .nullable()
    .describe('Whether the provider received the price of the delivery; null until that is decided.'),
  shares: z
    .array(
      z.object({
        resourceId: z.uuid().nullable(),
        title: z.string(),
        author: person,
        pieces: z.number(),
        amount: z.number(),
        kept: z.number().nullable(),
      }),
    )
    .describe('What the authors of its files receive.'),
  rights: z.array(orderRight).describe('By which rights it is made.'),
  customMade: z.boolean(),
  hasConsent: z.boolean(),
  leadTimeDays: z.number().nullable(),
  dueAt: time.nullable(),
  delivery: z.object({
    kind: deliveryKind,
    isOpen: z.boolean().describe('The winner of an auction has still to say how they get it.'),
    address: address.nullable().describe('For the buyer, and for the provider once accepted.'),
    tracking: z
      .object({
        carrier: z.string().describe('In the language of the answer.'),
        number: z.string(),
        url: z.string().nullable(),
      })
      .nullable(),
    pickupCode: z.string().nullable().describe('For the buyer alone.'),
    deliveredAt: time.nullable(),
    arrivedAt: time.nullable(),
  }),
  place: z
    .object({ address: z.string(), lat: z.number().nullable(), long: z.number().nullable() })
    .nullable()
    .describe(
      'Where it is picked up, exactly: for the buyer once it is paid and ready, for the provider always.',
    ),
  print: z
    .object({
      ...printedMaterial.shape,
      material: z.string().describe('The only one, or the first of `materials`.'),
      materials: z.array(printedMaterial).describe('The same of each material.'),
    })
    .nullable()
    .describe(
      'For the provider alone: what the pieces together were estimated to weigh and take, and what was said at delivery.',
    ),
  making: z.object({
    machine: z.string().nullable(),
    startsOn: z.string().nullable(),
    machines: z
      .array(z.object({ id: z.uuid(), name: z.string(), isQuoted: z.boolean() }))
      .describe('For the provider, before the delivery.'),
    carriers: z.array(z.string()).describe('Usual ones, for the provider.'),
  }),
  dimensions: z
    .array(
      dimension.extend({
        provider: measured.nullable().describe('Null before it was measured.'),
        buyer: measured.nullable(),
      }),
    )
    .describe('Those that matter to the buyer.'),
  arrival: z.object({ works: z.boolean(), at: time }).nullable().describe('What the buyer found.'),
  steps: z
    .array(
      z.object({
        code: z.enum(stepCodes),
        status: z.enum(['done', 'now', 'later', 'stopped']),
        at: time.nullable(),
        by: time.nullable().describe('Expected.'),
      }),
    )
    .describe('In order.'),
  timers: z.array(z.object({ kind: z.string(), at: time.nullable(), leftMs: z.number().nullable() })),
  events: z.array(
    z.object({
      version: z.number(),
      event: z.string(),
      side: z.enum(sides),
      fromState: z.enum(orderStates).nullable(),
      toState: z.enum(orderStates),
      detail: z.record(z.string(), z.unknown()),
      note: z.string().nullable(),
      photos: z.array(orderPhoto),
      at: time,
    }),
  ),
  files: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(['request', 'result']),
      name: z.string(),
      size: z.number(),
      sha256: z.string(),
    }),
  ),
  resources: z.array(resourceGuide).describe('Published ones whose files this is made from.'),
  photos: z.array(orderPhoto).describe('Those of one’s own that nothing has been said with yet.'),
  proposal: z
    .object({
      kind: z.enum(proposalKinds),
      side: z.enum(['buyer', 'provider']),
      keep: z.number().nullable(),
      buyerGets: z.number().nullable(),
      expiresAt: time,
    })
    .nullable(),
  dispute: z
    .object({
      openedBy: z.enum(sides),
      phase: z.enum(disputePhases),
      openedAt: time,
      ruling: z
        .object({ outcome: z.enum(outcomes), keep: z.number(), reason: z.string(), at: time })
        .nullable(),
    })
    .nullable(),
  claim: z
    .object({
      state: z.enum(['open', 'accepted', 'refused']),
      amount: z.number(),
      granted: z.number().nullable(),
      knownOn: z.string(),
      createdAt: time,
    })
    .nullable(),
  payment: z
    .object({
      id: z.uuid(),
      state: z.string(),
      gateway: z.string(),
      method: z.string().nullable(),
      receiptUrl: z.string().nullable(),
      capturedAt: time.nullable(),
      deposit: z
        .object({
          bankCode: z.string(),
          accountNumber: z.string(),
          holder: z.string(),
          dueAt: time.nullable(),
          page: z.string().optional().describe('Where the sandbox takes it.'),
        })
        .nullable(),
    })
    .nullable()
    .describe('Of the buyer alone.'),
  payout: payable.nullable().describe('Of the provider alone.'),
  refunded: z.array(
    z.object({
      id: z.uuid(),
      amount: z.number(),
      state: refund.shape.state,
      isGoodwill: z.boolean().describe('The house’s own money, beside what the order came to.'),
      at: time,
    }),
  ),
  can: z.array(z.enum(personEvents)),
  cannot: z.array(z.object({ event: z.enum(personEvents), why: z.string(), words: z.string() })),
  milestones: z
    .object({ whole: milestone, parts: z.array(milestone) })
    .nullable()
    .describe(
      'The orders that a large one was divided into, each with its own escrow; null for an order alone.',
    ),
  conversationId: z.uuid().nullable(),
  terms: z
    .object({
      autoCompleteDays: z.number(),
      returnDays: z.number(),
      overdueAnswerHours: z.number(),
      proposalHours: z.number(),
      reworks: z.number(),
      claimKnownDays: z.number(),
      claimSupplyMonths: z.number(),
    })
    .describe('Times and limits that its words tell of.'),
});
export type OrderDetail = z.infer<typeof orderDetail>;

/** Message that was sent, with its conversation. */
export const said = z.object({ conversationId: z.uuid(), message });
export type Said = z.infer<typeof said>;

/** Order in the table of staff. */
export const staffOrder = orderSummary
  .omit({ side: true, deliveryKind: true, waitsFor: true, until: true, updatedAt: true })
  .extend({
    isHeld: z.boolean().describe('Whether staff hold what its provider is owed.'),
    endedAt: time.nullable(),
  });
export type StaffOrder = z.infer<typeof staffOrder>;
export const staffOrdersQuery = pageQuery.extend({
  sort: z.enum(ordersTable.sorts).default('newest'),
  state: z.enum(ordersTable.filters.state).optional(),
  price: z.enum(ordersTable.filters.price).optional(),
});
export type StaffOrdersQuery = z.output<typeof staffOrdersQuery>;

/** Order in the side panel of staff, with the provider's payable. */
export const staffOrderDetail = orderSummary.extend({
  payout: payable
    .extend({
      isFrozen: z.boolean().describe('Whether staff hold it.'),
      holdReason: z.string().nullable().describe('What staff said when they did.'),
    })
    .nullable(),
});
export type StaffOrderDetail = z.infer<typeof staffOrderDetail>;

/** Dispute or claim in the queue of staff. */
export const staffDispute = orderSummary
  .pick({
    number: true,
    title: true,
    serviceType: true,
    state: true,
    isFree: true,
    amounts: true,
    buyer: true,
    provider: true,
  })
  .extend({
    id: z.uuid().describe('Of the dispute or claim.'),
    orderId: z.uuid(),
    kind: z.enum(disputesTable.filters.kind),
    phase: z.enum(disputePhases).nullable().describe('Null for a claim.'),
    openedBy: z.enum(sides),
    openedAt: time,
    /** Part of the principal that a claim asks back. */
    claimed: z.number().nullable(),
    works: z.boolean().nullable().describe('What the buyer found after the arrival.'),
    photos: z.number().describe('Photos of both sides.'),
    outside: z.number().describe('Dimensions outside of their tolerance.'),
    overdueSince: time.nullable().describe('When somebody was to have ruled, where nobody has.'),
    needsTwo: z.boolean().describe('Whether two admins have to say the same.'),
    rulings: z.array(
      z.object({
        admin: z.string(),
        outcome: z.enum(outcomes),
        keep: z.number(),
        reason: z.string(),
        round: z.number(),
        at: time,
      }),
    ),
  });
export type StaffDispute = z.infer<typeof staffDispute>;
export const disputesQuery = pageQuery.extend({
  sort: z.enum(disputesTable.sorts).default('oldest'),
  kind: z.enum(disputesTable.filters.kind).optional(),
  phase: z.enum(disputesTable.filters.phase).optional(),
});
export type DisputesQuery = z.output<typeof disputesQuery>;

export const ordersQuery = z.object({
  side: z.enum(['buyer', 'provider']).optional(),
  state: z.enum(['open', 'ended', ...orderStates]).optional(),
  page: z.coerce.number().int().min(1).max(1e9).catch(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

/** Other providers for an order that its own did not take. */
export const alternatives = z.object({
  ceiling: z.number().describe('Total of the order.'),
  currency: z.string(),
  day: z.string().nullable(),
  isComparable: z.boolean().describe('False without an instant quote.'),
  offers: z.array(comparedOffer.omit({ principal: true, postage: true }).extend({ total: z.number() })),
  parts: z.array(z.record(z.string(), z.unknown())).describe('For `POST /api/quotes`.'),
  serviceIds: z.array(z.uuid()).describe('For a request for quotes.'),
});
export type Alternatives = z.infer<typeof alternatives>;

/** Details of a refused event, in addition to its message. */
export const refusedBecause = z.object({ why: z.string(), state: z.enum(orderStates) });

/** Terms of a service that needs no quote, shown before there is an order. */
export const orderOffer = z.object({
  serviceId: z.uuid(),
  title: z.string(),
  serviceType: z.string(),
  provider: person,
  kind: z
    .enum(['free', 'priced', 'quoted', 'inquiry'])
    .describe('`inquiry`: only a quote can tell the price.'),
  quantity: z.number(),
  canChooseQuantity: z.boolean(),
  lines: orderDetail.shape.lines,
  amounts: amounts.nullable().describe('Without delivery.'),
  deliveries: z
    .array(
      z.object({
        kind: deliveryKind,
        price: z.number().describe('Without a fee of ours.'),
        freeFrom: z.number().nullable().describe('Price of the work from which sending is free.'),
        carriers: z.array(z.string()),
        amounts: amounts.nullable().describe('With delivery: what is paid.'),
      }),
    )
    .describe('Ways in which it can be delivered, the usual one first.'),
  address: address
    .nullable()
    .describe('Where this person’s last parcel went, to begin the form with; null for guests.'),
  feePercent: z.number(),
  feeBearer: z.enum(feeBearers),
  hourlyRate: z.number().nullable(),
  baseFee: z.number().nullable(),
  customMade: z.boolean(),
  quoteId: z.uuid().nullable(),
  expiresAt: time.nullable(),
  leadTimeDays: z.number().nullable(),
  files: z.array(z.object({ name: z.string(), sha256: z.string() })),
  parts: orderDetail.shape.parts,
  dimensions: z
    .array(dimension)
    .describe('Those that a request for quotes named; without any the buyer can name some with the order.'),
  consents: z.object({
    terms: z.object({ version: z.string(), words: z.string() }),
    customMade: z.object({ version: z.string(), words: z.string() }),
  }),
  rights: z.array(rights).describe('Whether the designs of its files can be made for the purpose.'),
  /** Reason why this person cannot order. */
  obstacle: z.object({ code: z.string(), message: z.string() }).nullable(),
  isSandbox: z.boolean().describe('Whether no real money moves.'),
});
export type OrderOffer = z.infer<typeof orderOffer>;
