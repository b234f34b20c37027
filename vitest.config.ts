import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './scripts/lib-temporary.mjs';

keepTemporaryFilesInMemory();

const all = globSync('{src,demo,fakes,scripts}/**/*.test.ts', { exclude: ['scripts/canary'] });
/** Files that replace a module, a global or the clock, which files in the same process would share. */
const alone = all.filter((file) =>
  /\bvi\.(mock|stubGlobal)\(|\bvi\.useFakeTimers\(\)/.test(readFileSync(file, 'utf8')),
);

export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: 'src/platform/server/test-global-setup.ts',
    setupFiles: ['src/platform/server/test-console.ts', 'src/platform/server/test-names.ts'],
    // Leaves cores for Argon2 and PostgreSQL.
    maxWorkers: 2,
    testTimeout: 40_000,
    hookTimeout: 120_000,
    // Results of jobs are late on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    // Same as for the browser tests: see docs/decisions/0019.
    retry: process.env['CI'] ? 1 : 0,
    passWithNoTests: false,
    // A test left with `.only` would silently disable the others.
    allowOnly: false,
    projects: [
      {
        extends: true,
        // Half of these files need the whole server, and loading it again for each file took as long as the tests. Its
        // state belongs to a runtime with a database of its own, which each file opens.
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
