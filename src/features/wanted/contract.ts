import { z } from 'zod';
import { pageQuery as tableQuery } from '#features/admin/contract.ts';
import { resourceCard } from '#features/resources/contract.ts';
import { cities, nearbyQuery, serviceTypes } from '#features/services/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { maxAmount } from '#platform/shared/amounts.ts';
import { categories } from '#platform/shared/categories.ts';
import { defineErrors, refused, type Words } from '#platform/shared/errors.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { nameText, optionalName } from '#platform/shared/name-text.ts';
import { rule } from '#platform/shared/validation.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import { standardWantedTerms, type WantedTerms } from '#platform/shared/wanted-terms.ts';
import { plainDigits } from '#platform/shared/widths.ts';
import { answerKinds, maxPerPage, wantedKinds, wantedLimits as limits, wantedPerPage } from './rules.ts';
import { pledgeStates, wantedStates } from './states.ts';

const words =
  (message: (inputs: object, told: { locale: Parameters<Words>[0] }) => string): Words =>
  (locale) =>
    message({}, { locale });

const untilWords =
  ({ maxOpenDays }: WantedTerms): Words =>
  (locale) =>
    m['wanted.error.until_out_of_range']({ days: maxOpenDays }, { locale });
const pledgeWords =
  ({ minPledge, maxBounty }: WantedTerms): Words =>
  (locale) =>
    m['wanted.error.pledge_out_of_range'](
      { least: formatMoney(minPledge, 'KRW', locale), most: formatMoney(maxBounty, 'KRW', locale) },
      { locale },
    );

export const wantedErrors = defineErrors({
  wanted_not_found: { status: 404, words: words(m['wanted.error.wanted_not_found']) },
  pledge_not_found: { status: 404, words: words(m['wanted.error.pledge_not_found']) },
  answer_not_found: { status: 404, words: words(m['wanted.error.answer_not_found']) },
  /** Decided, withdrawn or over: nothing can be added or given any more. */
  wanted_closed: { status: 409, words: words(m['wanted.error.wanted_closed']) },
  until_out_of_range: { status: 400, words: untilWords(standardWantedTerms) },
  pledge_out_of_range: { status: 400, words: pledgeWords(standardWantedTerms) },
  pledge_not_payable: { status: 409, words: words(m['wanted.error.pledge_not_payable']) },
  /** There is a pledge that waits for its payment. */
  pledge_open: { status: 409, words: words(m['wanted.error.pledge_open']) },
  /** Only the asker withdraws, and only while nobody has answered. */
  has_answers: { status: 409, words: words(m['wanted.error.has_answers']) },
  own_wanted: { status: 409, words: words(m['wanted.error.own_wanted']) },
  /** People who answer cannot give, and people who give can neither answer nor receive. */
  own_bounty: { status: 409, words: words(m['wanted.error.own_bounty']) },
  answers_full: { status: 409, words: words(m['wanted.error.answers_full']) },
  answered_before: { status: 409, words: words(m['wanted.error.answered_before']) },
  answering_denied: { status: 403, words: words(m['wanted.error.answering_denied']) },
  resource_not_offered: { status: 400, words: words(m['wanted.error.resource_not_offered']) },
  service_not_offered: { status: 400, words: words(m['wanted.error.service_not_offered']) },
  ready_on_past: { status: 400, words: words(m['wanted.error.ready_on_past']) },
  /** The receiver has left, is suspended or has not made it themselves. */
  receiver_unable: { status: 409, words: words(m['wanted.error.receiver_unable']) },
  amounts_differ: { status: 409, words: words(m['wanted.error.amounts_differ']) },
  /** While staff decide, it can only be given to those who objected. */
  objection_open: { status: 409, words: words(m['wanted.error.objection_open']) },
  not_objectable: { status: 409, words: words(m['wanted.error.not_objectable']) },
  not_disputed: { status: 409, words: words(m['wanted.error.not_disputed']) },
  own_case: { status: 403, words: words(m['wanted.error.own_case']) },
  /** Their own posts with a bounty have to be decided before they leave. */
  bounties_open: { status: 409, words: words(m['wanted.error.bounties_open']) },
});

