import type { Score } from '../contract.ts';

/** Written by `npm run score`, never by hand. */
export const measured: Score = {
  measuredAt: '2026-11-24',
  guides: 13,
  questions: 214,
  answerable: {
    right: 144,
    of: 146,
  },
  unanswerable: {
    right: 65,
    of: 68,
  },
  heldOut: {
    answerable: {
      right: 72,
      of: 74,
    },
    unanswerable: {
      right: 32,
      of: 34,
    },
  },
  languages: {
    ko: {
      answerable: {
        right: 87,
        of: 88,
      },
      unanswerable: {
        right: 32,
        of: 34,
      },
    },
    en: {
      answerable: {
        right: 34,
        of: 34,
      },
      unanswerable: {
        right: 17,
        of: 18,
      },
    },
    ja: {
      answerable: {
        right: 23,
        of: 24,
      },
      unanswerable: {
        right: 16,
        of: 16,
      },
    },
  },
};
