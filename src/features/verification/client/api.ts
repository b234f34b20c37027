import { queryOptions } from '@tanstack/react-query';
import { getJson, sendJson } from '#platform/client/fetcher.ts';
import { freshness } from '#platform/client/freshness.ts';
import type { BankAccount, BankAccountInput, PhoneCodeSent, Verification } from '../contract.ts';

export const verificationQuery = queryOptions({
  queryKey: ['user-verification'],
  meta: { private: true },
  ...freshness('/api/user/verification'),
  queryFn: ({ signal }) => getJson<Verification>('/api/user/verification', signal),
});

export const askForCode = (phone: string) =>
  sendJson<PhoneCodeSent>('POST', '/api/user/phone/code', { phone });
export const verifyPhone = (phone: string | undefined, code: string) =>
  sendJson<Verification>('POST', '/api/user/phone/verify', { phone, code });
export const saveBankAccount = (input: BankAccountInput) =>
  sendJson<BankAccount>('PUT', '/api/user/bank-account', input);
