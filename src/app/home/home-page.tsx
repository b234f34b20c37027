import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { ArrowRight, Bot } from 'lucide-react';
import {
  categoryNames,
  GridSkeleton,
  listResourcesQuery,
  menuCategories,
  ResourceGrid,
} from '#features/resources/client/public.tsx';
import { NearMe, nearSeoulQuery } from '#features/services/client/public.tsx';
import { MadeLately, recentMakesQuery } from '#features/social/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { pageHead } from '#platform/client/page-head.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Suspense, type ReactNode } from 'react';
import { marketPlaces } from '../shell/places.ts';

const sectionItems = 6;
const gameItems = 8;

function sectionQuery(category: (typeof menuCategories)[number]) {
  return listResourcesQuery({ type: category, limit: category === 'flash_game' ? gameItems : sectionItems });
}

export const Route = createFileRoute('/')({
  // A section whose call fails shows the error itself and must not take the other sections down.
  loader: async ({ context }) => {
    const { queryClient } = context;
    await Promise.all([
      ...menuCategories.map((category) =>
        queryClient.ensureQueryData(sectionQuery(category)).catch(() => null),
      ),
      queryClient.ensureQueryData(nearSeoulQuery).catch(() => null),
      queryClient.ensureQueryData(recentMakesQuery).catch(() => null),
    ]);
  },
  head: () =>
    pageHead({
      path: '/',
      title: `${m['app.name']()} · ${m['app.tagline']()}`,
      jsonLd: { '@type': 'WebSite', name: m['app.name']() },
    }),
  component: HomePage,
});

const participants = [
  m['app.home.who.maker'],
  m['app.home.who.engineer'],
  m['app.home.who.student'],
  m['app.home.who.teacher'],
  m['app.home.who.designer'],
  m['app.home.who.manufacturer'],
];

function HomePage() {
  return (
    <>
      <section className="mat">
        <div className="page grid grid-cols-[minmax(0,1fr)] items-center gap-6 py-6 md:py-10 lg:grid-cols-[minmax(0,1fr)_29rem] lg:gap-10">
          <div className="grid gap-4">
            <h1 className="max-w-3xl text-3xl font-bold break-keep md:text-5xl">
              {m['app.home.headline']()}
            </h1>
            <p className="max-w-2xl text-lg text-on-mat-soft">{m['app.home.lead']()}</p>
            <div className="flex flex-wrap gap-3">
              <Link
                to="/resources"
                className="inline-flex min-h-12 items-center rounded-md bg-on-mat px-6 font-semibold text-mat hover:bg-on-mat-soft focus-visible:outline-on-mat"
              >
                {m['app.home.find']()}
              </Link>
              <Link
                to="/services/type/$type"
                params={{ type: '3d_printing' }}
                className="inline-flex min-h-12 items-center rounded-md border border-on-mat px-6 font-semibold hover:bg-mat-line focus-visible:outline-on-mat"
              >
                {m['app.home.find_printers']()}
              </Link>
            </div>
            <div className="text-sm">
              <h2 className="text-on-mat-soft">{m['app.home.for']()}</h2>
              <ul className="mt-2 flex flex-wrap gap-2">
                {participants.map((name) => (
                  <li key={name()} className="rounded-full border border-mat-line bg-mat px-3 py-1">
                    {name()}
                  </li>
                ))}
              </ul>
            </div>
          </div>
          <MadeLately />
        </div>
      </section>
      <MarketRow />
      <section className="page pt-8 md:pt-10" aria-labelledby="section-services">
        <SectionHeading id="section-services" title={m['services.near.title']()}>
          <Link
            to="/services"
            aria-label={m['app.home.more_of']({ category: m['services.near.title']() })}
            className={moreLink}
          >
            {m['app.home.more']()}
            <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
        </SectionHeading>
        <Suspense>
          <NearMe />
        </Suspense>
      </section>
      {/* Each section hydrates by itself, so that the page responds meanwhile; no section suspends. */}
      {menuCategories.map((category) => (
        <Suspense key={category}>
          <CategorySection category={category} />
        </Suspense>
      ))}
      <section className="page pt-8 md:pt-10" aria-labelledby="section-assistant">
        <div className="mat grid items-center gap-8 overflow-hidden rounded-lg p-6 md:grid-cols-[3fr_2fr] md:p-10">
          <div className="grid justify-items-start gap-4">
            <h2 id="section-assistant" className="text-2xl font-bold md:text-3xl">
              {m['app.home.assistant_title']()}
            </h2>
            <p className="text-on-mat-soft">{m['app.home.assistant_text']()}</p>
            <Link
              to="/ai-assembly"
              className="inline-flex min-h-12 items-center gap-2 rounded-md bg-on-mat px-6 font-semibold text-mat hover:bg-on-mat-soft focus-visible:outline-on-mat"
            >
              <Bot aria-hidden="true" className="size-5" />
              {m['app.home.assistant_open']()}
            </Link>
          </div>
          <img
            src="/assembly.svg"
            alt=""
            width={240}
            height={160}
            loading="lazy"
            decoding="async"
            className="hidden w-full md:block"
          />
        </div>
      </section>
    </>
  );
}

function MarketRow() {
  return (
    <nav aria-label={m['app.home.market']()} className="page pt-6">
      <ul className="grid grid-cols-3 gap-2 md:gap-4">
        {marketPlaces.map(({ to, name, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className="market-place">
              <Icon />
              {name()}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const moreLink = 'flex min-h-11 shrink-0 items-center gap-1 font-semibold text-accent-strong hover:underline';

function SectionHeading({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <div className="mb-3 flex items-end justify-between gap-4">
      <h2 id={id} className="text-2xl font-bold">
        {title}
      </h2>
      {children}
    </div>
  );
}

function CategorySection({ category }: { category: (typeof menuCategories)[number] }) {
  const { data, error, refetch } = useQuery(sectionQuery(category));
  const name = categoryNames[category]();
  return (
    <section
      className={`page pt-8 md:pt-10 further-down ${category === 'flash_game' ? '[--told:5rem]' : ''}`}
      aria-labelledby={`section-${category}`}
    >
      <SectionHeading id={`section-${category}`} title={name}>
        <Link
          to="/resources/type/$type"
          params={{ type: category }}
          aria-label={m['app.home.more_of']({ category: name })}
          className={moreLink}
        >
          {m['app.home.more']()}
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      </SectionHeading>
      {data === undefined ? (
        error === null ? (
          <GridSkeleton />
        ) : (
          <LoadFailed retry={() => refetch()}>
            {m['resources.list.error']()} {describeError(error)}
          </LoadFailed>
        )
      ) : data.items.length > 0 ? (
        <ResourceGrid resources={data.items} label={name} section shelf told={category === 'flash_game'} />
      ) : (
        <p className="rounded-lg border border-dashed border-line-strong p-8 text-center text-ink-soft">
          {m['app.home.section_empty']()}
        </p>
      )}
    </section>
  );
}
