import { m } from '#i18n/generated/messages.js';
import type { BannerDecision, BannerState } from '../rules.ts';

export const stateNames: Record<BannerState, () => string> = {
  waiting: () => m['ads.state.waiting'](),
  shown: () => m['ads.state.shown'](),
  refused: () => m['ads.state.refused'](),
  ended: () => m['ads.state.ended'](),
};
export const decisionNames: Record<BannerDecision, () => string> = {
  approve: () => m['ads.staff.approve'](),
  refuse: () => m['ads.staff.refuse'](),
  end: () => m['ads.staff.end'](),
};
