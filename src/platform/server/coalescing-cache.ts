/**
 * Answers that many ask for at once and that may be a second old. Concurrent misses share one load. A write
 * in this process empties the cache at once, so that whoever wrote sees it; other processes follow when the
 * entries expire.
 */
export class CoalescingCache<Value> {
  readonly #entries = new Map<string, { until: number; value: Promise<Value> }>();
  readonly #lifetimeMs: number;
  readonly #most: number;
  readonly #now: () => number;

  constructor(options: { lifetimeMs: number; most: number; now?: () => number }) {
    this.#lifetimeMs = options.lifetimeMs;
    this.#most = options.most;
    this.#now = options.now ?? Date.now;
  }

  /** The entry if it is fresh; a hit costs one look-up. */
  peek(key: string): Promise<Value> | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.until > this.#now() ? entry.value : undefined;
  }

  get(key: string, load: () => Promise<Value>): Promise<Value> {
    const fresh = this.peek(key);
    if (fresh) return fresh;
    const value = load();
    if (this.#lifetimeMs > 0) {
      const entry = { until: this.#now() + this.#lifetimeMs, value };
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      // A failed load must not be answered again.
      value.catch(() => {
        if (this.#entries.get(key) === entry) this.#entries.delete(key);
      });
      // Oldest first: what is over goes, so that memory holds a moment's answers and no more.
      for (const [oldest, { until }] of this.#entries) {
        if (until > this.#now() && this.#entries.size <= this.#most) break;
        this.#entries.delete(oldest);
      }
    }
    return value;
  }

  clear(): void {
    this.#entries.clear();
  }
}
