import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { defineErrors } from '#platform/shared/errors.ts';
import { roles } from '#platform/shared/roles.ts';
import { rule } from '#platform/shared/validation.ts';

const page = z.coerce
  .number()
  .catch(1)
  .transform((value) => (Number.isSafeInteger(value) && value > 0 && value < 1e9 ? value : 1))
  .default(1);

export const pageQuery = z.object({
  search: z.string().trim().max(200).optional(),
  page,
  limit: z.coerce.number().int().min(1).max(100).default(32),
});

/** What staff see of a person; nothing that proves who they are. */
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
    /** When a suspension ends by itself; without it an admin ends it. */
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

export const auditEntry = z.object({
  id: z.uuid(),
  actor: z.object({ id: z.uuid(), username: z.string() }),
  action: z.string(),
  target: z.object({
    type: z.string(),
    id: z.uuid(),
    /** As the person is called now; null for who is gone, and for what is nobody. */
    person: z.object({ fullName: z.string(), username: z.string() }).nullable(),
  }),
  reason: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  at: z.iso.datetime(),
});

export type AuditEntry = z.infer<typeof auditEntry>;

export const adminErrors = defineErrors({
  person_not_found: { status: 404, words: (locale) => m['admin.error.person_not_found']({}, { locale }) },
  last_admin: { status: 409, words: (locale) => m['admin.error.last_admin']({}, { locale }) },
  suspension_in_past: {
    status: 400,
    words: (locale) => m['admin.error.suspension_in_past']({}, { locale }),
  },
});
