/**
 * Keeps words out of code and documents that make a newcomer read a sentence twice. The counts below may only shrink: a run with fewer
 * fails as well, until the new count is written here.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Odd words, a canary that must be found, what to write instead, and how many are left in code and in documents. */
const oddWords = [
  {
    word: /\bwho(?:so)?ever\b/gi,
    instead: 'the caller, the reader, people who …',
    canary: 'Whoever was let out hears nothing',
    code: 48,
    documents: 77,
  },
  {
    word: /\bwhom(?:ever)?\b/gi,
    instead: 'a sentence with the person as its subject',
    canary: 'to whom it may concern',
    code: 19,
    documents: 11,
  },
  { word: /\banew\b|Anew\b/g, instead: 'again', canary: 'it is worked out anew', code: 21, documents: 29 },
  {
    word: /\b(?:who|what) may\b/gi,
    instead: 'permission, access, allowed',
    canary: 'who may write',
    code: 20,
    documents: 13,
  },
  {
    word: / beside(?:s)? |Beside\b/g,
    instead: 'next to, in addition to, with',
    canary: 'the rows beside the order',
    code: 32,
    documents: 37,
  },
  {
    word: /\bpatiently\b|Patiently\b/g,
    instead: 'with retries',
    canary: 'asks patiently',
    code: 0,
    documents: 0,
  },
  {
    word: /\b(?:most|least|fewest)[A-Z]\w*/g,
    instead: 'max…, min…',
    canary: 'mostTags',
    code: 0,
    documents: 0,
  },
  {
    word: /^\s*(?:\/\/|\/?\*\*?) (?:Who|Whose|Whoever|Of|Nobody|Nothing) /gm,
    instead: 'a comment that starts with a noun or a verb',
    canary: '// Who may what',
    code: 0,
    documents: 0,
  },
];

/** This file and its own test data name the words; licences and stop words of searches are not ours to change. */
const exempt = /^scripts\/(check-words\.mjs|canary\/)|locales\/|generated|package-lock\.json|LICENSE|NOTICE/;

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  .toString()
  .split('\0')
  .filter((name) => /\.(?:tsx?|mjs|cjs|md|css|sh|yml)$/.test(name) && !exempt.test(name));

const found = oddWords.map(() => ({ code: [], documents: [] }));
for (const name of files) {
  const text = readText(name);
  const kind = name.endsWith('.md') ? 'documents' : 'code';
  for (const [index, { word }] of oddWords.entries()) {
    for (const match of text.matchAll(word)) {
      found[index][kind].push(`${name}:${text.slice(0, match.index).split('\n').length}: ${match[0].trim()}`);
    }
  }
}

function readText(name) {
  try {
    return readFileSync(name, 'utf8');
  } catch {
    // Deleted and not committed yet.
    return '';
  }
}

let failed = false;
for (const { word, canary } of oddWords) {
  if (canary.search(word) >= 0) continue;
  failed = true;
  console.log(`${String(word)} does not find its canary "${canary}"`);
}
for (const [index, row] of oddWords.entries()) {
  for (const kind of ['code', 'documents']) {
    const places = found[index][kind];
    if (places.length === row[kind]) continue;
    failed = true;
    const problem =
      places.length > row[kind]
        ? `at most ${row[kind]} allowed; write ${row.instead}`
        : `write ${places.length} into scripts/check-words.mjs, so that it stays so`;
    console.log(`${String(row.word)} in ${kind}: ${places.length}, ${problem}`);
    if (places.length > row[kind]) console.log(places.slice(0, 60).join('\n'));
  }
}
process.exitCode = failed ? 1 : 0;
