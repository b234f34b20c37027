import { useNavigate } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { toast } from '#platform/client/toasts.tsx';
import { useSwitchUser } from './api.ts';

/** Returns a function that logs out, shows a toast and goes home. Its code is loaded on demand. */
export function useLogoutWithToast(): () => Promise<void> {
  const switchUser = useSwitchUser();
  const navigate = useNavigate();
  return async () => {
    const script = await import('./sign-out.ts').catch(() => undefined);
    if (!script)
      return toast('danger', m['accounts.toast.logout_failed'](), m['accounts.toast.logout_failed_text']());
    if (await script.signOut(() => switchUser(null))) await navigate({ to: '/' });
  };
}
