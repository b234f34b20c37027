import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { defineErrors } from '#platform/shared/errors.ts';
import { catalogueFormat, catalogueVersion, parts } from './rules.ts';

export const catalogueHead = z.object({
  format: z.literal(catalogueFormat),
  version: z.literal(catalogueVersion),
  exportedAt: z.iso.datetime(),
  origin: z.string(),
  resources: z.number().int().nonnegative(),
  services: z.number().int().nonnegative(),
});

/** A file or picture of a row, by its path in the ZIP. */
const blob = z.object({
  path: z.string().max(300),
  name: z.string().max(255).optional(),
  alt: z.string().max(500).default(''),
  kind: z.enum(['file', 'photo', 'sample']),
  /** Hash of a file. Pictures have none, because they are re-encoded. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
/** Common head of every row; the rest is parsed by its feature. */
export const rowHead = z.object({
  id: z.uuid(),
  owner: z.string().min(1).max(100),
  blobs: z.array(blob).max(200).default([]),
});
export type RowHead = z.output<typeof rowHead>;

export const importInput = z.object({
  uploadId: z.uuid(),
  dryRun: z.boolean().default(true).describe('Says what would come of it, and writes nothing.'),
  reason: z.string().trim().min(1).max(1000),
});
export type ImportInput = z.output<typeof importInput>;

export const importReport = z.object({
  isWritten: z.boolean().describe('All rows that are new, or none where one has mistakes.'),
  created: z.object({ resources: z.number(), services: z.number() }).describe('Or that would be.'),
  known: z.number().describe('Rows whose ids are here already: they are left as they are.'),
  wrong: z.number(),
  mistakes: z
    .array(
      z.object({
        part: z.enum(parts),
        line: z.number(),
        title: z.string(),
        field: z.string(),
        message: z.string(),
      }),
    )
    .describe('In the language of whoever asks; the first 200.'),
  auditId: z.uuid().nullable().describe('What `POST /api/admin/undo` undoes it by.'),
});
export type ImportReport = z.infer<typeof importReport>;

export const catalogueErrors = defineErrors({
  not_a_catalogue: { status: 422, words: (locale) => m['catalogue.error.not_a_catalogue']({}, { locale }) },
  catalogue_version: {
    status: 422,
    words: (locale) => m['catalogue.error.catalogue_version']({}, { locale }),
  },
  catalogue_too_large: {
    status: 413,
    words: (locale) => m['catalogue.error.catalogue_too_large']({}, { locale }),
  },
  row_broken: { status: 422, words: (locale) => m['catalogue.error.row_broken']({}, { locale }) },
  row_twice: { status: 422, words: (locale) => m['catalogue.error.row_twice']({}, { locale }) },
  owner_unknown: { status: 422, words: (locale) => m['catalogue.error.owner_unknown']({}, { locale }) },
  file_missing: { status: 422, words: (locale) => m['catalogue.error.file_missing']({}, { locale }) },
  file_changed: { status: 422, words: (locale) => m['catalogue.error.file_changed']({}, { locale }) },
});
