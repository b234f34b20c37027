import { Link, useLocation } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';

/** Asks a guest to log in; the login returns to this page. */
export function LoginNeeded() {
  const { pathname, searchStr } = useLocation();
  return (
    <div className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
      <p>{m['resources.form.login_needed']()}</p>
      <Link to="/login" search={{ next: pathname + searchStr }} className={buttonClass()}>
        {m['resources.form.login']()}
      </Link>
    </div>
  );
}
