import type { Locale } from '#i18n/languages.ts';
import { m } from '#i18n/generated/messages.js';

/** Text in a reader's language, computed late, because one error may be shown in three languages. */
export type Words = (locale: Locale) => string;

/** Entry of an error catalogue: rooms declare theirs in contract.ts. */
export type ErrorKind = { code: string; status: number; words: Words };

export function defineErrors<const Kinds extends Record<string, { status: number; words: Words }>>(
  kinds: Kinds,
): { [Code in keyof Kinds & string]: ErrorKind & { code: Code } } {
  return Object.fromEntries(Object.entries(kinds).map(([code, kind]) => [code, { code, ...kind }])) as {
    [Code in keyof Kinds & string]: ErrorKind & { code: Code };
  };
}

/** Error that a caller may see. Every other error becomes `internal_error`, so that no internal details leak. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly fields: Record<string, Words> | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Further properties of the error body, in addition to `message`, `code` and `fields`. */
  readonly more: ((locale: Locale) => Record<string, unknown>) | undefined;

  constructor(
    kind: ErrorKind,
    more: {
      fields?: Record<string, Words>;
      retryAfterSeconds?: number;
      more?: (locale: Locale) => Record<string, unknown>;
    } = {},
  ) {
    super(kind.code);
    this.name = 'AppError';
    this.kind = kind;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.more = more.more;
  }
}

/** Creates an error that refuses one field, with the same message at that field. */
export function refused(kind: ErrorKind, field: string): AppError {
  return new AppError(kind, { fields: { [field]: kind.words } });
}

/** Compared by name, not by class: in development a class exists once per reload of its module. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === 'AppError';
}

export const platformErrors = defineErrors({
  invalid_input: { status: 400, words: (locale) => m['platform.error.invalid_input']({}, { locale }) },
  invalid_json: { status: 400, words: (locale) => m['platform.error.invalid_json']({}, { locale }) },
  invalid_encoding: { status: 400, words: (locale) => m['platform.error.invalid_encoding']({}, { locale }) },
  not_signed_in: { status: 401, words: (locale) => m['platform.error.not_signed_in']({}, { locale }) },
  forbidden: { status: 403, words: (locale) => m['platform.error.forbidden']({}, { locale }) },
  /** The terms have a new version, which asks for consent before anything is ordered, bid or published. */
  terms_changed: { status: 403, words: (locale) => m['platform.error.terms_changed']({}, { locale }) },
  cross_site: { status: 403, words: (locale) => m['platform.error.cross_site']({}, { locale }) },
  not_found: { status: 404, words: (locale) => m['platform.error.not_found']({}, { locale }) },
  method_not_allowed: {
    status: 405,
    words: (locale) => m['platform.error.method_not_allowed']({}, { locale }),
  },
  conflict: { status: 409, words: (locale) => m['platform.error.conflict']({}, { locale }) },
  idempotency_conflict: {
    status: 409,
    words: (locale) => m['platform.error.idempotency_conflict']({}, { locale }),
  },
  idempotency_key_required: {
    status: 400,
    words: (locale) => m['platform.error.idempotency_key_required']({}, { locale }),
  },
  payload_too_large: {
    status: 413,
    words: (locale) => m['platform.error.payload_too_large']({}, { locale }),
  },
  image_too_large: { status: 413, words: (locale) => m['platform.error.image_too_large']({}, { locale }) },
  image_type: { status: 415, words: (locale) => m['platform.error.image_type']({}, { locale }) },
  unknown_picture: { status: 400, words: (locale) => m['platform.error.unknown_picture']({}, { locale }) },
  too_many_pictures: {
    status: 400,
    words: (locale) => m['platform.error.too_many_pictures']({}, { locale }),
  },
  image_broken: { status: 422, words: (locale) => m['platform.error.image_broken']({}, { locale }) },
  unsupported_media_type: {
    status: 415,
    words: (locale) => m['platform.error.unsupported_media_type']({}, { locale }),
  },
  range_not_satisfiable: {
    status: 416,
    words: (locale) => m['platform.error.range_not_satisfiable']({}, { locale }),
  },
  rate_limited: { status: 429, words: (locale) => m['platform.error.rate_limited']({}, { locale }) },
  internal_error: { status: 500, words: (locale) => m['platform.error.internal_error']({}, { locale }) },
  unavailable: { status: 503, words: (locale) => m['platform.error.unavailable']({}, { locale }) },
  storage_full: { status: 507, words: (locale) => m['platform.error.storage_full']({}, { locale }) },
  overloaded: { status: 503, words: (locale) => m['platform.error.overloaded']({}, { locale }) },
});
