import { useRouter } from '@tanstack/react-router';
import { localizePath } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import type { CurrentUser } from '../contract.ts';
import { placeAfterSignIn } from '../entry-forms.ts';

/** Goes where somebody wanted to go before signing in, or home; who is leaving is first asked to stay. */
export function useGoOn(): (user: CurrentUser, next: string | undefined) => void {
  const router = useRouter();
  return (user, next) => {
    router.history.push(localizePath(placeAfterSignIn(user, next), currentLocale()));
  };
}
