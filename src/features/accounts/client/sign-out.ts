import { m } from '#i18n/generated/messages.js';
import { describeError, sendJson } from '#platform/client/fetcher.ts';
import { whileClosed } from '#platform/client/realtime.ts';
import { signedOut } from '#platform/client/signed-out.ts';
import { toast } from '#platform/client/toasts.tsx';

/** Returns true if it succeeded; an error is shown with the server's message. */
export async function signOut(onDone: () => void): Promise<boolean> {
  try {
    await whileClosed(() => sendJson<null>('POST', '/api/logout'));
  } catch (error) {
    toast(
      'danger',
      m['accounts.toast.logout_failed'](),
      describeError(error, m['accounts.toast.logout_failed_text']()),
    );
    return false;
  }
  signedOut();
  onDone();
  toast('success', m['accounts.toast.logout_done']());
  return true;
}
