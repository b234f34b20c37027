// `npm run bench` runs every benchmark, `npm run bench search` one of them.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const benchmarks = [
  'admin',
  'assistant',
  'auctions',
  'chat',
  'estimate',
  'lighthouse',
  'list',
  'memory',
  'models',
  'money',
  'nearby',
  'pages',
  'realtime',
  'recording',
  'search',
  'uploads',
  'user',
];
const names = process.argv.slice(2);
const unknown = names.filter((name) => !benchmarks.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark "${unknown.join(', ')}": only ${benchmarks.join(', ')}.`);
  process.exit(2);
}

let failed = false;
for (const name of names.length > 0 ? names : benchmarks) {
  console.log(`\n${name}\n${'='.repeat(name.length)}`);
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, [file], {
    stdio: 'inherit',
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  });
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);
