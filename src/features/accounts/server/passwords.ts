import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError, platformErrors } from '#platform/shared/errors.ts';

/**
 * Cost of a hash. `full` is OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. `test`
 * is the minimum of the algorithm, which the configuration refuses in production.
 */
const costs = {
  full: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  test: { memoryCost: 8, timeCost: 1, parallelism: 1 },
} as const;
export type PasswordCost = keyof typeof costs;

/** Returns a hash of an unknown password, so that unknown accounts take the same work as known ones. */
function nobodysHash(cost: PasswordCost): string {
  const { memoryCost, timeCost, parallelism } = costs[cost];
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$qyJAEXmKTUNtq638xTeOHA$3mLkfR9wGgyua6kTazjdyXSkAlas1PvAMyHMs3fgCQ4`;
}

/**
 * Queue of limited length for all password hashes of the process: a flood of logins is refused with
 * `overloaded` and leaves cores and memory to other requests.
 */
export class PasswordQueue {
  readonly #parallel: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** Cost of new hashes, and of the work for unknown accounts; stored hashes contain their own. */
  cost: PasswordCost = 'full';
  /** Number of hashes made; tests use it to compare the work of responses. */
  done = 0;

  constructor(parallel: number, maxWaiting: number) {
    this.#parallel = parallel;
    this.#maxWaiting = maxWaiting;
  }

  hash(password: string): Promise<string> {
    return this.#run(() => hash(password, costs[this.cost]));
  }

  /** Returns false for an account without a password, after the same work. */
  async verify(stored: string | null | undefined, password: string): Promise<boolean> {
    const right = await this.#run(() => verify(stored ?? nobodysHash(this.cost), password));
    return stored != null && right;
  }

  async #run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#parallel) {
      if (this.#waiting.length >= this.#maxWaiting) {
        throw new AppError(platformErrors.overloaded, { retryAfterSeconds: 5 });
      }
      // A finished task hands its place to the next in the queue, so that no newcomer can take it.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      this.done += 1;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

/** Leaves one core to everything else, and one of the four threads of libuv for files and DNS. */
export const passwords = new PasswordQueue(Math.max(1, Math.min(3, availableParallelism() - 1)), 64);
