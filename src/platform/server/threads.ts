import { Worker, type TransferListItem } from 'node:worker_threads';

/** A thread's script: beside its caller in development; the bundle has it beside its own scripts. */
export function threadFile(caller: string, name: string): URL {
  return new URL(caller.endsWith('.ts') ? `./${name}.ts` : `./${name}.js`, caller);
}

/**
 * Does one task in a thread of its own, so that no request waits for it, and ends that when it takes too long. Memory is bounded by
 * what is given to it; V8's own part of it once more here.
 */
export function runThread<Answer>(
  file: URL,
  task: unknown,
  options: { mostMs: number; late: Answer; failed: Answer; transfer?: TransferListItem[] },
): Promise<Answer> {
  const { mostMs, late, failed, transfer = [] } = options;
  const worker = new Worker(file, {
    workerData: task,
    transferList: transfer,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    execArgv: [],
  });
  return new Promise((resolve) => {
    const finish = (answer: Answer) => {
      clearTimeout(timer);
      resolve(answer);
      void worker.terminate();
    };
    const timer = setTimeout(() => finish(late), mostMs);
    worker.once('message', (answer: Answer) => finish(answer));
    worker.once('error', () => finish(failed));
    worker.once('exit', () => finish(failed));
  });
}