/** Refusals that name the numbers of this place, which its operator can set. */
export const untilOutOfRange = (terms: WantedTerms) =>
  refused({ ...wantedErrors.until_out_of_range, words: untilWords(terms) }, 'until');
export const pledgeOutOfRange = (terms: WantedTerms, field: 'amount' | 'bounty') =>
  refused({ ...wantedErrors.pledge_out_of_range, words: pledgeWords(terms) }, field);

const required: Words = words(m['platform.field.required']);
const noPlace: Words = words(m['wanted.field.place']);
const shown = (most: number) => rule(z.string().trim().max(most), isVisible, required);

export const measure = z.object({
  label: nameText(limits.measure),
  mm: z.number().min(0.01).max(limits.millimetres),
});
export type Measure = z.output<typeof measure>;

const placeInput = z
  .object({
    address: rule(z.string().overwrite(plainDigits).max(200), isVisible, required),
    lat: z.number().min(-90).max(90),
    long: z.number().min(-180).max(180),
  })
  // 0/0 is the sea off Africa, and what a form sends without a place.
  .refine(({ lat, long }) => lat !== 0 || long !== 0, { path: ['lat'], params: { words: noPlace } });

const fromForm = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? null : value), schema);

export const wantedInput = z.object({
  kind: z.enum(wantedKinds).default('wanted'),
  title: nameText(limits.title),
  description: z.string().trim().max(limits.description).default(''),
  device: optionalName(limits.device).default(''),
  measures: z.array(measure).max(limits.measures).default([]),
  place: placeInput.nullable().default(null).describe('Only its town and a point nearby are kept.'),
  trade: fromForm(z.enum(serviceTypes).nullable()).default(null),
  category: fromForm(z.enum(categories).nullable()).default(null),
  until: fromForm(z.iso.date().nullable())
    .default(null)
    .describe('The last day, in Korea; without one, `openDays` of the terms.'),
  bounty: z.coerce
    .number()
    .int()
    .min(0)
    .max(maxAmount)
    .default(0)
    .describe('In won; the post becomes public once it is paid.'),
});
export type WantedInput = z.output<typeof wantedInput>;

export const pledgeInput = z.strictObject({ amount: z.int().min(1).max(maxAmount) });

export const answerInput = z
  .strictObject({
    kind: z.enum(answerKinds),
    text: z.string().trim().max(limits.answer).default(''),
    resourceId: z.uuid().nullable().default(null),
    serviceId: z.uuid().nullable().default(null),
    price: z.int().min(1).max(maxAmount).nullable().default(null).describe('Of an offer, before our fee.'),
    readyOn: z.iso.date().nullable().default(null).describe('Of an offer, in Korea.'),
  })
  .refine(({ kind, resourceId }) => kind !== 'resource' || resourceId !== null, {
    path: ['resourceId'],
    params: { words: required },
  })
  .refine(({ kind, serviceId }) => kind !== 'offer' || serviceId !== null, {
    path: ['serviceId'],
    params: { words: required },
  })
  .refine(({ kind, price }) => kind !== 'offer' || price !== null, {
    path: ['price'],
    params: { words: required },
  })
  .refine(({ kind, text }) => kind !== 'words' || isVisible(text), {
    path: ['text'],
    params: { words: required },
  });
export type AnswerInput = z.output<typeof answerInput>;

export const giveInput = z
  .strictObject({
    awards: z
      .array(z.strictObject({ answerId: z.uuid(), amount: z.int().min(1).max(maxAmount).optional() }))
      .min(1)
      .max(limits.awards),
  })
  .describe('Amounts of all add up to the bounty; without amounts it is split equally.');
export type GiveInput = z.output<typeof giveInput>;

