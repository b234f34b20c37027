import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
/** Node version of package.json, regardless of the machine's. */
export const node = `${root}node_modules/node/bin/node`;

/**
 * Runs a program to its end; its output is shown (`show`) or returned. After `maxMinutes` it is killed with all of its
 * child processes.
 */
export function run(command, args, { show = false, env = {}, cwd = root, maxMinutes } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    const timer =
      maxMinutes &&
      setTimeout(() => {
        console.error(`\nNot done after ${maxMinutes} minutes, and stopped.`);
        for (const id of [...descendantsOf(child.pid), child.pid]) kill(id);
      }, maxMinutes * 60_000);
    child.once('error', (error) => resolve({ code: 127, output: `${output}${command}: ${error.message}` }));
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, signal, output });
    });
  });
}

/** Lists the descendants of a process; none on systems other than Linux. */
function descendantsOf(id) {
  let names = [];
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  const children = names.filter((name) => parentOf(name) === id).map(Number);
  return children.flatMap((child) => [...descendantsOf(child), child]);
}

function parentOf(id) {
  try {
    // The name in parentheses may contain anything; the parent is the second word after it.
    return Number(readFileSync(`/proc/${id}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')[1]);
  } catch {
    return null;
  }
}

function kill(id) {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // The process has ended meanwhile.
  }
}

export function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
