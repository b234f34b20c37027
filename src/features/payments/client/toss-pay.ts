import type { TossRequest } from '../contract.ts';

/**
 * Opens the payment window of Toss, which leads back to `successUrl` or `failUrl`. Throws if it does not open. Only
 * documents under `/payment` may load its script, and a document keeps its CSP, so go there with a full page load.
 */
export async function payWithToss(request: TossRequest): Promise<void> {
  const { loadTossPayments } = await import('@tosspayments/tosspayments-sdk');
  const toss = await loadTossPayments(request.clientKey);
  const payment = toss.payment({ customerKey: request.customerKey });
  const { orderId, orderName, customerName, customerEmail, successUrl, failUrl } = request;
  const common = {
    amount: { value: request.amount, currency: request.currency },
    orderId,
    orderName,
    successUrl,
    failUrl,
    ...(customerName !== null && { customerName }),
    ...(customerEmail !== null && { customerEmail }),
    // An iframe does not work on phones.
    windowTarget: 'self' as const,
  };
  switch (request.method) {
    case 'CARD':
      return payment.requestPayment({ ...common, method: 'CARD' });
    case 'TRANSFER':
      return payment.requestPayment({ ...common, method: 'TRANSFER' });
    case 'MOBILE_PHONE':
      return payment.requestPayment({ ...common, method: 'MOBILE_PHONE' });
    case 'VIRTUAL_ACCOUNT':
      return payment.requestPayment({
        ...common,
        method: 'VIRTUAL_ACCOUNT',
        virtualAccount: { validHours: request.validHours },
      });
  }
}
