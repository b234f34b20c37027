import { z } from 'zod';
import { gatewayNames } from '../../shared/gateways.ts';
import { ConfigError, readerOf, type Environment } from './reading.ts';
import { apiOrigin } from './values.ts';

/** Payment gateways and their keys. */
export const gatewayVariables = {
  PAYMENT_PROVIDER: {
    schema: z.enum(gatewayNames),
    default: gatewayNames[0],
    about: 'Who takes payments: our own sandbox, where no money moves, Toss Payments or Stripe.',
  },
  TOSS_CLIENT_KEY: {
    schema: z
      .string()
      .regex(/^(test|live)_ck_\w+$/, 'needs a key of the payment window, `test_ck_…` or `live_ck_…`'),
    default: '',
    about: 'Client key of Toss Payments, of its payment window (결제창).',
  },
  TOSS_SECRET_KEY: {
    schema: z
      .string()
      .regex(/^(test|live)_sk_\w+$/, 'needs a key of the payment window, `test_sk_…` or `live_sk_…`'),
    default: '',
    about: 'Secret key of Toss Payments, from the same pair.',
  },
  TOSS_SECURITY_KEY: {
    schema: z.string().regex(/^[0-9a-f]{64}$/i, 'needs 64 hexadecimal digits'),
    default: '',
    about:
      'Security key of Toss Payments, which payouts (지급대행) need. Default: none; payouts are then made by hand.',
  },
  TOSS_BASE_URL: apiOrigin(
    'https://api.tosspayments.com',
    'Where Toss Payments answers; `fakes/toss.ts` in tests.',
  ),
  STRIPE_SECRET_KEY: {
    schema: z.string().regex(/^[sr]k_(test|live)_\w+$/, 'needs `sk_test_…`, `sk_live_…` or a restricted key'),
    default: '',
    about: 'Secret key of Stripe.',
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: z.string().regex(/^whsec_\S+$/, 'needs `whsec_…`'),
    default: '',
    about: 'Signing secret of the webhook endpoint at Stripe.',
  },
  STRIPE_BASE_URL: apiOrigin('https://api.stripe.com', 'Where Stripe answers; `fakes/stripe.ts` in tests.'),
} as const;

export function readGateways(environment: Environment) {
  const { read, get, whole } = readerOf(gatewayVariables, environment);
  const provider = get('PAYMENT_PROVIDER');
  const [clientKey = '', tossSecretKey = ''] = whole('TOSS_CLIENT_KEY', 'TOSS_SECRET_KEY') ?? [];
  const [stripeSecretKey = '', webhookSecret = ''] =
    whole('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET') ?? [];
  if (clientKey.slice(0, 5) !== tossSecretKey.slice(0, 5)) {
    throw new ConfigError(
      'Configuration: TOSS_SECRET_KEY and TOSS_CLIENT_KEY must both be test or both live',
    );
  }
  if (provider === 'toss' && clientKey === '')
    throw new ConfigError('Configuration: TOSS_CLIENT_KEY must be set for toss');
  if (provider === 'stripe' && stripeSecretKey === '')
    throw new ConfigError('Configuration: STRIPE_SECRET_KEY must be set for stripe');
  const live = { TOSS_SECRET_KEY: tossSecretKey, STRIPE_SECRET_KEY: stripeSecretKey };
  for (const [name, key] of Object.entries(live)) {
    if (provider === 'sandbox' && /^(live|[sr]k_live)_/.test(key)) {
      throw new ConfigError(
        `Configuration: ${name} is a live key, so PAYMENT_PROVIDER must not be the sandbox`,
      );
    }
  }
  return {
    provider,
    toss: {
      clientKey,
      secretKey: tossSecretKey,
      securityKey: read('TOSS_SECURITY_KEY'),
      baseUrl: get('TOSS_BASE_URL'),
    },
    stripe: { secretKey: stripeSecretKey, webhookSecret, baseUrl: get('STRIPE_BASE_URL') },
  };
}
