import { z } from 'zod';
import { pageQuery } from '#features/admin/contract.ts';
import { cities, serviceCard } from '#features/services/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { locales } from '#i18n/languages.ts';
import { optionalName } from '#platform/shared/name-text.ts';
import { defineErrors, type Words } from '#platform/shared/errors.ts';
import { rule } from '#platform/shared/validation.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import {
  availableHours,
  engineersPerPage,
  limits,
  sessionEvents,
  sessionStates,
  skills,
  staffTable,
  tidyTags,
} from './rules.ts';

const required: Words = (locale) => m['platform.field.required']({}, { locale });
const said = (most: number) => rule(z.string().trim().min(1).max(most), isVisible, required);
const time = z.iso.datetime();
const language = z.enum(locales);
const unique = <Value>(values: Value[]) => [...new Set(values)];

export const volunteerInput = z.object({
  skills: z
    .array(z.enum(skills))
    .max(skills.length)
    .transform(unique)
    .default([])
    .describe('None: anything.'),
  tags: z
    .array(optionalName(limits.tag))
    .max(limits.tags)
    .transform(tidyTags)
    .default([])
    .describe('In words of my own.'),
  languages: z.array(language).min(1).transform(unique),
});
export type VolunteerInput = z.output<typeof volunteerInput>;

export const availabilityInput = z.object({
  hours: z
    .union([z.literal(0), z.literal([...availableHours])])
    .describe('From now on; 0 is not any more. Ends earlier for whoever is not seen for half an hour.'),
});

export const volunteer = z.object({
  skills: z.array(z.enum(skills)),
  tags: z.array(z.string()),
  languages: z.array(language),
  isAvailable: z.boolean(),
  availableUntil: time.nullable(),
  solved: z.number().describe('Sessions that I helped with and that were solved.'),
});
export type Volunteer = z.infer<typeof volunteer>;

const person = z.object({
  id: z.uuid(),
  username: z.string(),
  fullName: z.string(),
  avatarUrl: z.string().nullable(),
});
export type Person = z.infer<typeof person>;

export const sessionInput = z.object({
  problem: said(limits.problem).describe('What is wrong. Volunteers read it before they take it.'),
  language,
  skill: z.enum(['', ...skills]).default(''),
  resourceId: z.uuid().optional().describe('A published resource.'),
  step: z.number().int().min(0).optional().describe('Of its guide, from 0.'),
  orderId: z.uuid().optional().describe('An order of mine: its other side is asked first.'),
  questionId: z.uuid().optional().describe('A message that is a question.'),
  username: z.string().max(40).optional().describe('Somebody who offers help: they are asked first.'),
  printer: optionalName(limits.printer).default(''),
  serviceId: z.uuid().optional().describe('A printer of mine.'),
  clientId: z
    .string()
    .min(1)
    .max(100)
    .default(() => crypto.randomUUID())
    .describe('Made by the asker. The same one again is the same session.'),
});
export type { Skill } from './rules.ts';
export type SessionInput = z.output<typeof sessionInput>;
/** Request as it is sent. */
export type SessionRequest = z.input<typeof sessionInput>;

export const eventInput = z.object({ event: z.enum(sessionEvents) });
export const stepInput = z.object({ step: z.number().int().min(0).max(999) });
export const answerInput = z.object({
  text: said(limits.answer),
  isAnonymous: z.boolean().optional().describe('Without my name: the asker’s to say.'),
});
export const agreeInput = z.object({ version: z.number().int().min(1).describe('Of the text that I read.') });

const wait = z
  .object({ usual: z.number(), long: z.number() })
  .nullable()
  .describe('In minutes, from waits of the last 30 days; null where there were too few to say.');

export const answer = z.object({
  text: z.string(),
  version: z.number(),
  isAnonymous: z.boolean(),
  proposedBy: z.enum(['asker', 'helper']),
  agreed: z.object({ asker: z.boolean(), helper: z.boolean() }),
  publishedPath: z.string().nullable().describe('Where it stands; null before both have agreed.'),
});
export type Answer = z.infer<typeof answer>;

export const session = z.object({
  id: z.uuid().describe('Of its channel, too.'),
  state: z.enum(sessionStates),
  role: z.enum(['asker', 'helper', 'invited', 'volunteer']).describe('Mine.'),
  problem: z.string(),
  language,
  skill: z.enum(['', ...skills]),
  printer: z.string(),
  service: z
    .object({ id: z.uuid(), title: z.string() })
    .nullable()
    .describe('The printer, where everybody sees it.'),
  resource: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  step: z.number().nullable(),
  order: z.object({ id: z.uuid(), title: z.string() }).nullable().describe('For the two whose order it is.'),
  isAboutOrder: z.boolean(),
  question: z.object({ title: z.string(), path: z.string() }).nullable(),
  asker: person.nullable().describe('Null where they have gone.'),
  helper: person.nullable(),
  invited: person.nullable(),
  openedAt: time,
  takenAt: time.nullable(),
  closedAt: time.nullable(),
  expiresAt: time.nullable(),
  queue: z
    .object({ place: z.number(), wait, available: z.number().describe('Volunteers who could take it now.') })
    .nullable()
    .describe('For the asker, while it waits.'),
  shownStep: z.number().nullable().describe('The step that both look at.'),
  eventSeq: z.number().describe('Of the topic `support:{id}`: follow it from here.'),
  can: z.array(z.enum(sessionEvents)),
  mayPropose: z.boolean(),
  answer: answer.nullable(),
});
export type Session = z.infer<typeof session>;

