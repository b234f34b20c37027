import type { Config } from '#platform/server/config.ts';
import type { Gateway } from './gateway.ts';
import { sandboxGateway, type SandboxDeps } from './sandbox.ts';

/** The one that is configured; a configuration that cannot work never gets here. */
export function createGateway(config: Config['payments'], deps: SandboxDeps): Gateway {
  return sandboxGateway(deps);
}
