import { expect, test } from 'vitest';
import { createKeyedLimiter } from './keyed-limiter.ts';

/** Work that runs until the test ends it. */
function work(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const act = () => {
    log.push(name);
    return promise;
  };
  return { act, end: () => resolve(name), fail: () => reject(new Error(name)) };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('two run at once, one of each key, in order of arrival', async () => {
  const log: string[] = [];
  const turn = createKeyedLimiter({ atOnce: 2, maxWaiting: 10 });
  const [a1, a2, b, c] = ['a1', 'a2', 'b', 'c'].map((name) => work(log, name));
  const done = [turn('a', a1!.act), turn('a', a2!.act), turn('b', b!.act), turn('c', c!.act)];
  await settled();
  expect(log).toEqual(['a1', 'b']);
  b!.end();
  await settled();
  expect(log).toEqual(['a1', 'b', 'c']);
  a1!.end();
  await settled();
  expect(log).toEqual(['a1', 'b', 'c', 'a2']);
  a2!.end();
  c!.end();
  expect(await Promise.all(done)).toEqual(['a1', 'a2', 'b', 'c']);
});

test('a single key cannot block the others', async () => {
  const log: string[] = [];
  const turn = createKeyedLimiter({ atOnce: 1, maxWaiting: 10 });
  const works = ['1', '2', '3', 'b'].map((name) => work(log, name));
  const done = works.slice(0, 3).map(({ act }) => turn('a', act));
  await expect(turn('a', works[3]!.act)).rejects.toMatchObject({ kind: { code: 'overloaded' } });
  const other = turn('b', works[3]!.act);
  for (const { end } of works) end();
  await Promise.all([...done, other]);
  expect(log).toEqual(['1', '2', '3', 'b']);
});

test('failed work frees its slot, and too many waiting are refused', async () => {
  const log: string[] = [];
  const turn = createKeyedLimiter({ atOnce: 1, maxWaiting: 1 });
  const [first, second] = [work(log, 'first'), work(log, 'second')];
  const failed = turn('a', first.act);
  const waiting = turn('b', second.act);
  await expect(turn('c', second.act)).rejects.toMatchObject({ kind: { code: 'overloaded' } });
  first.fail();
  await expect(failed).rejects.toThrow('first');
  second.end();
  expect(await waiting).toBe('second');
});
