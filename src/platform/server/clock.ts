/** How often the database is asked again: a machine that slept, or a database that moved, is wrong for no longer. */
const everyMs = 10_000;
/** An answer that took longer says too little about when it was given. */
const slowMs = 1000;
/** So often it is asked at the start, before the least slow answer has to do. */
const mostAsked = 5;

/** What `performance.now()` has to be added to. Until the database has been asked, this machine's own clock. */
let origin = Date.now() - performance.now();
/** What was told last, in milliseconds. */
let told = 0;

/**
 * The time by the database's clock, which all processes share: what one process writes with it, another compares with it. This machine's
 * own clock may be hours off. What is ordered under a lock asks the database itself, with `databaseTime`.
 *
 * It does not run backwards: each answer of the database is wrong by some milliseconds, and what is decided later must not look as if it
 * had been decided before. Only a clock that was wrong by more than an answer can be is set back.
 */
export function currentTime(): Date {
  const now = origin + performance.now();
  if (now > told || told - now > slowMs) told = now;
  return new Date(told);
}

/** A pool of PostgreSQL, as far as it tells the time. */
type Database = { query(text: string): Promise<{ rows: { now: Date }[] }> };

async function ask(pool: Database): Promise<{ at: number; tookMs: number }> {
  const before = performance.now();
  const { rows } = await pool.query('select clock_timestamp() as now');
  const after = performance.now();
  return { at: (rows[0]?.now.getTime() ?? Date.now()) - (before + after) / 2, tookMs: after - before };
}

/** The first answer that was quick enough, or else the quickest. */
async function askUntilQuick(pool: Database): Promise<number> {
  let best = await ask(pool);
  for (let asked = 1; best.tookMs >= slowMs && asked < mostAsked; asked += 1) {
    const next = await ask(pool);
    if (next.tookMs < best.tookMs) best = next;
  }
  return best.at;
}

/** Sets the clock by the database, and keeps it so. Answers how to stop. */
export async function followDatabaseClock(
  pool: Database,
  onError: (what: string, error: unknown) => void,
): Promise<() => void> {
  origin = await askUntilQuick(pool);
  const timer = setInterval(() => {
    ask(pool)
      .then(({ at, tookMs }) => {
        // The database answered at some moment of this time, in whole milliseconds: within it, the answer says nothing new.
        if (tookMs < slowMs && Math.abs(at - origin) > tookMs / 2 + 1) origin = at;
        return origin;
      })
      .catch((error: unknown) => onError('the database did not tell the time', error));
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
