import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BadgeCheck, LifeBuoy, Package, RotateCw, Wrench } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { foreignTo } from '#features/resources/client/public.tsx';
import { materialName } from '#features/services/client/public.tsx';
import { HelpLink } from '#features/support/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { dateFormat, numberFormat } from '#platform/shared/formats.ts';
import { buttonClass } from '#ui/button.tsx';
import { groupCode } from '../code.ts';
import type { Passport } from '../contract.ts';
import { passportQuery } from './api.ts';
import { Claim } from './claim.tsx';
import { RecallManager } from './lazy-parts.tsx';
import { Own } from './own.tsx';
import { Recalls } from './recalls.tsx';

type Fact = readonly [name: string, value: ReactNode];

/** Returns the code of a former holder in the address; one of digits alone is read as a number. */
export function handoverOf(given: unknown): string | undefined {
  return typeof given === 'string' || typeof given === 'number' ? String(given) : undefined;
}

/** Passport of a made thing: what it is, for everybody; what its holder has of it, for them alone. */
export function PassportScreen({ code, handover }: { code: string; handover: string | undefined }) {
  const { data: passport } = useSuspenseQuery(passportQuery(code));
  const { data: user } = useQuery(currentUserQuery);
  const title = passport.title || m['passports.page.untitled']();
  return (
    <div className="page grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-5 py-5 md:py-8">
      {passport.recalls.length > 0 && <Recalls recalls={passport.recalls} />}
      <article className="grid overflow-hidden rounded-lg border border-line bg-surface shadow-lg md:grid-cols-[minmax(0,11fr)_minmax(0,9fr)]">
        <Picture passport={passport} title={title} />
        <div className="grid content-start gap-5 p-5 md:p-8">
          <header className="grid gap-2">
            <p className="flex items-center gap-2 text-sm font-semibold text-accent-strong">
              <BadgeCheck aria-hidden="true" className="size-5 shrink-0" />
              {m['passports.page.name']()}
            </p>
            <h1 className="text-2xl leading-tight font-bold break-words md:text-3xl">{title}</h1>
          </header>
          <Claim passport={passport} isSignedIn={Boolean(user)} handover={handover} />
          <dl className="divide-y divide-line border-y border-line">
            {factsOf(passport).map(([name, value]) => (
              <div key={name} className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3 py-3">
                <dt className="text-ink-soft">{name}</dt>
                <dd className="font-medium break-words">{value}</dd>
              </div>
            ))}
          </dl>
          {passport.fileHashes.length > 0 && (
            <details className="text-sm">
              <summary className="min-h-11 cursor-pointer py-2 text-ink-soft">
                {m['passports.page.files']()}
              </summary>
              <ul className="grid gap-2 font-mono text-xs break-all">
                {passport.fileHashes.map((hash) => (
                  <li key={hash}>{hash}</li>
                ))}
              </ul>
            </details>
          )}
          <p className="-mx-5 -mb-5 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-dashed border-line-strong bg-sunken px-5 py-4 md:-mx-8 md:-mb-8 md:px-8">
            <span className="text-sm text-ink-soft">{m['passports.page.code']()}</span>
            <span className="font-mono text-base font-semibold tracking-widest">
              {groupCode(passport.code)}
            </span>
          </p>
        </div>
      </article>
      {passport.own && <Own passport={passport} own={passport.own} />}
      <Ways passport={passport} />
      {passport.recallsOf !== null && (
        <Suspense>
          <RecallManager resourceId={passport.recallsOf} />
        </Suspense>
      )}
    </div>
  );
}

function Picture({ passport: { picture }, title }: { passport: Passport; title: string }) {
  return (
    <div className="mat grid min-h-64 place-items-center md:min-h-[30rem]">
      {picture ? (
        <img
          src={picture.url}
          alt={m['passports.page.picture']({ title })}
          width={picture.width}
          height={picture.height}
          className="size-full max-h-[32rem] bg-sunken object-cover md:max-h-none"
        />
      ) : (
        <Package aria-hidden="true" className="size-24 opacity-80" strokeWidth={1.25} />
      )}
    </div>
  );
}

