import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  House,
  LayoutDashboard,
  MessageCircle,
  Package,
  Plus,
  Settings,
  ShoppingBasket,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { currentUserQuery, isPayment, LogoutForm } from '#features/accounts/client/public.tsx';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { Bell, UnreadCount } from '#features/notifications/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { isStaff } from '#platform/shared/roles.ts';
import { buttonClass } from '#ui/button.tsx';
import { deskQuery } from '../desk/api.ts';

/** Part of the header for a person; guests do not load it. */
export function SignedIn() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  if (!user) return null;
  return (
    <>
      {isStaff(user) && (
        <Link
          to="/admin/dashboard"
          className={buttonClass('secondary', 'whitespace-nowrap text-sm max-md:hidden')}
        >
          {m['app.shell.admin']()}
        </Link>
      )}
      <Bell />
      <AccountMenu user={user} />
      <Link
        to="/resources/create"
        className={buttonClass('primary', 'whitespace-nowrap text-sm max-lg:hidden')}
      >
        <Plus aria-hidden="true" className="size-4" />
        {m['app.shell.publish']()}
      </Link>
      <div className="hidden md:block">
        <LogoutForm className="px-2 text-sm whitespace-nowrap" />
      </div>
    </>
  );
}

const item = 'flex min-h-11 items-center gap-3 rounded-md px-3 hover:bg-accent-soft';

/** Menu under the greeting, from 768 px on; it opens without scripts as well. */
function AccountMenu({ user }: { user: CurrentUser }) {
  const menu = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="hidden md:block">
      <button
        type="button"
        popoverTarget="account-menu"
        className="flex min-h-11 items-center gap-2 rounded-md px-2 text-sm [anchor-name:--account] hover:bg-accent-soft"
      >
        <Face user={user} />
        <span className="max-w-28 truncate lg:max-w-40 xl:max-w-72">
          {m['app.shell.greeting']({ name: user.fullName || user.username })}
        </span>
      </button>
      {/* The click is one on a link inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <nav
        ref={menu}
        id="account-menu"
        popover="auto"
        aria-label={m['app.shell.account']()}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        // Also closes it when the link leads to the page that is open.
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a')) menu.current?.hidePopover();
        }}
        className="under-header w-64 p-2 [position-anchor:--account]"
      >
        <ul>
          <Item icon={UserRound} name={m['accounts.my.profile']()} to="/my/profile" />
          <Item icon={House} name={m['accounts.my.title']()} to="/my" />
          <Item icon={Package} name={m['accounts.my.orders']()} to="/my/orders" />
          <Item icon={ShoppingBasket} name={m['accounts.my.basket']()} to="/payment/basket">
            {isOpen && <BasketCount />}
          </Item>
          <Item icon={MessageCircle} name={m['accounts.my.conversations']()} to="/my/conversations">
            <UnreadCount of="messages" className="ml-auto" />
          </Item>
          <Item icon={Plus} name={m['app.shell.publish']()} to="/resources/create" />
          <Item icon={Settings} name={m['app.shell.settings']()} to="/my" hash="account" />
          {isStaff(user) && (
            <Item icon={LayoutDashboard} name={m['app.shell.admin_dashboard']()} to="/admin/dashboard" />
          )}
        </ul>
        <div className="mt-2 border-t border-line pt-2">
          <LogoutForm className="w-full justify-start px-3 font-normal" />
        </div>
      </nav>
    </div>
  );
}

function Item(props: { icon: LucideIcon; name: string; to: string; hash?: string; children?: ReactNode }) {
  const { icon: Icon, name, children, ...address } = props;
  return (
    <li>
      <Link {...address} reloadDocument={isPayment(address.to)} className={item}>
        <Icon className="size-5 shrink-0 text-accent-strong" />
        {name}
        {children}
      </Link>
    </li>
  );
}

/** Number of conversations with something new, on the bar of phones. */
export function NewMessages() {
  return <UnreadCount of="messages" className="absolute top-1 left-1/2" />;
}

/** Number of orders in the basket; nothing if there are none. */
export function BasketCount() {
  const { data } = useQuery({ ...deskQuery, retry: false });
  const count = data?.basket ?? 0;
  if (count === 0) return null;
  return (
    <span className="ml-auto shrink-0 rounded-full bg-accent px-2 text-xs leading-5 font-semibold text-on-accent">
      {count}
    </span>
  );
}

/** Stands next to the name, so it needs no alternative text. */
function Face({ user: { avatarUrl, fullName, username } }: { user: CurrentUser }) {
  return (
    <span className="block size-8 shrink-0 overflow-hidden rounded-full bg-sunken">
      {avatarUrl ? (
        <img
          src={avatarUrl}
          alt=""
          width={96}
          height={96}
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        <span aria-hidden="true" className="mat grid size-full place-items-center font-semibold">
          {[...(fullName || username)][0]?.toUpperCase()}
        </span>
      )}
    </span>
  );
}
