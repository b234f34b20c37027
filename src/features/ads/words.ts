import { m } from '#i18n/generated/messages.js';
import type { Words } from '#platform/shared/words.ts';
import type { bannerKinds, BannerStanding, BannerState } from './rules.ts';

export const stateNames: Record<BannerState, Words> = {
  waiting: m['ads.state.waiting'],
  shown: m['ads.state.shown'],
  refused: m['ads.state.refused'],
  ended: m['ads.state.ended'],
};

export const standingNames: Record<BannerStanding, Words> = {
  ...stateNames,
  planned: m['ads.state.planned'],
  unpaid: m['ads.state.unpaid'],
  unseen: m['ads.state.unseen'],
};

export const kindNames: Record<(typeof bannerKinds)[number], Words> = {
  house: m['ads.staff.kind_house'],
  sponsor: m['ads.staff.kind_sponsor'],
};
