import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TossRequest } from '../contract.ts';
import { payWithToss } from './toss-pay.ts';

const request: TossRequest = {
  clientKey: 'test_ck_a',
  customerKey: 'customer-1',
  method: 'CARD',
  amount: 33_000,
  currency: 'KRW',
  orderId: 'attempt-1',
  orderName: '출력',
  customerName: '홍길동',
  customerEmail: null,
  successUrl: 'https://gongbang.example/payment/success',
  failUrl: 'https://gongbang.example/payment/fail',
  validHours: 24,
};

/** Fake of the global that the script of js.tosspayments.com defines; a page loads the script once. */
const requestPayment = vi.fn<(asked: object) => Promise<void>>();
const opened: string[] = [];
beforeAll(() => {
  vi.stubGlobal('document', {});
  vi.stubGlobal('window', {
    TossPayments: (clientKey: string) => ({
      payment: ({ customerKey }: { customerKey: string }) => {
        opened.push(clientKey, customerKey);
        return { requestPayment };
      },
    }),
  });
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  requestPayment.mockReset().mockResolvedValue();
});

test('the payment window opens in this tab with the server’s values', async () => {
  await payWithToss(request);
  expect(opened).toEqual(['test_ck_a', 'customer-1']);
  expect(requestPayment).toHaveBeenCalledExactlyOnceWith({
    method: 'CARD',
    amount: { value: 33_000, currency: 'KRW' },
    orderId: 'attempt-1',
    orderName: '출력',
    customerName: '홍길동',
    successUrl: 'https://gongbang.example/payment/success',
    failUrl: 'https://gongbang.example/payment/fail',
    windowTarget: 'self',
  });
});

test.each(['TRANSFER', 'MOBILE_PHONE', 'VIRTUAL_ACCOUNT'] as const)(
  'the payment window opens for %s',
  async (method) => {
    await payWithToss({ ...request, method });
    expect(requestPayment).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        method,
        ...(method === 'VIRTUAL_ACCOUNT' && { virtualAccount: { validHours: 24 } }),
      }),
    );
  },
);

test('an error is reported when the payment window does not open', async () => {
  requestPayment.mockRejectedValue(new Error('USER_CANCEL'));
  await expect(payWithToss(request)).rejects.toThrow('USER_CANCEL');
});
