import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { Suspense, useState, type ComponentType, type FormEvent } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { categoryNames, menuCategories, SearchField } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { toast } from '#platform/client/toasts.tsx';
import { buttonClass } from '#ui/button.tsx';
import { siteQuery } from '../site/api.ts';
import { LanguageSelect } from './language-select.tsx';
import { SignedIn } from './for-people.tsx';
import { Logo } from './logo.tsx';
import { placesId } from './places.ts';

export function Header() {
  return (
    <>
      <Notice />
      <header className="site-header border-b border-line bg-surface">
        <div className="wide flex min-h-16 items-center gap-2 md:gap-4">
          <Link
            to="/"
            aria-label={m['app.shell.home']()}
            className="flex items-center gap-2 py-2 text-[min(1.25rem,7vw)] leading-7 font-bold"
          >
            <Logo className="size-8 shrink-0" />
            <span>{m['app.name']()}</span>
          </Link>
          <SearchBox className="mx-auto hidden flex-1 md:flex" />
          <div className="ml-auto flex items-center gap-1 md:ml-0">
            <div className="hidden items-center gap-1 md:flex">
              <Link to="/sponsor" className={buttonClass('quiet', 'whitespace-nowrap text-sm max-lg:hidden')}>
                {m['app.place.sponsor']()}
              </Link>
              <LanguageSelect />
            </div>
            <Account />
            {/* Rendered on the server only, so that no script has to carry it. */}
            <noscript>{import.meta.env.SSR && <LoginOfPhones />}</noscript>
            <MenuButton />
          </div>
        </div>
        <div className="wide pb-3 md:hidden">
          <SearchBox className="flex" />
        </div>
        <CategoryBar />
      </header>
    </>
  );
}

/** Announcement of staff to everyone: planned maintenance, a delay. Not a part of the header, which stays on phones. */
function Notice() {
  const { data: site } = useQuery(siteQuery);
  return (
    site?.notice && (
      <p role="status" className="bg-accent-soft">
        <span className="wide block py-2">{site.notice[currentLocale()]}</span>
      </p>
    )
  );
}

function SearchBox({ className }: { className: string }) {
  const navigate = useNavigate();
  const term = useRouterState({
    select: (state) =>
      /^\/(?:resources|services|auctions|find)\b/.test(state.location.pathname)
        ? searchOf(state.location.search)
        : '',
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const search = String(new FormData(event.currentTarget).get('search') ?? '').trim();
    if (search !== '') void navigate({ to: '/resources', search: { search } });
  }
  // A plain form as well, so that it works before and without scripts.
  return (
    <form
      role="search"
      action={localizePath('/resources', currentLocale())}
      onSubmit={submit}
      className={`max-w-[800px] items-center ${className}`}
    >
      <SearchField
        key={term}
        defaultValue={term}
        label={m['app.shell.search']()}
        placeholder={m['app.shell.search_placeholder']()}
        submitLabel={m['app.shell.search_submit']()}
        className="rounded-full bg-paper pl-5"
      />
    </form>
  );
}

function searchOf(search: unknown): string {
  const { search: term } = (search ?? {}) as { search?: unknown };
  return typeof term === 'string' ? term : '';
}

function Account() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  if (user) {
    return (
      <Suspense>
        <SignedIn />
      </Suspense>
    );
  }
  return (
    <div className="hidden items-center gap-1 md:flex">
      <Link to="/login" className={buttonClass('quiet', 'whitespace-nowrap text-sm')}>
        {m['app.shell.login']()}
      </Link>
      <Link to="/register" className={buttonClass('primary', 'whitespace-nowrap text-sm')}>
        {m['app.shell.register']()}
      </Link>
    </div>
  );
}

/** First entry of the menu, on phones without scripts, where the menu cannot be opened. */
function LoginOfPhones() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    !user && (
      <Link to="/login" className={buttonClass('quiet', 'px-2 text-sm md:hidden')}>
        {m['app.shell.login']()}
      </Link>
    )
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

/** Shown below 768 px. The menu is loaded when it is first opened, because few visits use it. */
function MenuButton() {
  const [Menu, setMenu] = useState<ComponentType<{ onClose(): void }> | null>(null);
  const [open, setOpen] = useState(false);
  async function show(): Promise<void> {
    try {
      const { MobileMenu } = await import('./mobile-menu.tsx');
      setMenu(() => MobileMenu);
      setOpen(true);
    } catch {
      toast('danger', m['platform.client.network_failed']());
    }
  }
  return (
    <div className="md:hidden">
      {/* Link to the places at the end of the page, so that the button works before and without scripts. */}
      <a
        href={`#${placesId}`}
        role="button"
        aria-haspopup="dialog"
        onClick={(event) => {
          event.preventDefault();
          void show();
        }}
        onKeyDown={(event) => {
          if (event.key !== ' ') return;
          event.preventDefault();
          void show();
        }}
        className="flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-md hover:bg-accent-soft"
      >
        <span className="sr-only">{m['app.shell.menu']()}</span>
        <MenuIcon aria-hidden="true" className="size-6" />
      </a>
      {open && Menu && <Menu onClose={() => setOpen(false)} />}
    </div>
  );
}
