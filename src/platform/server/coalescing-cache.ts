/**
 * Cache of responses that many request at once and that may be a second old. Concurrent misses share one load. A write
 * in this process clears the cache, so that the writer sees its own change; other processes follow when their entries
 * expire. With a lifetime of 0 no response is older than its request: a load is shared only by callers that asked
 * before it started.
 */
export class CoalescingCache<Value> {
  readonly #entries = new Map<string, { until: number; value: Promise<Value> }>();
  /** With a lifetime of 0: running loads, and the loads queued after them. */
  readonly #running = new Map<string, Promise<void>>();
  readonly #next = new Map<string, Promise<Value>>();
  readonly #lifetimeMs: number;
  readonly #most: number;
  readonly #now: () => number;

  constructor(options: { lifetimeMs: number; most: number; now?: () => number }) {
    this.#lifetimeMs = options.lifetimeMs;
    this.#most = options.most;
    this.#now = options.now ?? Date.now;
  }

  /** Returns the entry if it is fresh; a hit costs one look-up. */
  peek(key: string): Promise<Value> | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.until > this.#now() ? entry.value : undefined;
  }

  get(key: string, load: () => Promise<Value>): Promise<Value> {
    if (this.#lifetimeMs === 0) return this.#reload(key, load);
    const fresh = this.peek(key);
    if (fresh) return fresh;
    const value = load();
    const entry = { until: this.#now() + this.#lifetimeMs, value };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    // A failed load must not be cached.
    value.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    });
    // Evict expired entries, oldest first, so that memory holds only recent responses.
    for (const [oldest, { until }] of this.#entries) {
      if (until > this.#now() && this.#entries.size <= this.#most) break;
      this.#entries.delete(oldest);
    }
    return value;
  }

  /** Runs one load of a key at a time; callers that arrive meanwhile share the next one. */
  #reload(key: string, load: () => Promise<Value>): Promise<Value> {
    const next = this.#next.get(key);
    if (next) return next;
    const running = this.#running.get(key);
    if (running) {
      const after = running.then(() => {
        this.#next.delete(key);
        return this.#run(key, load);
      });
      this.#next.set(key, after);
      return after;
    }
    return this.#run(key, load);
  }

  #run(key: string, load: () => Promise<Value>): Promise<Value> {
    const value = load();
    this.#running.set(key, this.#end(key, value));
    return value;
  }

  async #end(key: string, value: Promise<Value>): Promise<void> {
    await value.catch(() => null);
    this.#running.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
