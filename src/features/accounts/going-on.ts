/** Part of the rules about the page after a sign-in that every page with a login link needs. */

/** External services for sign-in. */
export const serviceNames = ['kakao', 'naver', 'line', 'google'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Returns true for a path on this site: neither another host nor a route of the API. */
export function isOwnPath(text: string): boolean {
  if (!/^\/(?![/\\])/.test(text) || text.length > 2000 || /[\\\u0000-\u0020]/.test(text)) return false;
  try {
    const url = new URL(text, 'http://own.invalid');
    return url.origin === 'http://own.invalid' && !/^\/+api(?:\/|$)/.test(url.pathname);
  } catch {
    return false;
  }
}

/** Search parameters of the sign-in pages; all others are dropped. */
export type SignInSearch = {
  /** Page after signing in. */
  next?: string;
  /** Error at a service, and its name. */
  problem?: string;
  service?: ServiceName;
  /** Sign-in methods of an existing account, joined by dots. */
  ways?: string;
  /** Service that has just signed someone in. */
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

/** Keeps only the target page, for links between the sign-in pages. */
export function keepNext({ next }: SignInSearch): SignInSearch {
  return next === undefined ? {} : { next };
}