/** Request as volunteers see it. */
export const waiting = session
  .pick({
    id: true,
    problem: true,
    language: true,
    skill: true,
    printer: true,
    resource: true,
    step: true,
    question: true,
    isAboutOrder: true,
    asker: true,
  })
  .extend({ waitingSince: time });
export type Waiting = z.infer<typeof waiting>;

/** Public overview of available help. */
export const overview = z.object({
  available: z.number(),
  wait,
  volunteers: z
    .array(
      z.object({
        person,
        skills: z.array(z.enum(skills)),
        tags: z.array(z.string()),
        languages: z.array(language),
        solved: z.number(),
      }),
    )
    .describe('Some who are available now.'),
});
export type Overview = z.infer<typeof overview>;

export const sessionsQuery = z.object({
  orderId: z.uuid().optional(),
  page: z.coerce.number().int().min(1).catch(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');
export const engineersQuery = z.object({
  kind: z.enum(['volunteer', 'paid']).optional(),
  skill: z.enum(skills).optional(),
  language: language.optional(),
  city: z.enum(cities).optional(),
  available: flag.describe('Only who said that they are available now.'),
  page: z.coerce
    .number()
    .catch(1)
    .transform((value) => (Number.isSafeInteger(value) && value > 0 && value < 1e6 ? value : 1))
    .default(1),
  limit: z.coerce.number().int().min(1).max(100).default(engineersPerPage),
});
export type EngineersRequest = z.output<typeof engineersQuery>;

const shared = {
  person,
  languages: z.array(z.string()),
  isAvailable: z.boolean(),
  solved: z.number().describe('Support sessions that they helped with and that were solved.'),
};
export const engineer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('volunteer'),
    ...shared,
    skills: z.array(z.enum(skills)),
    tags: z.array(z.string()),
    bio: z.string(),
    city: z.enum(cities).nullable(),
  }),
  z.object({
    kind: z.literal('paid'),
    ...shared,
    specializations: z.array(z.string()),
    service: serviceCard,
  }),
]);
export type Engineer = z.infer<typeof engineer>;

export const personSupport = z.object({
  solved: z.number(),
  volunteer: volunteer.omit({ solved: true, availableUntil: true }).nullable(),
});
export type PersonSupport = z.infer<typeof personSupport>;

export const staffQuery = pageQuery.extend({
  sort: z.enum(staffTable.sorts).default('newest'),
  state: z.enum(staffTable.filters.state).optional(),
  skill: z.enum(skills).optional(),
});
export type StaffQuery = z.output<typeof staffQuery>;

/** Volunteer in the table of staff. */
export const staffVolunteer = z.object({
  id: z.uuid(),
  person: z.object({ username: z.string(), fullName: z.string() }),
  skills: z.array(z.enum(skills)),
  tags: z.array(z.string()),
  languages: z.array(language),
  isAvailable: z.boolean(),
  suspended: z.boolean(),
  solved: z.number(),
  seenAt: time,
  createdAt: time,
});
export type StaffVolunteer = z.infer<typeof staffVolunteer>;

export const staffChange = z.object({
  suspended: z.boolean(),
  reason: z.string().trim().min(1).max(1000),
});

export const supportErrors = defineErrors({
  session_not_found: {
    status: 404,
    words: (locale) => m['support.error.session_not_found']({}, { locale }),
  },
  session_taken: { status: 409, words: (locale) => m['support.error.session_taken']({}, { locale }) },
  session_moved: { status: 409, words: (locale) => m['support.error.session_moved']({}, { locale }) },
  too_many_open: { status: 409, words: (locale) => m['support.error.too_many_open']({}, { locale }) },
  too_many_helped: { status: 409, words: (locale) => m['support.error.too_many_helped']({}, { locale }) },
  volunteer_suspended: {
    status: 403,
    words: (locale) => m['support.error.volunteer_suspended']({}, { locale }),
  },
  no_change: { status: 409, words: (locale) => m['support.error.no_change']({}, { locale }) },
  not_a_volunteer: { status: 403, words: (locale) => m['support.error.not_a_volunteer']({}, { locale }) },
  no_such_step: { status: 400, words: (locale) => m['support.error.no_such_step']({}, { locale }) },
  not_helping: { status: 409, words: (locale) => m['support.error.not_helping']({}, { locale }) },
  own_help: { status: 409, words: (locale) => m['support.error.own_help']({}, { locale }) },
  own_printer: { status: 400, words: (locale) => m['support.error.own_printer']({}, { locale }) },
  answer_changed: { status: 409, words: (locale) => m['support.error.answer_changed']({}, { locale }) },
  answer_not_found: { status: 404, words: (locale) => m['support.error.answer_not_found']({}, { locale }) },
  answer_published: { status: 409, words: (locale) => m['support.error.answer_published']({}, { locale }) },
  nothing_to_propose: {
    status: 409,
    words: (locale) => m['support.error.nothing_to_propose']({}, { locale }),
  },
});
