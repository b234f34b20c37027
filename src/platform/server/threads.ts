import { Worker, type TransferListItem } from 'node:worker_threads';
import { AppError, platformErrors } from '../shared/errors.ts';
import { createKeyedLimiter, type KeyedLimiter } from './keyed-limiter.ts';

/** Returns the URL of a thread's script: next to its caller in development, next to the other scripts in the bundle. */
export function threadFile(caller: string, name: string): URL {
  return new URL(caller.endsWith('.ts') ? `./${name}.ts` : `./${name}.js`, caller);
}

type Options<Answer> = {
  /** Owner of the task; each owner runs one at a time. Null is for jobs, which are never refused. */
  key: string | null;
  maxMs: number;
  /**
   * Results for a task that took too long, and for one that ran out of memory or threw; without them `overloaded` is
   * thrown.
   */
  late?: Answer;
  failed?: Answer;
  transfer?: TransferListItem[];
};

/** Queues by script, so that slow threads of one kind do not block those of another. */
const turnsOf = new Map<string, KeyedLimiter>();

/**
 * Runs one task in a worker thread, so that it does not block requests, and ends the thread when it takes too long. Two
 * threads of a script run at once, because each may take half a gigabyte and a core; throws `overloaded` when too many
 * wait. Do not call it during a database transaction, which would hold a connection while it waits.
 */
export function runThread<Answer>(file: URL, task: unknown, options: Options<Answer>): Promise<Answer> {
  if (options.key === null) return runNow(file, task, options);
  let turn = turnsOf.get(file.href);
  if (!turn) turnsOf.set(file.href, (turn = createKeyedLimiter({ atOnce: 2, maxWaiting: 20 })));
  return turn(options.key, () => runNow(file, task, options));
}

/** Memory is bounded by the transferred task, plus this limit for V8's own heap. */
function runNow<Answer>(file: URL, task: unknown, options: Options<Answer>): Promise<Answer> {
  const { maxMs, late, failed, transfer = [] } = options;
  const worker = new Worker(file, {
    workerData: task,
    transferList: transfer,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    execArgv: [],
  });
  return new Promise((resolve, reject) => {
    const finish = (answer: Answer | undefined) => {
      clearTimeout(timer);
      if (answer === undefined) reject(new AppError(platformErrors.overloaded, { retryAfterSeconds: 60 }));
      else resolve(answer);
      void worker.terminate();
    };
    const timer = setTimeout(() => finish(late), maxMs);
    worker.once('message', (answer: Answer) => finish(answer));
    worker.once('error', () => finish(failed));
    worker.once('exit', () => finish(failed));
  });
}
