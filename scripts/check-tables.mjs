/**
 * Holds rooms to their own tables. A room's statements name the tables that its `server/personal-data.ts` lists, `person`, and what another
 * room's `public.ts` gives. What still crosses is counted in foreign-tables.json, which only shrinks: `--write` refuses to add.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { root } from './lib-run.mjs';

const listName = 'scripts/foreign-tables.json';

/** Tables without personal data, which no room lists. */
const impersonal = {
  auctions: ['auction_signature'],
  legal: ['legal_document'],
  community: ['banned_word', 'channel'],
  payments: ['sandbox_cancel', 'sandbox_payment', 'sandbox_payout', 'sandbox_seller'],
  quotes: ['quote_order'],
  resources: ['resource_count', 'resource_facet_count'],
  search: ['search_synonym'],
  settings: ['setting'],
};

const owners = new Map();
for (const [room, tables] of Object.entries(impersonal)) for (const table of tables) owners.set(table, room);
for (const file of globSync('src/features/*/server/personal-data.ts', { cwd: root })) {
  const room = file.split('/')[2];
  const [, listed = ''] = /\btables: \[([^\]]*)\]/.exec(readFileSync(root + file, 'utf8')) ?? [];
  for (const [, table] of listed.matchAll(/'(\w+)'/g)) owners.set(table, room);
}

/** Names of tables in statements, made by Kysely or written as SQL. */
export function tablesIn(text) {
  const names = [];
  for (const [, name] of text.matchAll(
    /\b(?:selectFrom|(?:inner|left|right|full|cross)Join|insertInto|updateTable|deleteFrom)\(\s*'(\w+)/g,
  ))
    names.push(name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  for (const [, template] of text.matchAll(/`((?:[^`\\]|\\.)*)`/g)) {
    for (const [, name] of template.matchAll(/\b(?:from|join|into|update|using)\s+(?:only\s+)?(\w+)/g))
      names.push(name);
  }
  return names;
}

const counts = {};
for (const file of globSync('src/features/*/**/*.ts', { cwd: root })) {
  if (/\.test\.ts$|\/testing\.ts$/.test(file)) continue;
  const room = file.split('/')[2];
  for (const table of tablesIn(readFileSync(root + file, 'utf8'))) {
    const owner = owners.get(table);
    if (owner === undefined || owner === room || table === 'person') continue;
    const key = `${room} > ${table}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
}

const problems = [];
if (
  tablesIn(
    'db.selectFrom("x"); db.innerJoin(\'orderEvent as e\'); sql`select from ledger_journal`',
  ).join() !== 'order_event,ledger_journal'
)
  problems.push('the canary was not found: statements are not read any more');
const allowed = JSON.parse(readFileSync(root + listName, 'utf8'));
const isWriting = process.argv.includes('--write');
for (const key of new Set([...Object.keys(counts), ...Object.keys(allowed)])) {
  const [found, most] = [counts[key] ?? 0, allowed[key] ?? 0];
  if (found > most)
    problems.push(`${key}: ${found} statements, ${most} allowed; ask the room that owns the table`);
  else if (found < most && !isWriting)
    problems.push(`${key}: ${found} statements, ${most} allowed; run scripts/check-tables.mjs --write`);
}
if (isWriting && (problems.length === 0 || Object.keys(allowed).length === 0)) {
  const sorted = Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(root + listName, `${JSON.stringify(sorted, null, 2)}\n`);
  problems.length = 0;
}
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
