import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { ConfigError } from './reading.ts';
import { shortestSecret } from './values.ts';

/** Secret that signs session cookies: as configured, or generated on the first start. */
export function sessionSecretOf(config: Pick<Config, 'dataDir' | 'sessionSecret'>): string {
  return config.sessionSecret ?? keptSecret(config.dataDir, 'session-secret');
}

/** Keys that encrypt personal data, newest first: as configured, or generated on the first start. */
export function dataKeysOf(config: Pick<Config, 'dataDir' | 'dataKeys'>): readonly string[] {
  return config.dataKeys ?? [keptSecret(config.dataDir, 'data-key')];
}

/** Reads or creates a secret in the data folder. */
function keptSecret(dataDir: string, name: string): string {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, name);
  const unfinished = `${path}.${randomUUID()}`;
  writeFileSync(unfinished, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    // Linking is atomic and fails if another process was first; then both read the same secret.
    linkSync(unfinished, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished);
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < shortestSecret) throw new ConfigError(`Configuration: ${path} is damaged; remove it`);
  return secret;
}
