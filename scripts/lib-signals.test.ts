import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

/** Prints each signal that it gets, and ends three seconds after the first, like a server that finishes its work. */
const server = `
  process.on('SIGTERM', () => { console.log('SIGTERM'); setTimeout(() => process.exit(), 3000); });
  setInterval(() => {}, 1000);
  console.log('ready');
`;
const starter = `
  import { spawn } from 'node:child_process';
  import { forwardSignals } from './scripts/lib-signals.mjs';
  const child = spawn(process.execPath, ['--eval', process.env.SERVER], { stdio: 'inherit', detached: true });
  forwardSignals(child);
  child.once('exit', () => process.exit());
`;

test('a server gets one stop signal when the shell that npm started it in dies', async () => {
  const shell = spawn('sh', ['-c', `"${process.execPath}" --input-type=module --eval "$STARTER"; true`], {
    env: { ...process.env, npm_lifecycle_event: 'start', STARTER: starter, SERVER: server },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: shell.stdout });
  const heard: string[] = [];
  lines.on('line', (line) => heard.push(line));
  await once(lines, 'line');
  shell.kill();
  // The pipe closes with its last writer.
  await once(lines, 'close');
  expect(heard).toEqual(['ready', 'SIGTERM']);
});
