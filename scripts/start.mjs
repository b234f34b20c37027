/** `npm start`: from a fresh clone to a running marketplace, with any Node on the machine. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(
    `Gongbang starts with Node 20 or newer; this is ${process.version}. Install a newer Node.js and try again.`,
  );
  process.exit(1);
}
const { build, installPackages, orExplain } = await import('./lib-prepare.mjs');
const { node, root } = await import('./lib-run.mjs');
const { allocatorEnvironment, nodeFlags } = await import('./lib-server-process.mjs');
const { forwardSignals } = await import('./lib-signals.mjs');

await orExplain(async () => {
  await installPackages('1/3');
  await build('2/3');
});
console.log('3/3 Starting …');

// In its own session: Ctrl-C and signals to the group would otherwise reach the server twice, and the second makes it
// stop without finishing its work.
const server = spawn(
  node,
  [...nodeFlags, ...(existsSync(`${root}.env`) ? ['--env-file=.env'] : []), `${root}dist/main.js`],
  {
    cwd: root,
    env: { ...allocatorEnvironment, ...process.env },
    stdio: 'inherit',
    detached: true,
  },
);
forwardSignals(server);
server.once('error', (error) => {
  console.error(`The server could not be started: ${error.message}`);
  process.exit(1);
});
server.once('exit', (code, signal) => {
  if (signal) console.error(`The server was ended by ${signal}.`);
  process.exit(code ?? 1);
});
