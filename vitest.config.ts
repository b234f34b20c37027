import { defineConfig } from 'vitest/config';

// That of exports puts something in the place of a module, which others would have loaded already.
const wholeServer = ['src/app/**/!(exports).test.ts', 'src/**/server/**/*.test.ts'];

export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: 'src/platform/server/test-global-setup.ts',
    setupFiles: 'src/platform/server/test-console.ts',
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
        // Each of these files needs the whole server: loading it anew for every file took as long as the tests. What it keeps
        // belongs to a runtime with a database of its own, of which each file opens one.
        test: { name: 'server', include: wholeServer, isolate: false },
      },
      {
        extends: true,
        // These are small, and some put a module or a global of their own in the place of the real one.
        test: {
          name: 'rest',
          include: ['{src,demo,fakes,scripts}/**/*.test.ts'],
          exclude: ['scripts/canary/**', ...wholeServer],
        },
      },
    ],
  },
});
