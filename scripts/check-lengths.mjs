/**
 * Keeps files and functions short enough to be read in one go: 500 lines a file, 150 lines a function. What is longer is counted in
 * long-code.json, which only shrinks: `--write` refuses to add. Exempt kinds are explained in docs/decisions/0083-lengths.md.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';
import { root } from './lib-run.mjs';

const listName = 'scripts/long-code.json';
const maxLinesOfFile = 500;
const maxLinesOfFunction = 150;

/** Tests and their fixtures, generated files, contracts, the schema of the database, and the vocabulary of file names. */
const exempt = [
  /\.test\.ts$/,
  /\/testing\.ts$/,
  /^(?:e2e|tests)\//,
  /\.gen\.ts$/,
  /^src\/i18n\/generated\//,
  /^scripts\/canary\//,
  /\/contract\.ts$/,
  /^src\/platform\/server\/schema\.ts$/,
  /^scripts\/check-vocabulary\.mjs$/,
];

/** Lines of a file, and of each function in it by name; functions of one name and file are counted as the longest of them. */
export function lengthsIn(name, text) {
  const lengths = new Map([[name, text.trimEnd().split('\n').length]]);
  // Hardly any file has a function of that length, and parsing takes its time.
  if (lengths.get(name) <= maxLinesOfFunction) return lengths;
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body !== undefined) {
      const { line: first } = source.getLineAndCharacterOfPosition(node.getStart(source));
      const { line: last } = source.getLineAndCharacterOfPosition(node.end);
      const key = `${name}: ${nameOf(node, source)}`;
      lengths.set(key, Math.max(lengths.get(key) ?? 0, last - first + 1));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lengths;
}

/** Name of a function, or of the variable, property or call that it is given to. */
function nameOf(node, source) {
  if (node.name !== undefined) return node.name.getText(source);
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText(source);
  if (ts.isCallExpression(parent)) return `argument of ${parent.expression.getText(source).split('\n')[0]}`;
  return 'unnamed function';
}

const problems = [];
const canary = `const short = () => 1;\nexport function long() {\n${'  work();\n'.repeat(149)}}\n${'\n'.repeat(400)}export {};`;
const foundInCanary = [...lengthsIn('canary.ts', canary)].filter(([key, lines]) => lines > limitOf(key));
if (JSON.stringify(foundInCanary) !== '[["canary.ts",553],["canary.ts: long",151]]')
  problems.push('the canary was not found: lengths are not read any more');

function limitOf(key) {
  return key.includes(': ') ? maxLinesOfFunction : maxLinesOfFile;
}

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
})
  .toString()
  .split('\0')
  .filter((name) => /\.(?:tsx?|mjs|cjs)$/.test(name) && !exempt.some((kind) => kind.test(name)));

const found = {};
for (const name of files) {
  // Deleted and not committed yet.
  if (!existsSync(root + name)) continue;
  for (const [key, lines] of lengthsIn(name, readFileSync(root + name, 'utf8')))
    if (lines > limitOf(key)) found[key] = lines;
}

const allowed = JSON.parse(readFileSync(root + listName, 'utf8'));
const isWriting = process.argv.includes('--write');
for (const key of new Set([...Object.keys(found), ...Object.keys(allowed)])) {
  const [lines, most] = [found[key] ?? 0, allowed[key] ?? 0];
  if (lines > most)
    problems.push(
      `${key}: ${lines} lines, ${most || limitOf(key)} allowed; give its parts names of their own`,
    );
  else if (lines < most && !isWriting)
    problems.push(
      `${key}: ${lines || 'few enough'} lines, ${most} noted; run scripts/check-lengths.mjs --write`,
    );
}
if (isWriting && (problems.length === 0 || Object.keys(allowed).length === 0)) {
  const sorted = Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(root + listName, `${JSON.stringify(sorted, null, 2)}\n`);
  problems.length = 0;
}
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
