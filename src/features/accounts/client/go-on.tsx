import { useRouter } from '@tanstack/react-router';
import { localizePath } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { isOwnPath, serviceNames, type ServiceName } from '../rules.ts';

/** What the addresses of the sign-in pages may carry; everything else is dropped. */
export type SignInSearch = {
  /** Where to go on after signing in. */
  next?: string;
  /** What went wrong at a service, and which. */
  problem?: string;
  service?: ServiceName;
  /** How the account of an address is opened, joined by dots. */
  ways?: string;
  /** A service that has just signed somebody in. */
  done?: ServiceName;
};

const serviceOf = (value: unknown) => serviceNames.find((name) => name === value);

export function validateSignInSearch(search: Record<string, unknown>): SignInSearch {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const next = text(search['next']);
  const service = serviceOf(search['service']);
  const done = serviceOf(search['done']);
  return {
    ...(isOwnPath(next) && next !== '/' && { next }),
    ...(text(search['problem']) !== '' && { problem: text(search['problem']) }),
    ...(service && { service }),
    ...(text(search['ways']) !== '' && { ways: text(search['ways']) }),
    ...(done && { done }),
  };
}

/** Only the way on, for links between the sign-in pages. */
export function keepNext({ next }: SignInSearch): SignInSearch {
  return next === undefined ? {} : { next };
}

/** Goes where somebody wanted to go before signing in, or home. */
export function useGoOn(): (next: string | undefined) => void {
  const router = useRouter();
  return (next) =>
    router.history.push(localizePath(next !== undefined && isOwnPath(next) ? next : '/', currentLocale()));
}
