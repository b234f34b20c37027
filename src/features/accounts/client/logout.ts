import { useNavigate } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { useLogout } from './api.ts';

/** Logs out, says so, and goes home; a failure is told with the server's words. */
export function useLogoutWithToast(): () => void {
  const logout = useLogout();
  const navigate = useNavigate();
  return () =>
    logout.mutate(undefined, {
      onSuccess: () => {
        toast('success', m['accounts.toast.logout_done']());
        void navigate({ to: '/' });
      },
      onError: (error) =>
        toast(
          'danger',
          m['accounts.toast.logout_failed'](),
          describeError(error, m['accounts.toast.logout_failed_text']()),
        ),
    });
}
