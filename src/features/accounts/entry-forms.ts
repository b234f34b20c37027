import { splitPath } from '#i18n/languages.ts';
import type { CodeInput, ConsentsInput, CurrentUser, LoginInput, RegisterInput } from './contract.ts';
import { isOwnPath } from './going-on.ts';

/**
 * What the forms of signing in and joining ask of the API, by what was typed into their fields: sent by a script of the page, or
 * by the browser itself where there is none.
 */
type Values = Record<string, string>;

export function loginOf({ account = '', password = '' }: Values): LoginInput {
  const name = account.trim();
  return { ...(name.includes('@') ? { email: name } : { username: name }), password };
}

export function codeOf({ code = '' }: Values): CodeInput {
  return { code };
}

export function registrationOf(values: Values): RegisterInput {
  const { fullName = '', email = '', username = '', password = '' } = values;
  return {
    consents: consentsOf(values),
    fullName,
    email,
    password,
    ...(username.trim() !== '' && { username: username.trim() }),
  };
}

export function consentsOf(values: Values): ConsentsInput {
  return {
    terms: values['terms'] !== undefined,
    privacy: values['privacy'] !== undefined,
    age14: values['age14'] !== undefined,
    marketing: values['marketing'] !== undefined,
  };
}

/** Where somebody goes on after signing in: where they wanted to, or home; who is leaving is first asked to stay. */
export function placeAfterSignIn(
  { withdrawsAt }: Pick<CurrentUser, 'withdrawsAt'>,
  next: string | undefined,
): string {
  if (withdrawsAt) return '/my/privacy';
  if (next === undefined || !isOwnPath(next)) return '/';
  // A language in front would be said twice, because who leads there adds the reader's.
  const [path = '/'] = next.split(/[?#]/, 1);
  return splitPath(path).path + next.slice(path.length);
}
