import { orderSubject } from '#features/orders/server/public.ts';
import type { PaymentDeps } from '#features/payments/server/public.ts';
import type { Runtime } from './runtime.ts';

/** What people can pay for, and how its room takes part in that. */
export function paymentDeps(runtime: Runtime): PaymentDeps {
  const { config } = runtime;
  return {
    ...runtime,
    publicOrigin: config.publicOrigin,
    subjects: { order: orderSubject({ ...runtime, terms: config.orderTerms }) },
  };
}
