import { m } from '#i18n/generated/messages.js';

const methods: Record<string, () => string> = {
  card: () => m['payments.method.card'](),
  transfer: () => m['payments.method.transfer'](),
  virtual_account: () => m['payments.method.virtual_account'](),
  mobile_phone: () => m['payments.method.mobile_phone'](),
  easy_pay: () => m['payments.method.easy_pay'](),
};

/** Returns the name of a payment method; an unknown one as the gateway names it. */
export function methodWords(method: string): string {
  return methods[method]?.() ?? method;
}
