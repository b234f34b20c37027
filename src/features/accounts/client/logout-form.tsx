import { Button } from '#ui/button.tsx';
import { m } from '#i18n/generated/messages.js';
import { FormName } from './form-parts.tsx';
import { useLogoutWithToast } from './logout.ts';

/** Logout as a form, which works before hydration and without scripts. */
export function LogoutForm({ className = '' }: { className?: string }) {
  const logout = useLogoutWithToast();
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void logout();
      }}
    >
      <FormName name="logout" />
      <Button type="submit" look="quiet" className={className}>
        {m['accounts.page.logout']()}
      </Button>
    </form>
  );
}
