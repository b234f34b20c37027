import { parseSync } from 'rolldown/utils';
import { expect, test } from 'vitest';
import { isCopyable, isStateless } from './lib-page-bundle.mjs';

const stateless = (source: string) => isStateless(parseSync('module.tsx', source).program.body);

test('modules of functions and plain values may be in several scripts', () => {
  for (const source of [
    `import { a } from './a.ts'; export const b = () => a; export function C() { return <p>{b()}</p>; }`,
    `export const names = { one: () => 'x', two: 'y' } as const; export type Name = keyof typeof names;`,
    `const list = ['a', 'b']; export const second = list[1]; export { list };`,
    `export const Later = lazy(() => import('./later.tsx'));`,
  ])
    expect(stateless(source), source).toBe(true);
});

test('what has a state, or is asked for by its identity, is in one script', () => {
  for (const source of [
    `let count = 0; export const next = () => (count += 1);`,
    `export const Context = createContext(null);`,
    `const known = new Map(); export const get = (key) => known.get(key);`,
    `const waiting = []; export const wait = (each) => waiting.push(each);`,
    `export const cache = {};`,
    `export class Failure extends Error {}`,
    `start();`,
    'export const id = `x-${crypto.randomUUID()}`;',
    `export const isThere = !register();`,
    `export const Provider = createContext(null).Provider;`,
    `export const names = { [make()]: 1 };`,
    `export const query = queryOptions({ known: new Map() });`,
    `export const state = { current: null };`,
    `export namespace X { let n = 0; }`,
    `export default class Thing {}`,
  ])
    expect(stateless(source), source).toBe(false);
});

test('small modules are copied', () => {
  expect(isCopyable(`${process.cwd()}/src/platform/shared/errors.ts`)).toBe(false);
  expect(isCopyable(`${process.cwd()}/src/ui/button.tsx`)).toBe(true);
  expect(isCopyable(`${process.cwd()}/src/features/auctions/client/list-screen.tsx`)).toBe(false);
});
