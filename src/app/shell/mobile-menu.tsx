import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { currentUserQuery, isPayment, useLogoutWithToast } from '#features/accounts/client/public.tsx';
import { UnreadCount } from '#features/notifications/client/public.tsx';
import { categoryNames, menuCategories } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { isStaff } from '#platform/shared/roles.ts';
import { buttonClass } from '#ui/button.tsx';
import { AdPlace } from './ad-place.tsx';
import { LanguageSelect } from './language-select.tsx';
import { isAbovePlace, servicePlaces } from './places.ts';
import { BasketCount } from './signed-in.tsx';

const own = [
  { to: '/my', name: () => m['accounts.my.title'](), count: null },
  { to: '/my/orders', name: () => m['accounts.my.orders'](), count: null },
  { to: '/payment/basket', name: () => m['accounts.my.basket'](), count: <BasketCount /> },
  {
    to: '/my/conversations',
    name: () => m['accounts.my.conversations'](),
    count: <UnreadCount of="messages" className="ml-auto" />,
  },
  {
    to: '/my/notifications',
    name: () => m['accounts.my.notifications'](),
    count: <UnreadCount className="ml-auto" />,
  },
];

/** Menu that slides in. A modal `<dialog>` traps the focus, closes on Escape and returns the focus. */
export function MobileMenu({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const logout = useLogoutWithToast();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const opened = useRef(pathname);
  const close = () => dialog.current?.close();
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (pathname !== opened.current) dialog.current?.close();
  }, [pathname]);
  const item = 'flex min-h-12 items-center border-b border-line px-2';
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-label={m['app.shell.menu']()}
      // Closes on a click outside it in browsers that support `closedby`; the button and Escape always work.
      {...{ closedby: 'any' }}
      className="m-0 ml-auto h-dvh max-h-none w-80 max-w-[85vw] bg-surface text-ink shadow-lg transition-transform duration-200 backdrop:bg-black/50 open:starting:translate-x-full"
    >
      <div className="flex min-h-full flex-col gap-4 p-4">
        <div className="flex items-center justify-between">
          <LanguageSelect />
          <button
            type="button"
            aria-label={m['app.shell.close_menu']()}
            onClick={close}
            className="grid size-11 place-items-center rounded-md hover:bg-accent-soft"
          >
            <X aria-hidden="true" className="size-6" />
          </button>
        </div>
        {user ? (
          <div className="grid gap-3">
            <p className="px-2 font-semibold">
              {m['app.shell.greeting']({ name: user.fullName || user.username })}
            </p>
            <Link to="/resources/create" className={buttonClass()}>
              <Plus aria-hidden="true" className="size-4" />
              {m['app.shell.publish']()}
            </Link>
          </div>
        ) : (
          <div className="grid grid-cols-2 gap-2">
            <Link to="/login" className={buttonClass('secondary')}>
              {m['app.shell.login']()}
            </Link>
            <Link to="/register" className={buttonClass()}>
              {m['app.shell.register']()}
            </Link>
          </div>
        )}
        <nav aria-label={m['app.shell.main']()}>
          {user && (
            <ul className="mb-4">
              {own.map(({ to, name, count }) => (
                <li key={to}>
                  <Link
                    to={to}
                    reloadDocument={isPayment(to)}
                    activeOptions={{ exact: true }}
                    className={item}
                  >
                    {name()}
                    {count}
                  </Link>
                </li>
              ))}
              {isStaff(user) && (
                <li>
                  <Link to="/admin/dashboard" className={item}>
                    {m['app.shell.admin_dashboard']()}
                  </Link>
                </li>
              )}
            </ul>
          )}
          <h2 className="px-2 pb-1 text-sm font-semibold text-ink-soft">{m['app.shell.services']()}</h2>
          <ul className="mb-4">
            {servicePlaces.map(({ to, name, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  activeOptions={{ exact: isAbovePlace(to, pathname) }}
                  className={`gap-3 ${item}`}
                >
                  <Icon className="size-5 shrink-0 text-accent-strong" />
                  {name()}
                </Link>
              </li>
            ))}
          </ul>
          <h2 className="px-2 pb-1 text-sm font-semibold text-ink-soft">{m['app.shell.categories']()}</h2>
          <ul className="mb-4">
            <li>
              <Link to="/resources" className={item}>
                {m['resources.all']()}
              </Link>
            </li>
            {menuCategories.map((category) => (
              <li key={category}>
                <Link to="/resources/type/$type" params={{ type: category }} className={item}>
                  {categoryNames[category]()}
                </Link>
              </li>
            ))}
          </ul>
          <Link to="/help" className={item}>
            {m['app.footer.help']()}
          </Link>
        </nav>
        <AdPlace slot="menu_banner" />
        {user && (
          <button
            type="button"
            onClick={() => {
              close();
              logout();
            }}
            className={buttonClass('secondary', 'mt-auto')}
          >
            {m['app.shell.logout']()}
          </button>
        )}
      </div>
    </dialog>
  );
}
