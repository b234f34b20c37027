import * as accounts from '#features/accounts/contract.ts';
import * as admin from '#features/admin/contract.ts';
import * as ads from '#features/ads/contract.ts';
import * as assistant from '#features/assistant/contract.ts';
import * as auctions from '#features/auctions/contract.ts';
import * as builds from '#features/builds/contract.ts';
import * as calls from '#features/calls/contract.ts';
import * as catalogue from '#features/catalogue/contract.ts';
import * as community from '#features/community/contract.ts';
import * as conversations from '#features/conversations/contract.ts';
import * as finding from '#features/finding/contract.ts';
import * as games from '#features/games/contract.ts';
import * as ledger from '#features/ledger/contract.ts';
import * as baskets from '#features/baskets/contract.ts';
import * as licensing from '#features/licensing/contract.ts';
import * as moderation from '#features/moderation/contract.ts';
import * as notifications from '#features/notifications/contract.ts';
import * as orders from '#features/orders/contract.ts';
import * as payments from '#features/payments/contract.ts';
import * as passports from '#features/passports/contract.ts';
import * as people from '#features/people/contract.ts';
import * as quotes from '#features/quotes/contract.ts';
import * as resources from '#features/resources/contract.ts';
import * as reviews from '#features/reviews/contract.ts';
import * as rights from '#features/rights/contract.ts';
import * as search from '#features/search/contract.ts';
import * as services from '#features/services/contract.ts';
import * as settings from '#features/settings/contract.ts';
import * as social from '#features/social/contract.ts';
import * as sponsorship from '#features/sponsorship/contract.ts';
import * as wanted from '#features/wanted/contract.ts';
import * as support from '#features/support/contract.ts';
import * as tenders from '#features/tenders/contract.ts';
import * as uploads from '#features/uploads/contract.ts';
import * as verification from '#features/verification/contract.ts';

/** Exports of each room's contract: the API document takes schema names and error codes from them. */
export const contracts: Record<string, Record<string, unknown>> = {
  accounts,
  admin,
  ads,
  assistant,
  auctions,
  builds,
  calls,
  catalogue,
  community,
  conversations,
  finding,
  games,
  ledger,
  baskets,
  licensing,
  moderation,
  notifications,
  orders,
  payments,
  passports,
  people,
  quotes,
  resources,
  reviews,
  rights,
  search,
  services,
  settings,
  social,
  sponsorship,
  support,
  tenders,
  wanted,
  uploads,
  verification,
};