export const objectionInput = z.strictObject({ answerId: z.uuid(), text: shown(limits.objection) });
export const rulingInput = z.strictObject({
  answerIds: z
    .array(z.uuid())
    .max(limits.awards)
    .describe('Who is to have it, in equal parts; none: it goes back to its givers.'),
  reason: shown(limits.reason),
});
export type RulingInput = z.output<typeof rulingInput>;

const pages = {
  page: nearbyQuery.shape.page,
  limit: z.coerce.number().int().min(1).max(maxPerPage).default(wantedPerPage),
};
/** States to filter by; what ended unsolved is in no list. */
export const listedStates = ['open', 'solved'] as const;
export const wantedQuery = z.object({
  search: z.string().trim().max(200).optional(),
  state: z.enum(listedStates).default('open'),
  kind: z.enum(wantedKinds).optional(),
  trade: z.enum(serviceTypes).optional().catch(undefined),
  category: z.enum(categories).optional().catch(undefined),
  city: z.enum(cities).optional().catch(undefined),
  bounty: z.literal('yes').optional().catch(undefined).describe('Only those with a bounty.'),
  lat: nearbyQuery.shape.lat.optional(),
  long: nearbyQuery.shape.long.optional(),
  sort: z.enum(['newest', 'bounty', 'ending', 'distance']).default('newest'),
  ...pages,
});
export type WantedQuery = z.output<typeof wantedQuery>;
export const ownSides = ['asked', 'answered', 'pledged'] as const;
export const ownWantedQuery = z.object({ side: z.enum(ownSides).default('asked'), ...pages });
export type OwnWantedQuery = z.output<typeof ownWantedQuery>;
export const disputedQuery = tableQuery.pick({ page: true, limit: true });

const time = z.iso.datetime();
const image = z.object({
  id: z.uuid(),
  alt: z.string(),
  width: z.number(),
  height: z.number(),
  widths: z.array(z.number()),
});
const author = z.object({ username: z.string(), fullName: z.string(), avatarUrl: z.string().nullable() });

export const wantedCard = z.object({
  id: z.uuid(),
  kind: z.enum(wantedKinds),
  state: z.enum(wantedStates),
  title: z.string(),
  excerpt: z.string(),
  device: z.string(),
  trade: z.string().nullable(),
  category: z.string().nullable(),
  image: image.nullable().describe('At `/api/wanted-images/{id}/{width}.webp`.'),
  place: z.object({ address: z.string(), lat: z.number(), long: z.number() }).nullable(),
  distance: z.number().optional(),
  bounty: z.number().describe('What was paid into escrow for it, in won.'),
  giverCount: z.number(),
  answerCount: z.number(),
  until: time,
  createdAt: time,
  endedAt: time.nullable(),
});
export type WantedCard = z.infer<typeof wantedCard>;

export const ownPledge = z.object({
  id: z.uuid(),
  wantedId: z.uuid(),
  title: z.string(),
  amount: z.number(),
  currency: z.string(),
  state: z.enum(pledgeStates),
  createdAt: time,
  expiresAt: time,
  paidAt: time.nullable(),
  endedAt: time.nullable(),
  payment: z
    .object({ state: z.string(), method: z.string().nullable(), receiptUrl: z.string().nullable() })
    .nullable(),
});
export type OwnPledge = z.infer<typeof ownPledge>;

const titled = z.object({ id: z.uuid(), title: z.string() });
export const wantedAnswer = z.object({
  id: z.uuid(),
  kind: z.enum(answerKinds),
  author: author.nullable().describe('Null once they have left.'),
  text: z.string(),
  resource: titled.nullable(),
  service: titled.nullable(),
  price: z.number().nullable(),
  total: z.number().nullable().describe('Of an offer: the price with the fee, if its buyer pays that.'),
  readyOn: z.string().nullable(),
  createdAt: time,
  isMine: z.boolean(),
  awarded: z.number().nullable().describe('What was given for it; 0 where it was accepted without a bounty.'),
  isObjecting: z.boolean(),
  objection: z.string().describe('For its author, the asker and staff.'),
});
export type WantedAnswer = z.infer<typeof wantedAnswer>;

