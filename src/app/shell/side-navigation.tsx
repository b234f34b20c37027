import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { LayoutDashboard, type LucideIcon } from 'lucide-react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { isStaff } from '#platform/shared/roles.ts';
import { AdPlace } from './ad-place.tsx';
import { isAbovePlace, servicePlaces } from './places.ts';

/** Navigation at the side of every page from 768 px on; on phones the menu lists the same. */
export function SideNavigation() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    <aside className="hidden w-44 shrink-0 border-r border-line bg-surface md:block lg:w-56">
      <div className="sticky top-0 grid gap-6 p-3 py-6 lg:px-4">
        <AdPlace slot="sidebar_top" />
        <nav aria-labelledby="side-services">
          <SideHeading id="side-services">{m['app.shell.services']()}</SideHeading>
          <ul>
            {servicePlaces.map((place) => (
              <li key={place.to}>
                <SideLink {...place} />
              </li>
            ))}
          </ul>
        </nav>
        {user && isStaff(user) && (
          <nav aria-labelledby="side-admin">
            <SideHeading id="side-admin">{m['app.shell.admin_menu']()}</SideHeading>
            <SideLink
              to="/admin/dashboard"
              name={() => m['app.shell.admin_dashboard']()}
              icon={LayoutDashboard}
            />
          </nav>
        )}
        <div className="grid gap-3">
          <Promo
            to="/services/type/3d_printing"
            title={m['app.promo.start_title']()}
            text={m['app.promo.start_text']()}
          />
          <Promo
            to="/register-printer"
            title={m['app.promo.register_title']()}
            text={m['app.promo.register_text']()}
          />
        </div>
        <AdPlace slot="sidebar_bottom" />
      </div>
    </aside>
  );
}

function SideHeading({ id, children }: { id: string; children: string }) {
  return (
    <h2 id={id} className="px-2 pb-2 text-sm font-semibold text-ink-soft">
      {children}
    </h2>
  );
}

function SideLink({ to, name, icon: Icon }: { to: string; name: () => string; icon: LucideIcon }) {
  const exact = useRouterState({ select: ({ location }) => isAbovePlace(to, location.pathname) });
  return (
    <Link
      to={to}
      activeOptions={{ exact }}
      className="flex min-h-11 items-center gap-3 rounded-md px-2 text-sm hover:bg-accent-soft data-[status=active]:bg-accent-soft data-[status=active]:font-semibold data-[status=active]:text-accent-strong"
    >
      <Icon className="size-5 shrink-0 text-accent-strong" />
      {name()}
    </Link>
  );
}

function Promo({ to, title, text }: { to: string; title: string; text: string }) {
  return (
    <Link to={to} className="mat block rounded-lg p-4 text-sm hover:underline">
      <span className="block text-base font-bold">{title}</span>
      <span className="mt-1 block text-pretty text-on-mat-soft">{text}</span>
    </Link>
  );
}
