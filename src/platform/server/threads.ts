import { Worker, type TransferListItem } from 'node:worker_threads';
import { AppError, platformErrors } from '../shared/errors.ts';
import { createTurns, type Turns } from './turns.ts';

/** A thread's script: beside its caller in development; the bundle has it beside its own scripts. */
export function threadFile(caller: string, name: string): URL {
  return new URL(caller.endsWith('.ts') ? `./${name}.ts` : `./${name}.js`, caller);
}

type Options<Answer> = {
  /** Whose task it is: each has one at a time. Null is a job's: nobody waits for it, and it must not be turned away. */
  key: string | null;
  mostMs: number;
  /** The answers of a task that took too long, and of one that ran out of memory or threw: `overloaded` without them. */
  late?: Answer;
  failed?: Answer;
  transfer?: TransferListItem[];
};

/** Of each script: threads of one kind, which may take long, do not keep out those of another. */
const turnsOf = new Map<string, Turns>();

/**
 * Does one task in a thread of its own, so that no request waits for it, and ends that when it takes too long. Two of a
 * script run at once, because each may take half a gigabyte and a core; throws `overloaded` when too many wait. Never
 * call it while a database transaction is open: it would hold a connection while it waits.
 */
export function runThread<Answer>(file: URL, task: unknown, options: Options<Answer>): Promise<Answer> {
  if (options.key === null) return runNow(file, task, options);
  let turn = turnsOf.get(file.href);
  if (!turn) turnsOf.set(file.href, (turn = createTurns({ atOnce: 2, mostWaiting: 20 })));
  return turn(options.key, () => runNow(file, task, options));
}

/** Memory is bounded by what is given to the thread; V8's own part of it once more here. */
function runNow<Answer>(file: URL, task: unknown, options: Options<Answer>): Promise<Answer> {
  const { mostMs, late, failed, transfer = [] } = options;
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
    const timer = setTimeout(() => finish(late), mostMs);
    worker.once('message', (answer: Answer) => finish(answer));
    worker.once('error', () => finish(failed));
    worker.once('exit', () => finish(failed));
  });
}
