import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{src,demo,fakes,scripts}/**/*.test.ts'],
    exclude: ['scripts/canary/**'],
    globalSetup: 'src/platform/server/test-global-setup.ts',
    setupFiles: 'src/platform/server/test-console.ts',
    // Argon2 and PostgreSQL want the cores too.
    maxWorkers: 2,
    testTimeout: 40_000,
    hookTimeout: 120_000,
    // As in the browser: see docs/decisions/0019.
    retry: process.env['CI'] ? 1 : 0,
    passWithNoTests: false,
    // A test left with `.only` would silently switch the others off.
    allowOnly: false,
  },
});
