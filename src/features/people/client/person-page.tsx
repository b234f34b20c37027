import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { Building2, CircleCheck, Languages, MapPin, Pencil } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { ReportButton } from '#features/moderation/client/public.tsx';
import { PersonReviews } from '#features/reviews/client/public.tsx';
import { ResourceGrid } from '#features/resources/client/public.tsx';
import { cityNames, ServiceGrid } from '#features/services/client/public.tsx';
import { FollowButton, PersonCollections } from '#features/social/client/public.tsx';
import { PersonHelp } from '#features/support/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { buttonClass } from '#ui/button.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { dateFormat } from '#platform/shared/formats.ts';
import type { PublicPerson } from '../contract.ts';
import { personQuery, personResourcesQuery, personServicesQuery, type Shown } from './api.ts';
import { Avatar } from './avatar.tsx';
import type { PersonSearch } from './load-person.ts';
import { languageName } from './words.ts';

function laterPage(value: unknown): number | undefined {
  const page = Number(value);
  return Number.isSafeInteger(page) && page > 1 ? page : undefined;
}

export const Route = createFileRoute('/people/$username')({
  validateSearch: (raw: Record<string, unknown>): PersonSearch => {
    const [page, services] = [laterPage(raw['page']), laterPage(raw['services'])];
    return { ...(page && { page }), ...(services && { services }) };
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) =>
    (await import('./load-person.ts'))?.loadPerson(context.queryClient, params.username, deps),
  head: loadedHead,
  component: PersonPage,
  notFoundComponent: () => (
    <div className="page grid justify-items-start gap-4 py-16">
      <title>{m['app.title']({ page: m['people.page.not_found']() })}</title>
      <h1 className="text-2xl font-bold">{m['people.page.not_found']()}</h1>
      <p className="text-ink-soft">{m['people.page.not_found_text']()}</p>
      <div className="flex flex-wrap gap-3">
        <Link to="/resources" className={buttonClass()}>
          {m['people.page.to_resources']()}
        </Link>
        <Link to="/services" className={buttonClass('secondary')}>
          {m['people.page.to_services']()}
        </Link>
      </div>
    </div>
  ),
});

function PersonPage() {
  const { username } = Route.useParams();
  const { page = 1, services: servicesPage = 1 } = Route.useSearch();
  const { data: person } = useSuspenseQuery(personQuery(username));
  const resources = useQuery(personResourcesQuery(username, page));
  const services = useQuery(personServicesQuery(username, servicesPage));
  const empty = resources.data?.total === 0 && services.data?.total === 0;
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-10 py-8">
      <About person={person} />
      <Suspense>
        <PersonHelp username={person.username} />
      </Suspense>
      {empty && (
        <p className="rounded-lg border border-dashed border-line-strong p-8 text-center">
          {m['people.page.empty']()}
        </p>
      )}
      <ShownList
        title={m['people.page.resources']()}
        list={resources}
        parameter="page"
        render={(items) => (
          <ResourceGrid resources={items} first section label={m['people.page.resources']()} />
        )}
      />
      <ShownList
        title={m['people.page.services']()}
        list={services}
        parameter="services"
        render={(items) => (
          <ServiceGrid
            services={items}
            first={resources.data?.total === 0}
            label={m['people.page.services']()}
          />
        )}
      />
      <Suspense>
        <PersonReviews username={person.username} />
      </Suspense>
      <PersonCollections username={person.username} />
    </div>
  );
}

