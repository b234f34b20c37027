import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { HandHelping, MapPin, Star, Wrench } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { cityNames, money, priceWords, standardPrices } from '#features/services/client/public.tsx';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { m } from '#i18n/generated/messages.js';
import { locales, localizePath } from '#i18n/languages.ts';
import { describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import type { Engineer } from '../contract.ts';
import { skills } from '../rules.ts';
import { cities, engineersQuery, kinds, readEngineerSearch, type EngineerSearch } from './api.ts';
import { Chips } from './chips.tsx';
import { Face, PersonLink } from './face.tsx';
import { HelpLink } from './help-link.tsx';
import { languageName, skillNames } from './words.ts';

const kindNames = {
  volunteer: () => m['support.engineers.volunteers'](),
  paid: () => m['support.engineers.paid'](),
};

/** Volunteers and paid engineers in one list. */
export function EngineersScreen({ search }: { search: EngineerSearch }) {
  const { data, error, refetch } = useQuery(engineersQuery(search));
  const isNarrowed = Object.entries(search).some(([name, value]) => name !== 'page' && value !== undefined);
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid max-w-prose gap-1">
          <h1 className="text-3xl font-bold">{m['support.engineers.title']()}</h1>
          <p className="text-ink-soft">{m['support.engineers.lead']()}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <HelpLink about={{}} className={buttonClass()}>
            {m['support.ask.open']()}
          </HelpLink>
          <Link
            to="/services/register/{-$type}"
            params={{ type: 'engineer' }}
            className={buttonClass('secondary')}
          >
            {m['support.engineers.register']()}
          </Link>
        </div>
      </header>
      <Filters key={JSON.stringify(search)} search={search} />
      <p aria-live="polite" className="text-ink-soft tabular-nums">
        {data && m['support.engineers.count']({ count: data.total })}
      </p>
      {error && !data && <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>}
      {!data && !error && <div aria-busy="true" className="h-64 animate-pulse rounded-lg bg-sunken" />}
      {data?.items.length === 0 && <Nobody isNarrowed={isNarrowed} />}
      {data && data.items.length > 0 && (
        <div>
          <h2 className="sr-only">{m['support.engineers.results']()}</h2>
          <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3">
            {data.items.map((engineer) => (
              <li key={engineer.kind === 'paid' ? engineer.service.id : engineer.person.id} className="grid">
                {engineer.kind === 'paid' ? <Paid engineer={engineer} /> : <Volunteer engineer={engineer} />}
              </li>
            ))}
          </ul>
          <Pagination
            page={data.page}
            pageCount={data.pageCount}
            words={{
              pages: m['support.engineers.pages'](),
              previous: m['support.engineers.previous'](),
              next: m['support.engineers.next'](),
              page: (page) => m['support.engineers.page']({ page }),
            }}
            renderLink={(page, { label, current, className, children }) => (
              <Link
                to="/engineers"
                search={{ ...search, page: page === 1 ? undefined : page }}
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
    </div>
  );
}

/** A GET form, so that it works without JavaScript. */
function Filters({ search }: { search: EngineerSearch }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  function apply(): void {
    if (!form.current) return;
    const chosen = readEngineerSearch(Object.fromEntries(new FormData(form.current)));
    void navigate({ to: '/engineers', search: chosen });
  }
  const select = 'min-h-11 w-full rounded-md border border-line-strong bg-surface px-3';
  const field = (name: keyof EngineerSearch, label: string, options: readonly [string, string][]) => (
    <label className="grid min-w-36 flex-1 gap-1 text-sm">
      <span className="font-semibold">{label}</span>
      <select name={name} defaultValue={String(search[name] ?? '')} onChange={apply} className={select}>
        <option value="">{m['support.engineers.any']()}</option>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <form
      ref={form}
      role="search"
      aria-label={m['support.engineers.filters']()}
      method="get"
      action={localizePath('/engineers', currentLocale())}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
      className="flex flex-wrap items-end gap-3"
    >
      {field(
        'kind',
        m['support.engineers.kind'](),
        kinds.map((kind) => [kind, kindNames[kind]()]),
      )}
      {field(
        'skill',
        m['support.ask.skill'](),
        skills.map((skill) => [skill, skillNames[skill]()]),
      )}
      {field(
        'language',
        m['support.engineers.language'](),
        locales.map((locale) => [locale, languageName(locale)]),
      )}
      {field(
        'city',
        m['support.engineers.city'](),
        cities.map((city) => [city, cityNames[city]()]),
      )}
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          name="available"
          value="true"
          defaultChecked={search.available === true}
          onChange={apply}
          className="size-5 accent-accent"
        />
        {m['support.engineers.available']()}
      </label>
      <noscript>
        <Button type="submit" look="secondary">
          {m['support.engineers.apply']()}
        </Button>
      </noscript>
    </form>
  );
}

function Nobody({ isNarrowed }: { isNarrowed: boolean }) {
  return (
    <div className="grid min-h-60 content-center justify-items-center gap-3 rounded-lg border border-dashed border-line-strong p-8 text-center">
      <p className="text-lg font-semibold">
        {isNarrowed ? m['support.engineers.none_found']() : m['support.engineers.none']()}
      </p>
      <p className="text-ink-soft">{m['support.engineers.none_hint']()}</p>
      <div className="flex flex-wrap justify-center gap-3">
        {isNarrowed && (
          <Link to="/engineers" className={buttonClass()}>
            {m['support.engineers.all']()}
          </Link>
        )}
        <Link
          to="/remote-support/{-$channel}/{-$id}"
          params={{ channel: 'questions', id: 'ask' }}
          className={buttonClass('secondary')}
        >
          {m['support.session.ask_public']()}
        </Link>
      </div>
    </div>
  );
}

function Card(props: { engineer: Engineer; title: ReactNode; badge: ReactNode; children: ReactNode }) {
  const { engineer, title, badge, children } = props;
  return (
    <article className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-5">
      <div className="flex gap-3">
        <Face person={engineer.person} isAvailable={engineer.isAvailable} />
        <div className="grid min-w-0 flex-1 content-start gap-1">
          <h3 className="text-lg leading-snug font-bold break-words">{title}</h3>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
            <span className="flex items-center gap-1">{badge}</span>
            {engineer.isAvailable && (
              <span className="font-semibold text-accent-strong">{m['support.engineers.available']()}</span>
            )}
          </p>
        </div>
      </div>
      {children}
    </article>
  );
}

const factsOf = (...facts: string[]) => facts.filter(Boolean).join(' · ');

function Volunteer({ engineer }: { engineer: Extract<Engineer, { kind: 'volunteer' }> }) {
  const { person, skills: chosen, tags, languages, solved, bio, city } = engineer;
  const { data: user } = useQuery(currentUserQuery);
  const words = [...chosen.map((skill) => skillNames[skill]()), ...tags];
  return (
    <Card
      engineer={engineer}
      title={<PersonLink person={person} />}
      badge={
        <>
          <HandHelping aria-hidden="true" className="size-4" />
          {m['support.engineers.volunteer']()}
        </>
      }
    >
      <Chips words={words.length > 0 ? words : [m['support.desk.anything']()]} most={6} />
      {bio !== '' && <p className="line-clamp-3 break-words">{bio}</p>}
      <p className="mt-auto text-sm text-ink-soft">
        {factsOf(
          languages.map(languageName).join(', '),
          city === null ? '' : cityNames[city](),
          solved > 0 ? m['support.solved']({ count: solved }) : '',
        )}
      </p>
      <div className="flex items-center justify-between gap-3 border-t border-line pt-3">
        <p className="font-semibold">{m['support.engineers.free']()}</p>
        {user?.username !== person.username && (
          <HelpLink about={{ person: person.username }} className={buttonClass('secondary')}>
            {m['support.engineers.ask']()}
          </HelpLink>
        )}
      </div>
    </Card>
  );
}

function Paid({ engineer }: { engineer: Extract<Engineer, { kind: 'paid' }> }) {
  const { service, specializations, languages, solved, person } = engineer;
  const { data: user } = useQuery(currentUserQuery);
  const { title, description, language } = inReadersLanguage(service);
  const isUnpriced =
    !service.isFreeService &&
    service.hourlyRate === null &&
    service.price === null &&
    service.pricePerUnit === null &&
    service.pricing === '';
  return (
    <Card
      engineer={engineer}
      title={
        <Link
          to="/services/$id"
          params={{ id: service.id }}
          lang={language}
          className="underline-offset-2 hover:underline"
        >
          {title}
        </Link>
      }
      badge={
        <>
          <Wrench aria-hidden="true" className="size-4" />
          {service.isFreeService ? m['support.engineers.engineer']() : m['support.engineers.paid_one']()}
          {' · '}
          <PersonLink person={person} />
        </>
      }
    >
      <Chips words={specializations.length > 0 ? specializations : service.tags} most={6} />
      <p className="line-clamp-2 break-words" lang={language}>
        {description}
      </p>
      <p className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
        {service.rating !== null && (
          <span className="flex items-center gap-1">
            <Star aria-hidden="true" className="size-4" />
            {m['support.engineers.rating']({ rating: service.rating.toFixed(1) })}
          </span>
        )}
        {service.location && (
          <span className="flex items-center gap-1">
            <MapPin aria-hidden="true" className="size-4" />
            {service.location.address}
          </span>
        )}
        <span>
          {factsOf(
            languages.map(languageName).join(', '),
            solved > 0 ? m['support.solved']({ count: solved }) : '',
          )}
        </span>
      </p>
      <div className="grid gap-3 border-t border-line pt-3">
        <p className="font-semibold">
          {isUnpriced
            ? m['support.engineers.usual_rate']({ amount: money(standardPrices.engineerHour, 'KRW') })
            : priceWords(service)}
        </p>
        {user?.username !== person.username && (
          <div className="flex flex-wrap gap-2">
            <Link
              to="/services/$id"
              params={{ id: service.id }}
              hash="inquire"
              className={buttonClass('secondary')}
            >
              {m['support.engineers.inquire']()}
            </Link>
            <HelpLink about={{ person: person.username }} className={buttonClass('quiet')}>
              {m['support.engineers.call_in']()}
            </HelpLink>
          </div>
        )}
      </div>
    </Card>
  );
}
