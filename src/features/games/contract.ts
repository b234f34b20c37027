import { locales } from '#i18n/languages.ts';
import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { defineErrors, type Words } from '#platform/shared/errors.ts';
import { rule } from '#platform/shared/validation.ts';
import { maxSaveBytes, maxSlots, slotsProblem } from './rules.ts';

/** Runtime of a game: the emulator, or the browser itself. */
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
  /** Only published games may be indexed by search engines. */
  isPublic: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Frame of the game; null if it cannot be played here. */
  play: z.object({ kind: gameKind, frameUrl: z.string() }).nullable(),
});
export type Game = z.infer<typeof game>;

const badSlots: Words = (language) =>
  m['games.error.bad_slots']({ slots: maxSlots, kilobytes: maxSaveBytes / 1024 }, { locale: language });

const slots = rule(z.record(z.string(), z.string()), (value) => slotsProblem(value) === null, badSlots);

/** Saves of a game for one person; `revision` 0 means that there are none. */
export const saves = z.object({
  slots: z.record(z.string(), z.string()),
  revision: z.number().int(),
});
export type Saves = z.infer<typeof saves>;

/** All slots, with the revision that they are based on. */
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
