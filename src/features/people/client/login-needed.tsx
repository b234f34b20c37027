import { Link, useLocation } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';

/** Returns here after the login. */
export function LoginNeeded() {
  const { pathname } = useLocation();
  return (
    <div className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
      <p>{m['people.my.login_needed']()}</p>
      <Link to="/login" search={{ next: pathname }} className={buttonClass()}>
        {m['people.my.login']()}
      </Link>
    </div>
  );
}
