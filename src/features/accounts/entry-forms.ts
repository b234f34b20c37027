import { splitPath } from '#i18n/languages.ts';
import type { CodeInput, ConsentsInput, CurrentUser, LoginInput, RegisterInput } from './contract.ts';
import { isOwnPath } from './going-on.ts';

/**
 * Requests of the sign-in and registration forms, built from their fields. Used by scripts, and by the server
 * for forms that are submitted without scripts.
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

/**
 * Returns the page after signing in: the wanted one, or home. An account that is being withdrawn is offered
 * to stay first.
 */
export function placeAfterSignIn(
  { withdrawsAt }: Pick<CurrentUser, 'withdrawsAt'>,
  next: string | undefined,
): string {
  if (withdrawsAt) return '/my/privacy';
  if (next === undefined || !isOwnPath(next)) return '/';
  // Drop the language: the caller adds the reader's.
  const [path = '/'] = next.split(/[?#]/, 1);
  return splitPath(path).path + next.slice(path.length);
}
