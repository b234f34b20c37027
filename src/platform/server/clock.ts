/** How often the clock is synchronised again, which bounds the error after this machine slept or the database moved. */
const everyMs = 10_000;
/** A response that took longer is too inaccurate. */
const slowMs = 1000;
/** Maximum number of attempts at the start, after which the fastest response is used. */
const maxAsked = 5;

/** Offset to add to `performance.now()`; from this machine's own clock until the database has been asked. */
let origin = Date.now() - performance.now();
/** Last returned time, in milliseconds. */
let told = 0;

/**
 * Returns the time by the database's clock, which all processes share: one process compares times that another has
 * written. This machine's own clock may be hours off. Code that orders events under a lock asks the database itself,
 * with `databaseTime`.
 *
 * The clock does not run backwards: each synchronisation is wrong by some milliseconds, and a later decision must not
 * look earlier than a previous one. Only a clock that was wrong by more than the measurement error is set back.
 */
export function currentTime(): Date {
  const now = origin + performance.now();
  if (now > told || told - now > slowMs) told = now;
  return new Date(told);
}

/** The part of a PostgreSQL pool that is needed to read its clock. */
type Database = { query(text: string): Promise<{ rows: { now: Date }[] }> };

async function ask(pool: Database): Promise<{ at: number; tookMs: number }> {
  const before = performance.now();
  const { rows } = await pool.query('select clock_timestamp() as now');
  const after = performance.now();
  return { at: (rows[0]?.now.getTime() ?? Date.now()) - (before + after) / 2, tookMs: after - before };
}

/** Returns the first response that was fast enough, or else the fastest. */
async function askUntilQuick(pool: Database): Promise<number> {
  let best = await ask(pool);
  for (let asked = 1; best.tookMs >= slowMs && asked < maxAsked; asked += 1) {
    const next = await ask(pool);
    if (next.tookMs < best.tookMs) best = next;
  }
  return best.at;
}

/** Synchronises the clock with the database and keeps it so. Returns a function that stops it. */
export async function followDatabaseClock(
  pool: Database,
  onError: (what: string, error: unknown) => void,
): Promise<() => void> {
  origin = await askUntilQuick(pool);
  const timer = setInterval(() => {
    ask(pool)
      .then(({ at, tookMs }) => {
        // The database read its clock at some moment of this interval (whole milliseconds), so a current offset within
        // it is kept.
        if (tookMs < slowMs && Math.abs(at - origin) > tookMs / 2 + 1) origin = at;
        return origin;
      })
      .catch((error: unknown) => onError('the database did not tell the time', error));
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
