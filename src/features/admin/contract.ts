import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { defineErrors } from '#platform/shared/errors.ts';
import { roles } from '#platform/shared/roles.ts';
import { rule } from '#platform/shared/validation.ts';
import { auditTable, jobsTable, peopleTable } from './rules.ts';
import { maxAtOnce, pageSize } from './table.ts';

const page = z.coerce
  .number()
  .catch(1)
  .transform((value) => (Number.isSafeInteger(value) && value > 0 && value < 1e9 ? value : 1))
  .default(1);

export const pageQuery = z.object({
  search: z.string().trim().max(200).optional(),
  page,
  limit: z.coerce.number().int().min(1).max(100).default(pageSize),
});

export type PageQuery = z.output<typeof pageQuery>;

export const peopleQuery = pageQuery.extend({
  sort: z.enum(peopleTable.sorts).default('newest'),
  role: z.enum(peopleTable.filters.role).optional(),
  state: z.enum(peopleTable.filters.state).optional(),
});
export type PeopleQuery = z.output<typeof peopleQuery>;
export const auditTableQuery = pageQuery.extend({
  sort: z.enum(auditTable.sorts).default('newest'),
  action: z.enum(auditTable.filters.action).optional(),
});
export type AuditQuery = z.output<typeof auditTableQuery>;

/** Person as staff see them, without secrets. */
export const adminPerson = z.object({
  id: z.uuid(),
  username: z.string(),
  fullName: z.string(),
  email: z.string(),
  role: z.enum(roles),
  isAdmin: z.boolean(),
  isProvider: z.boolean(),
  phoneVerified: z.boolean(),
  bankRegistered: z.boolean(),
  suspended: z.boolean(),
  suspendedUntil: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type AdminPerson = z.infer<typeof adminPerson>;

export const personChange = rule(
  z.object({
    role: z.enum(roles).optional(),
    isAdmin: z.boolean().optional(),
    suspended: z.boolean().optional(),
    /** Time at which a suspension ends by itself; without it an admin ends it. */
    suspendedUntil: z.iso.datetime().optional(),
    reason: z.string().trim().min(1).max(1000),
  }),
  ({ role, isAdmin, suspended, suspendedUntil }) =>
    (role !== undefined || isAdmin !== undefined || suspended !== undefined) &&
    (role === undefined || isAdmin === undefined) &&
    (suspendedUntil === undefined || suspended === true),
  (locale) => m['admin.field.change']({}, { locale }),
);

export type PersonChange = z.input<typeof personChange>;

export const idsAtOnce = z.array(z.uuid()).min(1).max(maxAtOnce);

/** Same change of several people, each in a transaction of its own. */
export const peopleChange = z.object({ ids: idsAtOnce, change: personChange });

export const jobsQuery = pageQuery.extend({
  sort: z.enum(jobsTable.sorts).default('newest'),
  state: z.enum(jobsTable.filters.state).optional(),
});
export type JobsQuery = z.output<typeof jobsQuery>;

/** Background job without its payload, which may be a letter to someone. */
export const staffJob = z.object({
  id: z.uuid(),
  name: z.string(),
  state: z.enum(jobsTable.filters.state),
  attempts: z.number(),
  maxAttempts: z.number(),
  /** Error of the last attempt. */
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Time of the next attempt, or of the last one. */
  dueAt: z.iso.datetime(),
});
export type StaffJob = z.infer<typeof staffJob>;
export const jobsManyInput = z.object({
  action: z.literal('retry'),
  reason: z.string().trim().min(1).max(1000),
});

/** Result per id: the audit entries of successes and the reasons of failures. */
export const manyAnswer = z.object({
  done: z.array(z.object({ id: z.uuid(), auditId: z.uuid() })),
  failed: z.array(z.object({ id: z.uuid(), code: z.string(), message: z.string() })),
});
export type ManyAnswer = z.infer<typeof manyAnswer>;

export const actingInput = z.object({ reason: z.string().trim().min(1).max(1000) });

/** Audit entries whose acts are to be undone. */
export const undoInput = z.object({ ids: idsAtOnce, reason: z.string().trim().max(1000).default('') });

export const auditEntry = z.object({
  id: z.uuid(),
  actor: z.object({ id: z.uuid(), username: z.string() }),
  action: z.string(),
  target: z.object({
    type: z.string(),
    id: z.uuid(),
    name: z.string().nullable().describe('As it is called now; null for what is gone, or has no title.'),
    /** Person with their current name; null for an erased person and for a target that is no person. */
    person: z.object({ fullName: z.string(), username: z.string() }).nullable(),
  }),
  reason: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  at: z.iso.datetime(),
  /** Entry of the act that this one undid. */
  undoes: z.uuid().nullable(),
  isUndone: z.boolean(),
  /** True if the act can be undone and has not been. */
  canUndo: z.boolean(),
});

export type AuditEntry = z.infer<typeof auditEntry>;

export const adminErrors = defineErrors({
  person_not_found: { status: 404, words: (locale) => m['admin.error.person_not_found']({}, { locale }) },
  entry_not_found: { status: 404, words: (locale) => m['admin.error.entry_not_found']({}, { locale }) },
  cannot_undo: { status: 409, words: (locale) => m['admin.error.cannot_undo']({}, { locale }) },
  already_undone: { status: 409, words: (locale) => m['admin.error.already_undone']({}, { locale }) },
  nothing_changed: { status: 409, words: (locale) => m['admin.error.nothing_changed']({}, { locale }) },
  changed_since: { status: 409, words: (locale) => m['admin.error.changed_since']({}, { locale }) },
  acting_too_often: { status: 429, words: (locale) => m['admin.error.acting_too_often']({}, { locale }) },
  job_not_found: { status: 404, words: (locale) => m['admin.error.job_not_found']({}, { locale }) },
  last_admin: { status: 409, words: (locale) => m['admin.error.last_admin']({}, { locale }) },
  suspension_in_past: {
    status: 400,
    words: (locale) => m['admin.error.suspension_in_past']({}, { locale }),
  },
});
