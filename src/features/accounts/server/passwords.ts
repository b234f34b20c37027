import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError, platformErrors } from '#platform/shared/errors.ts';

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of nothing that anyone knows: unknown accounts cost the same work as known ones. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$qyJAEXmKTUNtq638xTeOHA$3mLkfR9wGgyua6kTazjdyXSkAlas1PvAMyHMs3fgCQ4';

/**
 * Every password hash of the process goes through one queue of limited length: a flood of logins is refused with
 * `overloaded` and leaves cores and memory to everyone else.
 */
export class PasswordQueue {
  readonly #parallel: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** How many hashes were made; tests compare the work that answers took. */
  done = 0;

  constructor(parallel: number, mostWaiting: number) {
    this.#parallel = parallel;
    this.#mostWaiting = mostWaiting;
  }

  hash(password: string): Promise<string> {
    return this.#run(() => hash(password, argon2));
  }

  /** False for an account without a password, after the same work. */
  async verify(stored: string | null | undefined, password: string): Promise<boolean> {
    const right = await this.#run(() => verify(stored ?? nobodysHash, password));
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
