import { basketPaymentTarget } from '#features/baskets/server/public.ts';
import { orderPaymentTarget, type PlacingDeps } from '#features/orders/server/public.ts';
import { contributionPaymentTarget } from '#features/sponsorship/server/public.ts';
import { pledgePaymentTarget } from '#features/wanted/server/public.ts';
import type { PaymentDeps } from '#features/payments/server/public.ts';
import type { Runtime } from './runtime.ts';

/** Dependencies of placing an order. */
export function placingDeps<Given extends Runtime>(runtime: Given): Given & PlacingDeps {
  const { orderTerms: terms, feePercent, feeBearer } = runtime.config;
  return { ...runtime, terms, feePercent, feeBearer };
}

/** Kinds of things that people pay for, with the hooks of their rooms. */
export function paymentDeps(runtime: Runtime): PaymentDeps {
  const { config } = runtime;
  const order = orderPaymentTarget({ ...runtime, terms: config.orderTerms });
  return {
    ...runtime,
    publicOrigin: config.publicOrigin,
    subjects: {
      order,
      basket: basketPaymentTarget(order),
      contribution: contributionPaymentTarget,
      pledge: pledgePaymentTarget(config.wantedTerms),
    },
  };
}
