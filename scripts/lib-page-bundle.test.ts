import { parseSync } from 'rolldown/utils';
import { expect, test } from 'vitest';
import { isCopyable, isStateless, ownCopies } from './lib-page-bundle.mjs';

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

test('modules with state or identity are in one script', () => {
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

test('a module imports its own copies of messages, icons and exports of rooms, and nothing else changes', async () => {
  const plugin = ownCopies();
  plugin.buildStart();
  const id = `${process.cwd()}/src/app/example.tsx`;
  const code = [
    `import { useState } from 'react';`,
    `import { Download, type LucideIcon as Icon } from 'lucide-react';`,
    `import { m } from '#i18n/generated/messages.js';`,
    `import { currentUserQuery as mine, type User } from '#features/accounts/client/public.tsx';`,
    `import type { Locale } from '#i18n/languages.ts';`,
    `export const title = () => m['app.name']() + m['resources.all']();`,
    `export const Later = lazy(() => import('./later.tsx'));`,
  ].join('\n');
  const changed: string = plugin.transform.handler(code, id)?.code ?? '';
  expect(changed).toContain(`import { useState } from 'react';`);
  expect(changed).toContain(`import type { Locale } from '#i18n/languages.ts';`);
  expect(changed.split('\n').slice(-2)).toEqual(code.split('\n').slice(-2));
  expect(changed).toMatch(/import type \{ User as User \} from "#features\/accounts\/.*";/);
  expect(changed).toMatch(
    /import \{ currentUserQuery as mine \} from "#features\/accounts\/client\/(?!public)\S+";/,
  );
  expect(changed).toMatch(/import type \{ LucideIcon as Icon \} from "lucide-react";/);

  const sourceOf = (name: string) =>
    JSON.parse(changed.match(new RegExp(`import [^;]*\\b${name}\\b[^;]* from ("[^;]*");`))?.[1] ?? '""');
  // The icon and each used message are named after their importer.
  expect(plugin.load(sourceOf('Download'))).toMatch(/icons\/download\.mjs\?of=\w{8}"/);
  const words: string = plugin.load(sourceOf('m'));
  expect(words.match(/export \{ "([^"]+)" \}/g)).toEqual([
    'export { "app.name" }',
    'export { "resources.all" }',
  ]);
  const [owner] = new Set(words.match(/\?of=\w{8}/g));

  // A static import gets a copy where that is equivalent, and otherwise the single shared script.
  const context = { resolve: async (source: string) => ({ id: `${process.cwd()}/${source.slice(1)}` }) };
  const resolve = (source: string) => plugin.resolveId.call(context, source, id);
  expect(await resolve('#src/features/resources/client/words.ts')).toBe(
    `${process.cwd()}/src/features/resources/client/words.ts${owner}`,
  );
  expect(await resolve('#src/features/auctions/client/list-screen.tsx')).toEqual({
    id: `${process.cwd()}/src/features/auctions/client/list-screen.tsx`,
  });
  expect(await resolve('./later.tsx')).toBe(null);
  expect(await resolve('react')).toBe(null);
});
