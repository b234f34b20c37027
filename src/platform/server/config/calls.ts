import { z } from 'zod';
import { ConfigError, readerOf, type Environment } from './reading.ts';
import { commaSeparated, isLoopback } from './values.ts';

/** What calls go through: STUN, TURN, LiveKit. */
export const callVariables = {
  STUN_URLS: {
    schema: z
      .string()
      .transform(commaSeparated)
      .refine(
        (urls) => urls.every((url) => /^stuns?:[^\s?]+$/.test(url)),
        'needs addresses like stun:stun.example:3478, comma separated',
      ),
    default: '',
    about:
      'Comma separated STUN servers, by which two browsers behind routers find each other. Default: none; calls then reach as far as one network, or go through TURN.',
  },
  TURN_URLS: {
    schema: z
      .string()
      .transform(commaSeparated)
      .refine(
        (urls) => urls.every((url) => /^turns?:[^\s?]+(\?transport=(udp|tcp))?$/.test(url)),
        'needs addresses like turn:turn.example:3478?transport=udp, comma separated',
      ),
    default: '',
    about:
      'Comma separated addresses of a TURN server such as coturn, which relays calls where nothing else gets through.',
  },
  TURN_SECRET: {
    schema: z.string().min(16, 'needs at least 16 characters'),
    default: '',
    about: 'What credentials for TURN are signed with: `static-auth-secret` of coturn.',
  },
  LIVEKIT_URL: {
    schema: z
      .url({ protocol: /^wss?$/ })
      .transform((url) => new URL(url).origin)
      .refine((url) => url.startsWith('wss:') || isLoopback(url), 'needs wss, or an address of this machine'),
    default: '',
    about:
      'LiveKit server that calls then go through, for up to 50 people. Default: none; up to 4 with video or 8 with voice send to each other.',
  },
  LIVEKIT_API_KEY: { schema: z.string(), default: '', about: 'API key of LiveKit.' },
  LIVEKIT_API_SECRET: {
    schema: z.string().min(32, 'needs at least 32 characters'),
    default: '',
    about: 'API secret of LiveKit.',
  },
} as const;

export function readCalls(environment: Environment) {
  const { read, whole } = readerOf(callVariables, environment);
  const turnUrls = read('TURN_URLS');
  const turnSecret = read('TURN_SECRET');
  if ((turnUrls === undefined) !== (turnSecret === undefined))
    throw new ConfigError('Configuration: TURN_URLS and TURN_SECRET go together');
  const [url = '', key = '', secret = ''] =
    whole('LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET') ?? [];
  return {
    stunUrls: read('STUN_URLS') ?? [],
    turn: turnUrls && turnSecret ? { urls: turnUrls, secret: turnSecret } : null,
    livekit: url === '' ? null : { url, key, secret },
  };
}
