import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './scripts/lib-temporary.mjs';

keepTemporaryFilesInMemory();

const all = globSync('{src,demo,fakes,scripts}/**/*.test.ts', { exclude: ['scripts/canary'] });
/** Files that put a module, a global or the clock of their own in the place of the real one, which others would share. */
const alone = all.filter((file) =>
  /\bvi\.(mock|stubGlobal)\(|\bvi\.useFakeTimers\(\)/.test(readFileSync(file, 'utf8')),
);

export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: 'src/platform/server/test-global-setup.ts',
    setupFiles: ['src/platform/server/test-console.ts', 'src/platform/server/test-names.ts'],
    // Argon2 and PostgreSQL want the cores too.
    maxWorkers: 2,
    testTimeout: 40_000,
    hookTimeout: 120_000,
    // What jobs do is late on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    // As in the browser: see docs/decisions/0019.
    retry: process.env['CI'] ? 1 : 0,
    passWithNoTests: false,
    // A test left with `.only` would silently switch the others off.
    allowOnly: false,
    projects: [
      {
        extends: true,
        // Half of these files need the whole server, and loading it anew for every file took as long as the tests. What it keeps
        // belongs to a runtime with a database of its own, of which each file opens one.
        test: {
          name: 'together',
          include: ['{src,demo,fakes,scripts}/**/*.test.ts'],
          exclude: ['scripts/canary/**', ...alone],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
});
