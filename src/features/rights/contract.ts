import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { defineErrors } from '#platform/shared/errors.ts';

export const dataExport = z.object({
  state: z.enum(['none', 'preparing', 'ready']),
  requestedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  /** In bytes. */
  size: z.number().nullable(),
});
export type DataExport = z.infer<typeof dataExport>;

/** Without a password, the session needs a recent proof of identity. */
export const leaveInput = z.object({ password: z.string().min(1).max(1000).optional() }).nullish();

export const withdrawal = z.object({ withdrawsAt: z.iso.datetime() });
export type Withdrawal = z.infer<typeof withdrawal>;

export const rightsErrors = defineErrors({
  export_not_found: { status: 404, words: (locale) => m['rights.error.export_not_found']({}, { locale }) },
  already_withdrawing: {
    status: 409,
    words: (locale) => m['rights.error.already_withdrawing']({}, { locale }),
  },
  not_withdrawing: { status: 409, words: (locale) => m['rights.error.not_withdrawing']({}, { locale }) },
});
