/**
 * Checks that every regular expression in src takes linear time: a slow one on user input would block the whole
 * server. See docs/decisions/0059.
 *
 * Patterns that were found linear are listed in linear-patterns.json, because the check takes half a minute. `--write`
 * checks new patterns and writes the list, which must not be edited by hand; `--all` checks all of them again, which
 * `npm run nightly` does.
 */
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const require = createRequire(import.meta.url);
const { version } = require('recheck/package.json');
const listFile = fileURLToPath(new URL('linear-patterns.json', import.meta.url));

/** Exceptions, which may only become fewer. Each names the constant that limits the length of its input. */
const exceptions = new Map([
  // recheck does not support the flag v.
  [String.raw`/^\p{RGI_Emoji}$/v`, { file: 'features/community/rules.ts', bound: 'maxOfEmoji' }],
]);

/**
 * Collects the patterns of a folder as `/pattern/flags` with their places, and the calls that build patterns from
 * strings.
 */
async function readPatterns(folder) {
  const { parseSync, Visitor } = await import('rolldown/utils');
  const patterns = new Map();
  const problems = [];
  const files = readdirSync(folder, { recursive: true }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^i18n\/generated\//.test(file),
  );
  for (const file of files) {
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    const place = ({ start }) => `src/${file}:${text.slice(0, start).split('\n').length}`;
    const refuse = (node) =>
      problems.push(
        `${place(node)}: a pattern made of texts cannot be checked. Write it down, or search without one.`,
      );
    const isRegExp = ({ callee }) => callee.name === 'RegExp' || callee.property?.name === 'RegExp';
    new Visitor({
      Literal(node) {
        if (!node.regex) return;
        const key = `/${node.regex.pattern}/${node.regex.flags}`;
        const known = patterns.get(key) ?? { ...node.regex, places: [] };
        patterns.set(key, { ...known, places: [...known.places, place(node)] });
      },
      NewExpression: (node) => isRegExp(node) && refuse(node),
      CallExpression: (node) => isRegExp(node) && refuse(node),
    }).visit(parseSync(file, text).program);
  }
  return { patterns, problems };
}

/** Returns the problem of a pattern; null for a linear one. */
function examine({ pattern, flags }) {
  process.env.RECHECK_BACKEND = 'pure';
  const { checkSync } = require('recheck');
  // recheck's own time limit would depend on the load of the machine; a pattern that takes this long is too hard to
  // read anyway.
  const { status, complexity, attack, error } = checkSync(pattern, flags, { timeout: 60_000 });
  if (status === 'safe') return null;
  if (status === 'unknown') return `cannot be decided (${error.kind})`;
  return `is ${complexity.summary}, as for ${attack.pattern.slice(0, 200)}`;
}

/** Checks patterns in several threads. */
async function examineAll(list) {
  const answers = new Map();
  const waiting = [...list];
  const threads = Math.min(waiting.length, Math.max(2, availableParallelism()));
  await Promise.all(
    Array.from({ length: threads }, async () => {
      const worker = new Worker(fileURLToPath(import.meta.url), { workerData: 'examine' });
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const [key, pattern] = next;
        const answer = once(worker, 'message');
        worker.postMessage({ pattern: pattern.pattern, flags: pattern.flags }, []);
        const [wrong] = await answer;
        answers.set(key, wrong);
      }
      await worker.terminate();
    }),
  );
  return answers;
}

async function main() {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const problems = [];

  const canary = await readPatterns(`${root}scripts/canary/patterns`);
  const planted = await examineAll(canary.patterns);
  for (const [key, { places }] of canary.patterns) {
    if (planted.get(key) === null) problems.push(`${places.join(', ')}: the check no longer notices ${key}.`);
  }
  if (canary.patterns.size !== 4 || canary.problems.length !== 2)
    problems.push('The patterns in scripts/canary/patterns are no longer found.');

  const { patterns, problems: made } = await readPatterns(`${root}src`);
  problems.push(...made);
  if (patterns.size < 300)
    problems.push(`Only ${patterns.size} patterns were found: the check has gone blind.`);

  const listText = readFileSync(listFile, 'utf8');
  const written = JSON.parse(listText);
  // Another version of recheck may judge differently.
  const isTrusted = written.recheck === version && !process.argv.includes('--all');
  const listed = new Set(isTrusted ? written.patterns : []);
  const fresh = await examineAll([...patterns].filter(([key]) => !exceptions.has(key) && !listed.has(key)));
  for (const [key, { places }] of patterns) {
    const exception = exceptions.get(key);
    if (exception) {
      const isBounded = readFileSync(`${root}src/${exception.file}`, 'utf8').includes(exception.bound);
      if (!isBounded || places.some((place) => !place.startsWith(`src/${exception.file}:`)))
        problems.push(
          `${places.join(', ')}: ${key} is only allowed where ${exception.bound} bounds its text.`,
        );
      continue;
    }
    const wrong = listed.has(key) ? null : fresh.get(key);
    if (wrong !== null) problems.push(`${places.join(', ')}: ${key} ${wrong}`);
  }
  for (const key of exceptions.keys()) {
    if (!patterns.has(key)) problems.push(`The exception for ${key} is needed no more.`);
  }
  const linear = {
    recheck: version,
    patterns: [...patterns.keys()].filter((key) => !exceptions.has(key)).toSorted(),
  };
  const list = `${JSON.stringify(linear, null, 2)}\n`;
  if (problems.length === 0 && list !== listText) {
    if (process.argv.includes('--write')) writeFileSync(listFile, list);
    else problems.push('linear-patterns.json is out of date: run node scripts/check-patterns.mjs --write');
  }

  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  console.log(`${patterns.size} patterns`);
}

if (isMainThread) await main();
else if (workerData === 'examine') {
  parentPort.on('message', (pattern) => parentPort.postMessage(examine(pattern), []));
}
