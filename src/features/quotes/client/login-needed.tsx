import { Link, useLocation } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';

/** Returns here after the login. */
export function LoginNeeded({ children }: { children: string }) {
  const { pathname, searchStr } = useLocation();
  return (
    <div className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
      <p>{children}</p>
      <Link to="/login" search={{ next: pathname + searchStr }} className={buttonClass()}>
        {m['quotes.request.login']()}
      </Link>
    </div>
  );
}
