/** Runs the built marketplace with demo content and data of its own, for one run of the browser tests. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createSocialFakes } from '../fakes/social.ts';
import { createTileFake } from '../fakes/tiles.ts';

const fakes = createSocialFakes([{ id: 'e2e', name: '카카오 손님' }]);
const tiles = createTileFake();
const { E2E_PORT: port, E2E_DATA_DIR: dataDir, PATH, TZ, LANG } = process.env;
const server = spawn(process.execPath, ['dist/main.js'], {
  stdio: 'inherit',
  // Other environment variables must not affect the tests.
  env: {
    PATH,
    TZ,
    LANG,
    NODE_ENV: 'production',
    PORT: port,
    DATA_DIR: dataDir,
    DEMO_CONTENT: 'auto',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'a sentence for the tests',
    LOG_LEVEL: 'warn',
    // A busy machine must not refuse requests of the tests.
    OVERLOAD_MS: '600000',
    PASSWORD_COST: 'test',
    // All tests sign in and up from one address.
    RATE_LIMIT_LOGIN_PER_ADDRESS: '100000',
    RATE_LIMIT_REGISTER: '100000',
    RATE_LIMIT_SIGN_IN_STEPS: '100000',
    RATE_LIMIT_MAILS_PER_ADDRESS: '100000',
    RATE_LIMIT_PHONE_CODES_PER_ADDRESS: '100000',
    TILE_URL: await tiles.start(),
    TILE_ATTRIBUTION: '© Tile fake',
    SOCIAL_FAKE_ORIGIN: await fakes.start(),
    KAKAO_CLIENT_ID: 'kakao',
    KAKAO_CLIENT_SECRET: 'kakao-secret',
    // A test waits for a tender to close.
    TENDER_TERMS: '{"openSeconds": 1}',
    RATE_LIMIT_WRITES: '100000',
    RATE_LIMIT_RESOURCES: '100000',
    RATE_LIMIT_VITALS: '100000',
    RATE_LIMIT_SOCKETS: '100000',
    MAX_SOCKETS_PER_PERSON: '1000',
    RATE_LIMIT_GUEST_SEARCH: '100000',
    RATE_LIMIT_OPEN_WRITES: '100000',
  },
});
// The signal goes to the whole process group, so the server has it already: wait for it to finish.
process.on('SIGTERM', () => {});
process.on('SIGINT', () => {});
server.once('exit', (code) => {
  void fakes.stop();
  void tiles.stop();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