function factsOf(passport: Passport): Fact[] {
  const { maker, madeIn, resource, material, machine, settings, pieces } = passport;
  const count = (value: number) => numberFormat(currentLocale()).format(value);
  const facts: Fact[] = [
    [
      m['passports.page.maker'](),
      maker ? (
        <Link
          to="/people/$username"
          params={{ username: maker.username }}
          className="text-accent-strong underline"
        >
          {maker.fullName}
        </Link>
      ) : (
        m['passports.page.maker_hidden']()
      ),
    ],
    [m['passports.page.made'](), formatMonth(madeIn)],
  ];
  if (resource) {
    const version = m['passports.page.version']({ version: count(resource.version) });
    facts.push([
      m['passports.page.design'](),
      resource.id === null ? (
        <>
          {resource.title} · {version}
          <span className="block text-sm font-normal text-ink-soft">
            {m['passports.page.design_hidden']()}
          </span>
        </>
      ) : (
        <>
          <Link
            to="/resources/$id"
            params={{ id: resource.id }}
            lang={resource.language === null ? undefined : foreignTo(resource.language)}
            className="text-accent-strong underline"
          >
            {resource.title}
          </Link>{' '}
          · {version}
        </>
      ),
    ]);
  }
  if (material !== '')
    facts.push([m['passports.page.material'](), material.split(', ').map(materialName).join(', ')]);
  if (machine !== '') facts.push([m['passports.page.machine'](), machine]);
  if (settings) {
    const told = [
      m['passports.page.layer']({ value: count(settings.layerMm) }),
      m['passports.page.infill']({ value: count(settings.infill) }),
      ...(settings.walls === null ? [] : [m['passports.page.walls']({ value: count(settings.walls) })]),
    ];
    facts.push([m['passports.page.settings'](), told.join(' · ')]);
  }
  if (pieces > 1)
    facts.push([m['passports.page.pieces'](), m['passports.page.batch']({ count: count(pieces) })]);
  return facts;
}

/** Formats a year and month of Korea. */
function formatMonth(month: string): string {
  const format = dateFormat(currentLocale(), { year: 'numeric', month: 'long', timeZone: 'UTC' });
  return format.format(new Date(`${month}-15T00:00:00Z`));
}

/** Guide, the same again, and help: what has more than one answer stands below the one action. */
function Ways({ passport: { resource, serviceId } }: { passport: Passport }) {
  const id = resource?.id ?? null;
  if (id === null && serviceId === null) return null;
  return (
    <nav aria-label={m['passports.page.links']()} className="flex flex-wrap gap-3 print:hidden">
      {id !== null && resource?.hasGuide === true && (
        <Link to="/ai-assembly" search={{ resourceId: id }} className={buttonClass('secondary')}>
          <Wrench aria-hidden="true" className="size-5" />
          {m['passports.page.guide']()}
        </Link>
      )}
      {serviceId !== null && id !== null ? (
        <Link to="/estimate" search={{ resourceId: id, serviceId }} className={buttonClass('secondary')}>
          <RotateCw aria-hidden="true" className="size-5" />
          {m['passports.page.reorder']()}
        </Link>
      ) : (
        serviceId !== null && (
          <Link to="/services/$id" params={{ id: serviceId }} className={buttonClass('secondary')}>
            <RotateCw aria-hidden="true" className="size-5" />
            {m['passports.page.reorder']()}
          </Link>
        )
      )}
      {id !== null && (
        <HelpLink about={{ resource: id }} className={buttonClass('secondary')}>
          <LifeBuoy aria-hidden="true" className="size-5" />
          {m['passports.page.support']()}
        </HelpLink>
      )}
    </nav>
  );
}
