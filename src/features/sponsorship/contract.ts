import { maxAmount } from '#platform/shared/amounts.ts';
import { z } from 'zod';
import { pageQuery as tableQuery } from '#features/admin/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { inEachLanguage } from '#i18n/languages.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { cadences, sponsorshipLimits, tiers } from './rules.ts';
import { contributionStates, sponsorshipStates, sponsorsTable } from './states.ts';

export const sponsorshipErrors = defineErrors({
  sponsorship_not_found: {
    status: 404,
    words: (locale) => m['sponsorship.error.sponsorship_not_found']({}, { locale }),
  },
  sponsorship_closed: {
    status: 409,
    words: (locale) => m['sponsorship.error.sponsorship_closed']({}, { locale }),
  },
  amount_too_small: {
    status: 400,
    words: (locale) => m['sponsorship.error.amount_too_small']({}, { locale }),
  },
  recipient_not_found: {
    status: 404,
    words: (locale) => m['sponsorship.error.recipient_not_found']({}, { locale }),
  },
  recipient_not_ready: {
    status: 409,
    words: (locale) => m['sponsorship.error.recipient_not_ready']({}, { locale }),
  },
  own_recipient: { status: 409, words: (locale) => m['sponsorship.error.own_recipient']({}, { locale }) },
  not_payable: { status: 409, words: (locale) => m['sponsorship.error.not_payable']({}, { locale }) },
  not_withdrawable: {
    status: 409,
    words: (locale) => m['sponsorship.error.not_withdrawable']({}, { locale }),
  },
  sponsorship_over: {
    status: 409,
    words: (locale) => m['sponsorship.error.sponsorship_over']({}, { locale }),
  },
  spent_in_future: {
    status: 400,
    words: (locale) => m['sponsorship.error.spent_in_future']({}, { locale }),
  },
  spending_not_found: {
    status: 404,
    words: (locale) => m['sponsorship.error.spending_not_found']({}, { locale }),
  },
});

/** Choices on /sponsor. */
export const sponsorOffer = z.object({
  isOpen: z.boolean(),
  tiers: z.array(
    z.object({
      tier: z.enum(tiers),
      amount: z.number(),
      banner: z.boolean().describe('Whether a sponsor of the house may show a banner.'),
    }),
  ),
  most: z.number(),
  feePercent: z.number().describe('What we take of what goes to somebody else than the house.'),
  withdrawalDays: z.number(),
});
export type SponsorOffer = z.infer<typeof sponsorOffer>;

/** Recipient: the house, unless a resource or a volunteer is given. */
const target = {
  resource: z.uuid().optional().describe('A project or a guide: its owner gets it.'),
  person: z.string().min(1).max(40).optional().describe('The username of a volunteer.'),
};
const atMostOne = (input: { resource?: string | undefined; person?: string | undefined }) =>
  input.resource === undefined || input.person === undefined;
export const recipientQuery = z.object(target).refine(atMostOne);

export const recipient = z.object({
  kind: z.enum(['house', 'resource', 'person']),
  /** Title of the resource. */
  title: z.string().nullable(),
  name: z.string().nullable(),
  username: z.string().nullable(),
  path: z.string().nullable(),
});
export type Recipient = z.infer<typeof recipient>;
export const askedRecipient = recipient.extend({
  obstacle: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe('What keeps this person from sponsoring them.'),
});
export type AskedRecipient = z.infer<typeof askedRecipient>;

const message = z.string().trim().max(sponsorshipLimits.message);
export const sponsorInput = z
  .strictObject({
    ...target,
    amount: z.int().min(1).max(sponsorshipLimits.most),
    cadence: z.enum(cadences),
    isAnonymous: z.boolean().default(false),
    message: message.default(''),
    consent: z.literal(true).describe('To the terms that stand beside the button.'),
  })
  .refine(atMostOne);
export type SponsorInput = z.input<typeof sponsorInput>;

