import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { Menu, Plus, Search, X } from 'lucide-react';
import { useEffect, useRef, type FormEvent } from 'react';
import { currentUserQuery, useLogoutWithToast } from '#features/accounts/client/public.tsx';
import { UnreadCount } from '#features/notifications/client/public.tsx';
import { categoryNames, menuCategories } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { LanguageSelect } from './language-select.tsx';
import { Logo } from './logo.tsx';
import { adminPlace, servicePlaces, sponsorPlace } from './places.ts';

export function Header() {
  return (
    <header className="border-b border-line bg-surface">
      <div className="wide flex min-h-16 items-center gap-2 md:gap-4">
        <Link
          to="/"
          aria-label={m['app.shell.home']()}
          className="flex shrink-0 items-center gap-2 py-2 text-xl font-bold"
        >
          <Logo className="size-8" />
          <span>{m['app.name']()}</span>
        </Link>
        <SearchBox className="mx-auto hidden flex-1 md:flex" />
        <div className="ml-auto flex items-center gap-1 md:ml-0">
          <div className="hidden items-center gap-1 md:flex">
            <Link
              to={sponsorPlace}
              className={buttonClass('quiet', 'hidden whitespace-nowrap text-sm lg:inline-flex')}
            >
              {m['app.place.sponsor']()}
            </Link>
            <LanguageSelect />
            <Account />
          </div>
          <MobileMenu />
        </div>
      </div>
      <div className="wide pb-3 md:hidden">
        <SearchBox className="flex" />
      </div>
      <CategoryBar />
    </header>
  );
}

function SearchBox({ className }: { className: string }) {
  const navigate = useNavigate();
  const term = useRouterState({
    select: (state) =>
      state.location.pathname.startsWith('/resources') ? searchOf(state.location.search) : '',
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const search = String(new FormData(event.currentTarget).get('search') ?? '').trim();
    if (search !== '') void navigate({ to: '/resources', search: { search } });
  }
  // A plain form as well: it works before the scripts are there, and without them.
  return (
    <form
      role="search"
      action="/resources"
      onSubmit={submit}
      className={`max-w-[800px] items-center ${className}`}
    >
      <div className="relative w-full">
        <input
          key={term}
          type="search"
          name="search"
          defaultValue={term}
          maxLength={200}
          aria-label={m['app.shell.search']()}
          placeholder={m['app.shell.search_placeholder']()}
          className="h-11 w-full rounded-full border border-line-strong bg-paper pr-12 pl-5 placeholder:text-ink-soft"
        />
        <button
          type="submit"
          aria-label={m['app.shell.search_submit']()}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-full text-ink-soft hover:text-accent-strong"
        >
          <Search aria-hidden="true" className="size-5" />
        </button>
      </div>
    </form>
  );
}

function searchOf(search: unknown): string {
  const { search: term } = (search ?? {}) as { search?: unknown };
  return typeof term === 'string' ? term : '';
}

function Account() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const logout = useLogoutWithToast();
  if (!user) {
    return (
      <>
        <Link to="/login" className={buttonClass('quiet', 'whitespace-nowrap text-sm')}>
          {m['app.shell.login']()}
        </Link>
        <Link to="/register" className={buttonClass('primary', 'whitespace-nowrap text-sm')}>
          {m['app.shell.register']()}
        </Link>
      </>
    );
  }
  return (
    <>
      {user.isAdmin && (
        <Link to={adminPlace} className={buttonClass('secondary', 'whitespace-nowrap text-sm')}>
          {m['app.shell.admin']()}
        </Link>
      )}
      <Link
        to="/my/resources"
        className="max-w-48 truncate px-2 py-2 text-sm hover:underline"
        title={m['app.shell.my_resources']()}
      >
        {m['app.shell.greeting']({ name: user.fullName || user.username })}
        <UnreadCount />
      </Link>
      <Link to="/resources/create" className={buttonClass('primary', 'whitespace-nowrap text-sm')}>
        <Plus aria-hidden="true" className="size-4" />
        {m['app.shell.publish']()}
      </Link>
      <button type="button" onClick={logout} className={buttonClass('quiet', 'whitespace-nowrap text-sm')}>
        {m['app.shell.logout']()}
      </button>
    </>
  );
}

function CategoryBar() {
  return (
    <nav aria-label={m['app.shell.categories']()} className="wide hidden overflow-x-auto md:block">
      <ul className="-mx-2 flex text-sm">
        <li>
          <CategoryLink to="/resources" name={m['resources.all']()} />
        </li>
        {menuCategories.map((category) => (
          <li key={category}>
            <CategoryLink to={`/resources/type/${category}`} name={categoryNames[category]()} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

const categoryLink =
  'block whitespace-nowrap border-b-2 border-transparent px-3 py-3 hover:text-accent-strong data-[status=active]:border-accent data-[status=active]:font-semibold data-[status=active]:text-accent-strong';

function CategoryLink({ to, name, onClick }: { to: string; name: string; onClick?: () => void }) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: true, includeSearch: false }}
      className={categoryLink}
      onClick={onClick}
    >
      {name}
    </Link>
  );
}

/** Slides in under 768 px. A modal `<dialog>` traps the focus, closes on Escape and gives the focus back. */
function MobileMenu() {
  const dialog = useRef<HTMLDialogElement>(null);
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const logout = useLogoutWithToast();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const close = () => dialog.current?.close();
  useEffect(close, [pathname]);
  const item = 'flex min-h-12 items-center border-b border-line px-2';
  return (
    <div className="md:hidden">
      <button
        type="button"
        aria-label={m['app.shell.menu']()}
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
        className="grid size-11 place-items-center rounded-md hover:bg-accent-soft"
      >
        <Menu aria-hidden="true" className="size-6" />
      </button>
      <dialog
        ref={dialog}
        aria-label={m['app.shell.menu']()}
        // Closes on a click beside it, where the browser knows how; the button and Escape always do.
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
            <h2 className="px-2 pb-1 text-sm font-semibold text-ink-soft">{m['app.shell.services']()}</h2>
            <ul className="mb-4">
              {servicePlaces.map(({ to, name, icon: Icon }) => (
                <li key={to}>
                  <Link to={to} className={`gap-3 ${item}`}>
                    <Icon className="size-5 shrink-0 text-accent-strong" />
                    {name()}
                  </Link>
                </li>
              ))}
            </ul>
            <h2 className="px-2 pb-1 text-sm font-semibold text-ink-soft">{m['app.shell.categories']()}</h2>
            <ul>
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
              {user && (
                <li>
                  <Link to="/my/resources" className={item}>
                    {m['app.shell.my_resources']()}
                  </Link>
                </li>
              )}
              {user?.isAdmin && (
                <li>
                  <Link to={adminPlace} className={item}>
                    {m['app.shell.admin_dashboard']()}
                  </Link>
                </li>
              )}
            </ul>
          </nav>
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
    </div>
  );
}