function About({ person }: { person: PublicPerson }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const facts: [ReactNode, string][] = [];
  if (person.isCompany)
    facts.push([<Building2 aria-hidden="true" key="company" />, m['people.page.company']()]);
  if (person.region !== '') {
    facts.push([<MapPin aria-hidden="true" key="region" />, cityNames[person.region]()]);
  }
  if (person.languages.length > 0) {
    const names = person.languages.map(languageName);
    facts.push([<Languages aria-hidden="true" key="languages" />, names.join(', ')]);
  }
  const badges = [
    ...(person.phoneVerified ? [m['people.page.phone_verified']()] : []),
    ...(person.bankRegistered ? [m['people.page.bank_registered']()] : []),
  ];
  return (
    <header className="flex flex-wrap items-start gap-6 md:flex-nowrap">
      <Avatar name={person.fullName} url={person.avatarUrl} />
      <div className="grid max-w-full min-w-0 gap-3 wrap-anywhere">
        <div>
          <h1 className="text-3xl font-bold">{person.fullName}</h1>
          <p className="text-ink-soft">
            @{person.username} · {m['people.page.since']({ month: formatMonth(person.memberSince) })}
          </p>
        </div>
        {facts.length > 0 && (
          <ul className="flex flex-wrap gap-x-5 gap-y-1">
            {facts.map(([icon, text]) => (
              <li
                key={text}
                className="flex items-center gap-2 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-accent-strong"
              >
                {icon}
                {text}
              </li>
            ))}
          </ul>
        )}
        {badges.length > 0 && (
          <ul aria-label={m['people.page.badges']()} className="flex flex-wrap gap-2">
            {badges.map((badge) => (
              <li
                key={badge}
                className="flex items-center gap-1 rounded-full bg-accent-soft px-3 py-1 text-sm text-accent-strong"
              >
                <CircleCheck aria-hidden="true" className="size-4 shrink-0" />
                {badge}
              </li>
            ))}
          </ul>
        )}
        {person.bio !== '' && <p className="max-w-prose whitespace-pre-line">{person.bio}</p>}
        <FollowButton key={person.username} person={person} />
        {user?.username === person.username ? (
          <Link to="/my/profile" className={buttonClass('secondary', 'w-fit text-sm')}>
            <Pencil aria-hidden="true" className="size-4" />
            {m['people.page.edit']()}
          </Link>
        ) : (
          <p className="text-sm">
            <ReportButton kind="person" path={`/api/people/${person.username}/reports`} look="link" />
          </p>
        )}
      </div>
    </header>
  );
}

function formatMonth(iso: string): string {
  return dateFormat(currentLocale(), {
    year: 'numeric',
    month: 'long',
    timeZone: 'Asia/Seoul',
  }).format(new Date(iso));
}

/** Paged list of one kind of a person's public things; nothing if there are none. */
function ShownList<Item>(props: {
  title: string;
  list: { data: Shown<Item> | undefined; error: Error | null };
  parameter: keyof PersonSearch;
  render(items: Item[]): ReactNode;
}) {
  const { title, parameter, render } = props;
  const { data, error } = props.list;
  const search = Route.useSearch();
  if (data?.total === 0) return null;
  return (
    <section aria-label={title} className="grid gap-4">
      <h2 className="text-2xl font-bold">
        {title}
        {data && <span className="ml-2 text-lg font-normal text-ink-soft tabular-nums">{data.total}</span>}
      </h2>
      {error && !data && (
        <p role="alert" className="rounded-md bg-danger-soft p-4 text-danger">
          {describeError(error)}
        </p>
      )}
      {!data && !error && <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />}
      {data && (
        <div>
          <Suspense>{render(data.items)}</Suspense>
          <Pagination
            page={data.page}
            pageCount={data.pageCount}
            words={{
              pages: m['people.page.pages']({ list: title }),
              previous: m['people.page.previous'](),
              next: m['people.page.next'](),
              page: (page) => m['people.page.page']({ page }),
            }}
            renderLink={(page, { label, current, className, children }) => (
              <Link
                to="."
                search={{ ...search, [parameter]: page > 1 ? page : undefined }}
                aria-label={label}
                aria-current={current ? 'page' : undefined}
                activeOptions={{ exact: true }}
                className={className}
              >
                {children}
              </Link>
            )}
          />
        </div>
      )}
    </section>
  );
}
