import { queryOptions } from '@tanstack/react-query';
import { getJson, sendJson } from '#platform/client/fetcher.ts';
import type { SandboxChoices, SandboxChosen, SandboxPayment } from '../contract.ts';
import type { SandboxAction } from '../sandbox.ts';

const address = (key: string) => `/api/sandbox/payments/${encodeURIComponent(key)}`;
const lookAgainMs = 5000;

/** Refetches, because the shop or a timeout may change the payment while the page is open. */
export function sandboxPaymentQuery(key: string) {
  return queryOptions({
    queryKey: ['sandbox payment', key],
    meta: { private: true },
    queryFn: ({ signal }) => getJson<SandboxPayment>(address(key), signal),
    refetchInterval: ({ state }) => (state.data?.status === 'in_progress' ? lookAgainMs : false),
  });
}

export const chooseInSandbox = (key: string, action: SandboxAction, choices: SandboxChoices) =>
  sendJson<SandboxChosen>('POST', `${address(key)}/${action}`, choices);
