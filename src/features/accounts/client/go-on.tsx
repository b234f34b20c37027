import { useRouter } from '@tanstack/react-router';
import { localizePath } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import type { CurrentUser } from '../contract.ts';
import { placeAfterSignIn } from '../entry-forms.ts';

/**
 * Returns a function that goes on after signing in: to the wanted page or home. An account that is being
 * withdrawn is offered to stay first.
 */
export function useGoOn(): (user: CurrentUser, next: string | undefined) => void {
  const router = useRouter();
  return (user, next) => {
    router.history.push(localizePath(placeAfterSignIn(user, next), currentLocale()));
  };
}
