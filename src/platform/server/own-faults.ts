import { AppError, platformErrors } from '../shared/errors.ts';
import { isDatabaseAway } from './db.ts';

/** Delay in seconds after which a retry makes sense. */
const databaseSeconds = 5;
const storageSeconds = 60;

/** Codes of the file system and of PostgreSQL for "no space left". */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100']);
/** Codes for a disk or PostgreSQL that is temporarily unavailable. */
const awayCodes = new Set(['EIO', 'EROFS', 'EMFILE', 'ENFILE', '53000', '53200', '53400', '25006', '58030']);

/** Object storage that did not respond, or has no space left. */
export class StorageFault extends Error {
  readonly isFull: boolean;
  constructor(cause: unknown, isFull: boolean) {
    super('the store of files did not take or give anything', { cause });
    this.isFull = isFull;
  }
}

/**
 * Maps temporary failures of the infrastructure to errors for the caller: a full disk is 507, an unavailable database
 * or disk 503, both with `Retry-After`. Null for everything else.
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
