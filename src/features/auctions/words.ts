import { m } from '#i18n/generated/messages.js';
import type { Words } from '#platform/shared/words.ts';
import type { LotKind } from './rules.ts';
import type { AuctionState } from './states.ts';

export const kindNames: Record<LotKind, Words> = {
  thing: m['auctions.kind.thing'],
  capacity: m['auctions.kind.capacity'],
  licence: m['auctions.kind.licence'],
};

export const stateNames: Record<AuctionState, Words> = {
  draft: m['auctions.state.draft'],
  scheduled: m['auctions.state.scheduled'],
  live: m['auctions.state.live'],
  ended: m['auctions.state.ended'],
  awaiting_payment: m['auctions.state.awaiting_payment'],
  second_offer: m['auctions.state.second_offer'],
  sold: m['auctions.state.sold'],
  unsold: m['auctions.state.unsold'],
  cancelled: m['auctions.state.cancelled'],
};
