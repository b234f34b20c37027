/** All static checks of the code. */
import { node, run, seconds } from './lib-run.mjs';

const steps = [
  ['words', ['scripts/words.mjs', '--check']],
  ['lockfile', ['scripts/complete-lockfile.mjs', '--check']],
  // The other core runs the build; more checkers in parallel would only repeat each other's work.
  [
    'types',
    ['node_modules/typescript7/bin/tsc', '--noEmit', '--project', 'tsconfig.json', '--checkers', '1'],
  ],
  ['lint', ['node_modules/oxlint/bin/oxlint']],
  ['format', ['node_modules/oxfmt/bin/oxfmt', '--check', '.']],
  ['file names', ['node_modules/@ls-lint/ls-lint/bin/cli.js']],
  ['rooms', ['scripts/check-vocabulary.mjs']],
  ['tables', ['scripts/check-tables.mjs']],
  ['odd words', ['scripts/check-words.mjs']],
  ['lengths', ['scripts/check-lengths.mjs']],
  ['links', ['scripts/check-links.mjs']],
  ['arrows', ['scripts/check-dependencies.mjs']],
  ['patterns', ['scripts/check-patterns.mjs']],
  ['API document', ['scripts/check-api.mjs']],
  ['unused code', ['node_modules/knip/bin/knip.js']],
];

const failed = [];
for (const [name, args] of steps) {
  const startedAt = Date.now();
  const { code, output } = await run(node, args);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(12)} ${seconds(startedAt)}`);
  if (code === 0) continue;
  failed.push(name);
  console.log(output.trimEnd().replaceAll(/^/gm, '    '));
}
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
