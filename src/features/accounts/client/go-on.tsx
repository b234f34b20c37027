import { useRouter } from '@tanstack/react-router';
import { localizePath } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import type { CurrentUser } from '../contract.ts';
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

/** Goes where somebody wanted to go before signing in, or home; who is leaving is first asked to stay. */
export function useGoOn(): (user: CurrentUser, next: string | undefined) => void {
  const router = useRouter();
  return (user, next) => {
    const wanted = next !== undefined && isOwnPath(next) ? next : '/';
    router.history.push(localizePath(user.withdrawsAt ? '/my/privacy' : wanted, currentLocale()));
  };
}
