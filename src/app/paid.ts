import { orderSubject, type PlacingDeps } from '#features/orders/server/public.ts';
import { contributionSubject } from '#features/sponsorship/server/public.ts';
import type { PaymentDeps } from '#features/payments/server/public.ts';
import type { Runtime } from './runtime.ts';

/** What it takes to place an order. */
export function placingDeps<Given extends Runtime>(runtime: Given): Given & PlacingDeps {
  const { orderTerms: terms, feePercent, feeBearer } = runtime.config;
  return { ...runtime, terms, feePercent, feeBearer };
}

/** What people can pay for, and how its room takes part in that. */
export function paymentDeps(runtime: Runtime): PaymentDeps {
  const { config } = runtime;
  return {
    ...runtime,
    publicOrigin: config.publicOrigin,
    subjects: {
      order: orderSubject({ ...runtime, terms: config.orderTerms }),
      contribution: contributionSubject,
    },
  };
}
