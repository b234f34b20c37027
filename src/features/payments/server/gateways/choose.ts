import type { Config } from '#platform/server/config.ts';
import type { Gateway } from './gateway.ts';
import { sandboxGateway, type SandboxDeps } from './sandbox.ts';
import { stripeGateway } from './stripe.ts';
import { tossGateway } from './toss.ts';

/** Creates the configured gateway; an invalid configuration fails the start before this. */
export function createGateway(config: Config['payments'], deps: SandboxDeps): Gateway {
  switch (config.provider) {
    case 'toss':
      return tossGateway(config.toss);
    case 'stripe':
      return stripeGateway(config.stripe);
    case 'sandbox':
      return sandboxGateway(deps);
  }
}
