import { isOwnPath } from '#features/accounts/client/public.tsx';

/**
 * Returns the current address as the target after a sign-in. If it is too long (a Korean syllable takes nine
 * characters when encoded), the longest text in it is truncated, which is better than losing all of it.
 */
export function herePath({ pathname, searchStr }: { pathname: string; searchStr: string }): string {
  const search = new URLSearchParams(searchStr);
  const path = () => (search.size > 0 ? `${pathname}?${search}` : pathname);
  const [longest] = [...search].toSorted(([, one], [, other]) => other.length - one.length);
  if (!longest) return path();
  const [name, text] = longest;
  const letters = [...text];
  while (letters.length > 0 && !isOwnPath(path())) {
    letters.length = Math.max(0, letters.length - 20);
    search.set(name, letters.join(''));
  }
  return path();
}