export const wantedEventKinds = [
  'opened',
  'pledged',
  'pledge_lost',
  'answered',
  'expired',
  'objected',
  'given',
  'returned',
  'ended',
  'withdrawn',
] as const;
export type WantedEventKind = (typeof wantedEventKinds)[number];

export const answersQuery = z.object({ after: z.uuid().describe('The id of the last one known.') });
export const answersPage = z.object({
  items: z.array(wantedAnswer),
  next: z.uuid().nullable().describe('What to ask for those after it with; null at the end.'),
});
export type AnswersPage = z.infer<typeof answersPage>;
const wantedEvent = z.object({
  id: z.number(),
  kind: z.enum(wantedEventKinds),
  amount: z.number().nullable(),
  at: time,
});
export const eventsQuery = z.object({ before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });
export const eventsPage = z.object({
  items: z.array(wantedEvent).describe('The oldest first.'),
  next: z.number().nullable().describe('What to ask for those before it with; null at the beginning.'),
});
export type EventsPage = z.infer<typeof eventsPage>;

export const wantedDetail = wantedCard.extend({
  version: z.number(),
  description: z.string(),
  measures: z.array(measure),
  images: z.array(image),
  asker: author.nullable(),
  feePercent: z.number().describe('What we take of what is given.'),
  graceUntil: time.nullable(),
  answers: z
    .array(wantedAnswer)
    .describe('The first ones, and all that are the viewer’s own, accepted or objecting.'),
  nextAnswer: answersPage.shape.next,
  events: eventsPage.shape.items.describe('The latest, the oldest of them first.'),
  earlierEvents: eventsPage.shape.next,
  isMine: z.boolean(),
  isHidden: z.boolean(),
  pledges: z.array(ownPledge).describe('The viewer’s own.'),
  can: z.object({
    pledge: z.boolean(),
    answer: z.boolean(),
    give: z.boolean(),
    withdraw: z.boolean(),
    object: z.boolean(),
    rule: z.boolean(),
  }),
  minPledge: z.number(),
  maxPledge: z.number(),
});
export type WantedDetail = z.infer<typeof wantedDetail>;

export const wantedTerms = z.object({
  openDays: z.number().describe('Of a post without a last day.'),
  maxOpenDays: z.number(),
  graceDays: z.number().describe('After its end, in which its bounty can still be given.'),
  minPledge: z.number(),
  maxBounty: z.number(),
  secondAdminAbove: z.number().describe('Above it two admins have to rule the same.'),
});
export type ShownTerms = z.infer<typeof wantedTerms>;

export const proposalsQuery = z.object({
  device: z.string().trim().min(1).max(limits.device),
  what: z.string().trim().max(limits.title).default(''),
  mm: z
    .preprocess(
      (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
      z.array(z.coerce.number().min(0.01).max(limits.millimetres)).max(limits.measures),
    )
    .describe('Outer sizes of the part; those of models that are there are compared.'),
});
export type ProposalsQuery = z.output<typeof proposalsQuery>;
export const proposals = z.object({
  resources: z.array(
    z.object({
      resource: resourceCard,
      fits: z
        .number()
        .nullable()
        .describe('How many of the measures its best model has; null without any to compare.'),
    }),
  ),
  solved: z.array(wantedCard).describe('What others found for this device.'),
  open: z.array(wantedCard).describe('What others look for, whose bounty can be raised.'),
});
export type Proposals = z.infer<typeof proposals>;

export const demandQuery = z.object({ trade: z.enum(serviceTypes).optional().catch(undefined) });
export type DemandQuery = z.output<typeof demandQuery>;
export const demand = z.array(
  z.object({
    address: z.string(),
    lat: z.number(),
    long: z.number(),
    people: z.number().describe('From 3 on; nobody is counted twice.'),
  }),
);
export type Demand = z.infer<typeof demand>;
