import { locales } from '#i18n/languages.ts';
import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { defineErrors, type Words } from '#platform/shared/errors.ts';
import { rule } from '#platform/shared/validation.ts';
import { mostSaveBytes, mostSlots, slotsProblem } from './rules.ts';

/** How a game is played: by the emulator, or by the browser itself. */
const gameKind = z.enum(['swf', 'html5']);
export type GameKind = z.infer<typeof gameKind>;

const locale = z.enum(locales);

export const game = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  language: locale,
  translations: z.partialRecord(
    locale,
    z.object({ title: z.string().optional(), description: z.string().optional() }),
  ),
  author: z.string(),
  controls: z.string(),
  /** Only what is published may be found by everybody. */
  isPublic: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** How to play it; null when there is nothing here that can be played. */
  play: z.object({ kind: gameKind, frameUrl: z.string() }).nullable(),
});
export type Game = z.infer<typeof game>;

const badSlots: Words = (language) =>
  m['games.error.bad_slots']({ slots: mostSlots, kilobytes: mostSaveBytes / 1024 }, { locale: language });

const slots = rule(z.record(z.string(), z.string()), (value) => slotsProblem(value) === null, badSlots);

/** What a game keeps for somebody; `revision` 0 means nothing yet. */
export const saves = z.object({
  slots: z.record(z.string(), z.string()),
  revision: z.number().int(),
});
export type Saves = z.infer<typeof saves>;

/** Everything that is to be kept, with the revision that it is based on. */
export const savesInput = z.object({
  slots,
  revision: z.number().int().min(0).max(2_000_000_000),
});

export const gamesErrors = defineErrors({
  no_game: { status: 404, words: (language) => m['games.error.no_game']({}, { locale: language }) },
  save_conflict: {
    status: 409,
    words: (language) => m['games.error.save_conflict']({}, { locale: language }),
  },
});