/** Name on the wall, which can be changed at any time. */
export const sponsorChange = z.strictObject({ isAnonymous: z.boolean(), message });
export type SponsorChange = z.infer<typeof sponsorChange>;

export const contribution = z.object({
  id: z.uuid(),
  sponsorshipId: z.uuid(),
  state: z.enum(contributionStates),
  amount: z.number(),
  currency: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  withdrawableUntil: z.iso.datetime().nullable(),
  canWithdraw: z.boolean(),
  endedAt: z.iso.datetime().nullable(),
  payment: z
    .object({ state: z.string(), method: z.string().nullable(), receiptUrl: z.string().nullable() })
    .nullable(),
});
export type Contribution = z.infer<typeof contribution>;

export const ownSponsorship = z.object({
  id: z.uuid(),
  cadence: z.enum(cadences),
  amount: z.number(),
  currency: z.string(),
  tier: z.enum(tiers),
  recipient,
  isAnonymous: z.boolean(),
  message: z.string(),
  isHidden: z.boolean(),
  state: z.enum(sponsorshipStates),
  nextDueOn: z.iso.date().nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  given: z.number().describe('What was paid and did not go back.'),
  canBanner: z.boolean(),
  contributions: z.array(contribution),
});
export type OwnSponsorship = z.infer<typeof ownSponsorship>;

const pageQuery = {
  page: z.coerce.number().int().min(1).max(1e9).catch(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(24),
};
export const wallQuery = z.object(pageQuery);
/** Public data of a sponsor; an anonymous one has no name. */
export const sponsor = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  username: z.string().nullable(),
  tier: z.enum(tiers),
  cadence: z.enum(cadences),
  message: z.string(),
  recipient,
  since: z.iso.datetime(),
});
export type Sponsor = z.infer<typeof sponsor>;

/** Income and spending of a month, from the ledger. */
export const bookMonth = z.object({
  month: z.string().describe('As 2026-11, of Korea.'),
  income: z.number().describe('Kept by the house, VAT and fees taken off.'),
  passedOn: z.number().describe('What went to people.'),
  vat: z.number(),
  gatewayFees: z.number(),
  spending: z.number(),
});
export type BookMonth = z.infer<typeof bookMonth>;
const purpose = z.string().trim().min(1).max(sponsorshipLimits.purpose);
export const spending = z.object({
  id: z.uuid(),
  amount: z.number(),
  spentOn: z.iso.date(),
  purpose: z.string(),
});
export const books = z.object({
  currency: z.string(),
  months: z.array(bookMonth),
  spendings: z.array(spending),
  /** Income that has not been spent. */
  left: z.number(),
});
export type Books = z.infer<typeof books>;

export const staffQuery = tableQuery.extend({
  sort: z.enum(sponsorsTable.sorts).default('newest'),
  state: z.enum(sponsorsTable.filters.state).optional(),
  cadence: z.enum(sponsorsTable.filters.cadence).optional(),
  wall: z.enum(sponsorsTable.filters.wall).optional().describe('Whether it is shown on the wall.'),
});
export type StaffQuery = z.output<typeof staffQuery>;
export const staffSponsorship = ownSponsorship.omit({ contributions: true, canBanner: true }).extend({
  person: z.object({ id: z.uuid(), username: z.string(), fullName: z.string() }),
  caseId: z.uuid().nullable().describe('Of the moderation case that holds it hidden.'),
});
export type StaffSponsorship = z.infer<typeof staffSponsorship>;
const reason = z.string().trim().min(1).max(500);
export const hideInput = z.strictObject({ hidden: z.boolean(), reason });
export const hideManyInput = z.object(hideInput.shape);
export const spendingInput = z.strictObject({
  amount: z.int().min(1).max(maxAmount),
  spentOn: z.iso.date().refine((day) => day >= '2020-01-01'),
  purpose: z.strictObject(inEachLanguage(() => purpose)),
  reason,
});
export type SpendingInput = z.infer<typeof spendingInput>;
export const reasonInput = z.strictObject({ reason });
