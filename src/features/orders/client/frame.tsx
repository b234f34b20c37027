import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';

/** Layout of a private page: its head, and a title above the content. */
export function Frame({
  title,
  wide = false,
  children,
}: {
  title: string;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={`page py-6 md:py-8 ${wide ? 'max-w-5xl' : 'max-w-3xl'}`}>
      {/* Set here instead of in the route's head, because every page carries all routes. */}
      <title>{m['app.title']({ page: title })}</title>
      <meta name="robots" content="noindex" />
      {children}
    </div>
  );
}

export function Notice({ children, alert = false }: { children: ReactNode; alert?: boolean }) {
  return (
    <div
      role={alert ? 'alert' : undefined}
      className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6"
    >
      {children}
    </div>
  );
}

/** Returns here after the login. */
export function LoginNeeded({ children }: { children: ReactNode }) {
  const { pathname, searchStr } = useLocation();
  return (
    <Notice>
      <p>{children}</p>
      <Link to="/login" search={{ next: pathname + searchStr }} className={buttonClass()}>
        {m['orders.pay.log_in']()}
      </Link>
    </Notice>
  );
}

export const Skeleton = () => <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />;
