import { z } from 'zod';
import { fullName, username } from '#features/accounts/contract.ts';
import { cities } from '#features/services/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { defineErrors } from '#platform/shared/errors.ts';
import { longestBio, spokenLanguages } from './rules.ts';

const language = z.enum(spokenLanguages);
/** A city of the services' table; empty where somebody does not say. */
const region = z.enum([...cities, '']);

/** What a person changes of themselves; what is left out stays. */
export const profileInput = z.object({
  fullName: fullName.optional(),
  username: username.optional(),
  bio: z.string().trim().max(longestBio).optional(),
  languages: z
    .array(language)
    .max(spokenLanguages.length)
    .transform((codes) => [...new Set(codes)])
    .optional(),
  region: region.optional(),
});
export type ProfileInput = z.input<typeof profileInput>;

/** What a person sees of themselves. */
export const profile = z.object({
  username: z.string(),
  fullName: z.string(),
  bio: z.string(),
  languages: z.array(language),
  region,
  avatarUrl: z.string().nullable(),
  /** Usernames that were given up and still lead here. */
  formerUsernames: z.array(z.object({ username: z.string(), heldUntil: z.iso.datetime() })),
});
export type Profile = z.infer<typeof profile>;

/** What everybody sees of a person: nothing to reach them by, no place but the city that they chose to tell. */
export const publicPerson = z.object({
  username: z.string(),
  fullName: z.string(),
  bio: z.string(),
  languages: z.array(language),
  region,
  avatarUrl: z.string().nullable(),
  /** Whether they offer what they offer as a company. */
  isCompany: z.boolean(),
  phoneVerified: z.boolean(),
  bankRegistered: z.boolean(),
  memberSince: z.iso.datetime(),
});
export type PublicPerson = z.infer<typeof publicPerson>;

export const pageQuery = z.object({
  page: z.coerce
    .number()
    .catch(1)
    .transform((value) => (Number.isSafeInteger(value) && value > 0 && value < 1e9 ? value : 1))
    .default(1),
  limit: z.coerce.number().int().min(1).max(100).default(32),
});

export const peopleErrors = defineErrors({
  profile_not_found: { status: 404, words: (locale) => m['people.error.profile_not_found']({}, { locale }) },
});
