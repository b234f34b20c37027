import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError, platformErrors } from '#platform/shared/errors.ts';

/**
 * What a hash costs. `full` is OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. `test` is the least that
 * the algorithm allows, which the configuration refuses where visitors come.
 */
const costs = {
  full: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  test: { memoryCost: 8, timeCost: 1, parallelism: 1 },
} as const;
export type PasswordCost = keyof typeof costs;

/** A hash of nothing that anyone knows: unknown accounts cost the same work as known ones. */
function nobodysHash(cost: PasswordCost): string {
  const { memoryCost, timeCost, parallelism } = costs[cost];
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$qyJAEXmKTUNtq638xTeOHA$3mLkfR9wGgyua6kTazjdyXSkAlas1PvAMyHMs3fgCQ4`;
}

/**
 * Every password hash of the process goes through one queue of limited length: a flood of logins is refused with
 * `overloaded` and leaves cores and memory to everyone else.
 */
export class PasswordQueue {
  readonly #parallel: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** Of hashes that are made from now on, and of the work for unknown accounts; those that are stored say their own. */
  cost: PasswordCost = 'full';
  /** How many hashes were made; tests compare the work that answers took. */
  done = 0;

  constructor(parallel: number, mostWaiting: number) {
    this.#parallel = parallel;
    this.#mostWaiting = mostWaiting;
  }

  hash(password: string): Promise<string> {
    return this.#run(() => hash(password, costs[this.cost]));
  }

  /** False for an account without a password, after the same work. */
  async verify(stored: string | null | undefined, password: string): Promise<boolean> {
    const right = await this.#run(() => verify(stored ?? nobodysHash(this.cost), password));
    return stored != null && right;
  }

  async #run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#parallel) {
      if (this.#waiting.length >= this.#mostWaiting) {
        throw new AppError(platformErrors.overloaded, { retryAfterSeconds: 5 });
      }
      // Whoever finishes hands its place over, so nobody who comes later can take it.
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

/** One core is left to everything else, and one of the four threads that files and names are read with. */
export const passwords = new PasswordQueue(Math.max(1, Math.min(3, availableParallelism() - 1)), 64);
