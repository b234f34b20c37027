import { processVariables, readProcess } from './config/process.ts';
import { signInVariables, readSignIn } from './config/sign-in.ts';
import { gatewayVariables, readGateways } from './config/gateways.ts';
import { mapVariables, readGeocoder, readMapTiles } from './config/maps.ts';
import { fileVariables, readFiles } from './config/files.ts';
import { termVariables, readTermsOfTrade } from './config/terms.ts';
import { callVariables, readCalls } from './config/calls.ts';
import { adVariables, readAdsense } from './config/ads.ts';
import { assistantVariables, readAssistant } from './config/assistant.ts';
import { operatorVariables, readOperator } from './config/operator.ts';
import { rateLimitVariables, readRateLimits } from './config/rate-limits.ts';
import type { Environment } from './config/reading.ts';

/**
 * Every environment variable that the product reads, of one table for each subject: README and .env.example are checked
 * against them. An empty string counts as not set.
 */
export const variables = {
  ...processVariables,
  ...signInVariables,
  ...gatewayVariables,
  ...mapVariables,
  ...fileVariables,
  ...termVariables,
  ...callVariables,
  ...adVariables,
  ...assistantVariables,
  ...operatorVariables,
  ...rateLimitVariables,
};

export type Config = ReturnType<typeof readConfig>;

export function readConfig(environment: Environment) {
  return {
    ...readProcess(environment),
    ...readSignIn(environment),
    payments: readGateways(environment),
    geocoder: readGeocoder(environment),
    tiles: readMapTiles(environment),
    ...readFiles(environment),
    ...readTermsOfTrade(environment),
    calls: readCalls(environment),
    adsense: readAdsense(environment),
    assistant: readAssistant(environment),
    ...readOperator(environment),
    ...readRateLimits(environment),
  };
}
