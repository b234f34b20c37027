/** Where signing in leads on: what every page with a way to sign in needs, and no more of the rules. */

/** Services of others that one can sign in with. */
export const serviceNames = ['kakao', 'naver', 'line', 'google'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Whether `text` is an address on this site to go on to: a path of ours, never another host, never a call. */
export function isOwnPath(text: string): boolean {
  if (!/^\/(?![/\\])/.test(text) || text.length > 2000 || /[\\\u0000-\u0020]/.test(text)) return false;
  try {
    const url = new URL(text, 'http://own.invalid');
    return url.origin === 'http://own.invalid' && !/^\/+api(?:\/|$)/.test(url.pathname);
  } catch {
    return false;
  }
}

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
