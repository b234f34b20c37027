/**
 * Lints the API document with Redocly's recommended rules, errors and warnings alike, and compares the generated types of its reads with it;
 * `--write` writes them. Works offline.
 *
 * `scripts/canary/api.json` breaks rules on purpose: the check fails if it does not notice them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { apiDocument } from './lib-api-document.mjs';
import { typesOfReads } from './lib-api-types.mjs';

/** May only get shorter. The router prefers the static segment, and ids are UUIDs. */
const exceptions = [
  { ruleId: 'no-ambiguous-paths', part: '`/api/resources/type/{type}`' },
  { ruleId: 'no-ambiguous-paths', part: '`/api/services/type/{type}`' },
];
const minOperations = 400;

const config = await createConfig({ extends: ['recommended'] });
const lint = (source) => lintFromString({ source, config, absoluteRef: '/api.json' });
const problems = [];

const canary = JSON.parse(readFileSync(new URL('canary/api.json', import.meta.url), 'utf8'));
const noticed = new Set((await lint(JSON.stringify(canary))).map(({ ruleId }) => ruleId));
for (const rule of canary.info['x-broken'])
  if (!noticed.has(rule)) problems.push(`scripts/canary/api.json: the check no longer notices ${rule}.`);

const document = await apiDocument();
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods)).length;
if (operations < minOperations) problems.push(`Only ${operations} operations: the check has gone blind.`);
const used = new Set();
for (const { ruleId, message, location } of await lint(JSON.stringify(document))) {
  const exception = exceptions.find((each) => each.ruleId === ruleId && message.includes(each.part));
  if (exception) used.add(exception);
  else problems.push(`${location[0]?.pointer}: ${message} (${ruleId})`);
}
for (const exception of exceptions)
  if (!used.has(exception)) problems.push(`The exception for ${exception.part} is not needed any more.`);

const typesFile = new URL('../src/platform/client/apiReads.gen.ts', import.meta.url);
const types = await typesOfReads(document);
if (process.argv.includes('--write')) writeFileSync(typesFile, types);
else if (readFileSync(typesFile, 'utf8') !== types)
  problems.push('apiReads.gen.ts differs from the API document: run node scripts/check-api.mjs --write');

for (const problem of problems) console.error(problem);
console.log(`${operations} operations`);
process.exit(problems.length === 0 ? 0 : 1);
