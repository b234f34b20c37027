import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LifeBuoy } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import type { Overview } from '../contract.ts';
import { overviewQuery } from './api.ts';
import { Face, PersonLink } from './face.tsx';
import { HelpLink } from './help-link.tsx';
import { Chips } from './chips.tsx';
import { languageName, skillNames, waitWords } from './words.ts';

const OwnHelp = lazy(async () => ({ default: (await import('./own-help.tsx')).OwnHelp }));

/** Start page of remote support: available helpers, and the reader's sessions. */
export function HomeHelp() {
  const { data: user } = useQuery(currentUserQuery);
  const { data } = useQuery(overviewQuery());
  return (
    <section aria-labelledby="help" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-4 rounded-lg border border-line bg-sunken p-5 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
        <div className="grid gap-1">
          <h2 id="help" className="flex items-center gap-2 text-xl font-bold">
            <LifeBuoy aria-hidden="true" className="size-6 text-accent-strong" />
            {m['support.home.title']()}
          </h2>
          <p>{m['support.home.lead']()}</p>
          {data && (
            <p className="text-sm text-ink-soft">
              {data.available > 0
                ? m['support.home.available']({ count: data.available })
                : m['support.home.none_available']()}{' '}
              {waitWords(data.wait)}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          <HelpLink about={{}} className={buttonClass()}>
            {m['support.ask.open']()}
          </HelpLink>
          <Link to="/engineers" className={buttonClass('secondary')}>
            {m['support.home.engineers']()}
          </Link>
        </div>
      </div>
      {user && (
        <Suspense fallback={<div aria-busy="true" className="h-32 animate-pulse rounded-lg bg-sunken" />}>
          <OwnHelp />
        </Suspense>
      )}
      {data && data.volunteers.length > 0 && <Available volunteers={data.volunteers} />}
      {user === null && (
        <p className="text-ink-soft">
          {m['support.home.join']()}{' '}
          <Link to="/login" search={{ next: '/remote-support' }} className="text-accent-strong underline">
            {m['support.home.join_link']()}
          </Link>
        </p>
      )}
    </section>
  );
}

function Available({ volunteers }: { volunteers: Overview['volunteers'] }) {
  return (
    <div className="grid gap-3">
      <h3 className="font-bold">{m['support.home.now']()}</h3>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {volunteers.map(({ person, skills, tags, languages, solved }) => (
          <li key={person.id} className="flex gap-3 rounded-lg border border-line p-3">
            <Face person={person} isAvailable />
            <div className="grid min-w-0 content-start gap-1">
              <p className="truncate">
                <PersonLink person={person} />
              </p>
              <p className="text-sm text-ink-soft">
                {[
                  languages.map(languageName).join(', '),
                  solved > 0 ? m['support.solved']({ count: solved }) : '',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <Chips words={[...skills.map((skill) => skillNames[skill]()), ...tags]} most={4} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
