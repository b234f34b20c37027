import { z } from 'zod';
import { fullName, username } from '#features/accounts/contract.ts';
import { cities } from '#features/services/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { defineErrors } from '#platform/shared/errors.ts';
import { longestBio, spokenLanguages } from './rules.ts';

const language = z.enum(spokenLanguages);
/** City of the services' table; empty if not given. */
const region = z.enum([...cities, '']);

/** Changes of a person's own profile; absent fields stay. */
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

/** Profile as its owner sees it. */
export const profile = z.object({
  username: z.string(),
  fullName: z.string(),
  bio: z.string(),
  languages: z.array(language),
  region,
  avatarUrl: z.string().nullable(),
  /** Former usernames that still redirect here. */
  formerUsernames: z.array(z.object({ username: z.string(), heldUntil: z.iso.datetime() })),
});
export type Profile = z.infer<typeof profile>;

/** Public profile: no contact data, and no place but a city of their choice. */
export const publicPerson = z.object({
  username: z.string(),
  fullName: z.string(),
  bio: z.string(),
  languages: z.array(language),
  region,
  avatarUrl: z.string().nullable(),
  /** True if their services are offered by a company. */
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
