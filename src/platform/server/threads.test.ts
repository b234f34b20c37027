import { expect, test } from 'vitest';
import { runThread } from './threads.ts';

/** A script that returns its task, or misbehaves as told. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads';
    if (workerData === 'fail') throw new Error('out of memory, perhaps');
    if (workerData === 'hang') setInterval(() => {}, 1000);
    else parentPort.postMessage(workerData);`)}`,
);
const run = (key: string, task: string, maxMs = 60_000) =>
  runThread<string>(script, task, { key, maxMs: maxMs });

test('a late or failed task is an error that allows a retry', async () => {
  expect(await run('a', 'answer')).toBe('answer');
  for (const task of [() => run('a', 'fail'), () => run('b', 'hang', 20)])
    await expect(task()).rejects.toMatchObject({ kind: { code: 'overloaded' }, retryAfterSeconds: 60 });
  const options = { key: 'a', maxMs: 20, late: 'late', failed: 'failed' };
  expect(await runThread(script, 'hang', options)).toBe('late');
  expect(await runThread(script, 'fail', { ...options, maxMs: 60_000 })).toBe('failed');
});

test('two tasks of a script run at once, one of each key; too many are refused', async () => {
  const hanging = [run('a', 'hang', 300), run('a', 'hang', 300), run('a', 'hang', 300)];
  const settled = Promise.allSettled(hanging);
  await expect(run('a', 'answer')).rejects.toMatchObject({
    kind: { code: 'overloaded' },
    retryAfterSeconds: 5,
  });
  expect(await run('b', 'answer')).toBe('answer');
  await settled;
  expect(await run('a', 'answer')).toBe('answer');
});
