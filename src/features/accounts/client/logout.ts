import { useNavigate } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { describeError, sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { useSwitchUser } from './api.ts';

/** Logs out, says so, and goes home; a failure is told with the server's words. */
export function useLogoutWithToast(): () => Promise<void> {
  const switchUser = useSwitchUser();
  const navigate = useNavigate();
  return async () => {
    try {
      await sendJson<null>('POST', '/api/logout');
      switchUser(null);
      toast('success', m['accounts.toast.logout_done']());
      await navigate({ to: '/' });
    } catch (error) {
      toast(
        'danger',
        m['accounts.toast.logout_failed'](),
        describeError(error, m['accounts.toast.logout_failed_text']()),
      );
    }
  };
}
