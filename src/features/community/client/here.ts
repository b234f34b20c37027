import { isOwnPath } from '#features/accounts/client/public.tsx';

/**
 * Where somebody is, to go on to after signing in. Of the longest text in it the end is left out where an address would not hold it
 * (a syllable of Korean takes nine letters): better than to forget all of it.
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
