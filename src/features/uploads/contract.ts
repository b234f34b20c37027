import { z } from 'zod';
import { defineErrors } from '#platform/shared/errors.ts';
import { m } from '#i18n/generated/messages.js';

export const uploadStates = ['receiving', 'quarantined', 'finished', 'refused'] as const;

/** Upload in progress, or finished and not attached to anything yet. */
export const uploadInfo = z.object({
  id: z.uuid(),
  name: z.string(),
  size: z.number(),
  received: z.number(),
  state: z.enum(uploadStates),
  sha256: z.string().nullable(),
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  expiresAt: z.string(),
});
export type UploadInfo = z.infer<typeof uploadInfo>;

/** File that was handed over, and is immutable. */
export const keptFile = z.object({
  id: z.uuid(),
  name: z.string(),
  size: z.number(),
  sha256: z.string(),
  mediaType: z.string(),
});
export type KeptFile = z.infer<typeof keptFile>;

export const uploadsErrors = defineErrors({
  upload_not_found: {
    status: 404,
    words: (locale) => m['uploads.error.upload_not_found']({}, { locale }),
  },
  tus_version: { status: 412, words: (locale) => m['uploads.error.tus_version']({}, { locale }) },
  upload_offset: { status: 409, words: (locale) => m['uploads.error.upload_offset']({}, { locale }) },
  upload_elsewhere: { status: 423, words: (locale) => m['uploads.error.upload_elsewhere']({}, { locale }) },
  upload_too_long: { status: 413, words: (locale) => m['uploads.error.upload_too_long']({}, { locale }) },
  upload_quota: { status: 413, words: (locale) => m['uploads.error.upload_quota']({}, { locale }) },
  // Status of the tus protocol.
  checksum_mismatch: { status: 460, words: (locale) => m['uploads.error.checksum_mismatch']({}, { locale }) },
  checksum_algorithm: {
    status: 400,
    words: (locale) => m['uploads.error.checksum_algorithm']({}, { locale }),
  },
  upload_unfinished: { status: 409, words: (locale) => m['uploads.error.upload_unfinished']({}, { locale }) },
  upload_quarantined: {
    status: 409,
    words: (locale) => m['uploads.error.upload_quarantined']({}, { locale }),
  },
  file_damaged: { status: 422, words: (locale) => m['uploads.error.file_damaged']({}, { locale }) },
  scanner_unavailable: {
    status: 503,
    words: (locale) => m['uploads.error.scanner_unavailable']({}, { locale }),
  },
});

/** Errors of a file's content, for every way it is sent. */
export const fileErrors = defineErrors({
  file_too_large: { status: 413, words: (locale) => m['uploads.error.file_too_large']({}, { locale }) },
  file_name: { status: 400, words: (locale) => m['uploads.error.file_name']({}, { locale }) },
  file_double_extension: {
    status: 415,
    words: (locale) => m['uploads.error.file_double_extension']({}, { locale }),
  },
  file_type: { status: 415, words: (locale) => m['uploads.error.file_type']({}, { locale }) },
  file_empty: { status: 400, words: (locale) => m['uploads.error.file_empty']({}, { locale }) },
  file_mismatch: { status: 415, words: (locale) => m['uploads.error.file_mismatch']({}, { locale }) },
  file_polyglot: { status: 415, words: (locale) => m['uploads.error.file_polyglot']({}, { locale }) },
  file_pixels: { status: 415, words: (locale) => m['uploads.error.file_pixels']({}, { locale }) },
  file_infected: { status: 415, words: (locale) => m['uploads.error.file_infected']({}, { locale }) },
  svg_unsafe: { status: 415, words: (locale) => m['uploads.error.svg_unsafe']({}, { locale }) },
  svg_broken: { status: 415, words: (locale) => m['uploads.error.svg_broken']({}, { locale }) },
  svg_complex: { status: 415, words: (locale) => m['uploads.error.svg_complex']({}, { locale }) },
  stl_header: { status: 415, words: (locale) => m['uploads.error.stl_header']({}, { locale }) },
  xml_entities: { status: 415, words: (locale) => m['uploads.error.xml_entities']({}, { locale }) },
  archive_bomb: { status: 415, words: (locale) => m['uploads.error.archive_bomb']({}, { locale }) },
  archive_path: { status: 415, words: (locale) => m['uploads.error.archive_path']({}, { locale }) },
  archive_entries: { status: 415, words: (locale) => m['uploads.error.archive_entries']({}, { locale }) },
  archive_nested: { status: 415, words: (locale) => m['uploads.error.archive_nested']({}, { locale }) },
  archive_encrypted: {
    status: 415,
    words: (locale) => m['uploads.error.archive_encrypted']({}, { locale }),
  },
  archive_broken: { status: 415, words: (locale) => m['uploads.error.archive_broken']({}, { locale }) },
});
