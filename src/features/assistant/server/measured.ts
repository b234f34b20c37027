import type { Score } from '../contract.ts';

/** Written by `npm run score`, never by hand. */
export const measured: Score = {
  measuredAt: '2026-11-23',
  guides: 13,
  questions: 202,
  answerable: {
    right: 133,
    of: 138,
  },
  unanswerable: {
    right: 60,
    of: 64,
  },
  heldOut: {
    answerable: {
      right: 64,
      of: 66,
    },
    unanswerable: {
      right: 27,
      of: 30,
    },
  },
  languages: {
    ko: {
      answerable: {
        right: 83,
        of: 86,
      },
      unanswerable: {
        right: 31,
        of: 34,
      },
    },
    en: {
      answerable: {
        right: 29,
        of: 31,
      },
      unanswerable: {
        right: 14,
        of: 15,
      },
    },
    ja: {
      answerable: {
        right: 21,
        of: 21,
      },
      unanswerable: {
        right: 15,
        of: 15,
      },
    },
  },
};
