import type { Score } from '../contract.ts';

/** Written by `npm run score`, never by hand. */
export const measured: Score = {
  measuredAt: '2026-11-24',
  guides: 13,
  questions: 218,
  answerable: {
    right: 148,
    of: 150,
  },
  unanswerable: {
    right: 65,
    of: 68,
  },
  heldOut: {
    answerable: {
      right: 59,
      of: 61,
    },
    unanswerable: {
      right: 26,
      of: 28,
    },
  },
  languages: {
    ko: {
      answerable: {
        right: 89,
        of: 90,
      },
      unanswerable: {
        right: 32,
        of: 34,
      },
    },
    en: {
      answerable: {
        right: 35,
        of: 35,
      },
      unanswerable: {
        right: 17,
        of: 18,
      },
    },
    ja: {
      answerable: {
        right: 24,
        of: 25,
      },
      unanswerable: {
        right: 16,
        of: 16,
      },
    },
  },
};
