import { AppError, platformErrors } from '../shared/errors.ts';
import { isDatabaseAway } from './db.ts';

/** Seconds after which it is worth trying again. */
const databaseSeconds = 5;
const storageSeconds = 60;

/** Codes of the file system and of PostgreSQL that say that there is no room left. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100']);
/** Codes that say that a disk, or PostgreSQL, can do nothing at the moment. */
const awayCodes = new Set(['EIO', 'EROFS', 'EMFILE', 'ENFILE', '53000', '53200', '53400', '25006', '58030']);

/** A store of files elsewhere that did not answer, or has no room left. */
export class StorageFault extends Error {
  readonly isFull: boolean;
  constructor(cause: unknown, isFull: boolean) {
    super('the store of files did not take or give anything', { cause });
    this.isFull = isFull;
  }
}

/**
 * The answer to what is neither the caller's mistake nor ours, and heals by itself: a full disk is 507, a database or
 * disk that is away 503, both with `Retry-After`. Null for everything else.
 */
export function asOwnFault(error: unknown): AppError | null {
  if (isDatabaseAway(error))
    return new AppError(platformErrors.unavailable, { retryAfterSeconds: databaseSeconds });
  if (!(error instanceof Error)) return null;
  const { code = '' } = error as NodeJS.ErrnoException;
  const isFull = error instanceof StorageFault ? error.isFull : fullCodes.has(code);
  if (isFull) return new AppError(platformErrors.storage_full, { retryAfterSeconds: storageSeconds });
  if (error instanceof StorageFault || awayCodes.has(code))
    return new AppError(platformErrors.unavailable, { retryAfterSeconds: storageSeconds });
  return null;
}
