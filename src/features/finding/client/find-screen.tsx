import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleHelp, UserRound } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import type { FoundThing } from '../contract.ts';
import { limits } from '../rules.ts';
import { foundQuery } from './api.ts';
import { Elsewhere } from './elsewhere.tsx';
import { PathLink } from './path-link.tsx';
import { Tabs } from './search-tabs.tsx';
import { kindNames } from './words.ts';

type Kind = 'people' | 'questions';

/** Results of a kind that has no searched list of its own. Works without scripts. */
export function FindScreen({ kind, text, page }: { kind: Kind; text: string; page: number }) {
  const { data, error, refetch } = useQuery({ ...foundQuery(kind, text, page), enabled: text !== '' });
  const items = data?.kinds.find((each) => each.kind === kind)?.items;
  return (
    <div className="page max-w-4xl py-8">
      <h1 className="text-3xl font-bold wrap-anywhere break-keep">
        {text === '' ? kindNames[kind]() : m['finding.page.title']({ term: text })}
      </h1>
      <form
        key={text}
        role="search"
        aria-label={kindNames[kind]()}
        action={localizePath(`/find/${kind}`, currentLocale())}
        className="mt-4 flex gap-2"
      >
        <input
          type="search"
          name="search"
          defaultValue={text}
          maxLength={limits.text}
          aria-label={kindNames[kind]()}
          className="min-h-11 min-w-0 flex-1 rounded-md border border-line-strong bg-surface px-3"
        />
        <Button type="submit" look="secondary">
          {m['app.shell.search_submit']()}
        </Button>
      </form>
      {text === '' ? (
        <p className="mt-6 text-ink-soft">{m['finding.page.no_text']()}</p>
      ) : (
        <Tabs kind={kind} text={text} counts={data?.kinds} />
      )}
      <div className="pt-6">
        {error && !data && <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>}
        {text !== '' && !data && !error && (
          <div aria-busy="true" className="h-64 animate-pulse rounded-lg bg-sunken" />
        )}
        {items?.length === 0 && <Nothing kind={kind} text={text} />}
        {data && items && items.length > 0 && (
          <>
            <ul className="grid divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
              {items.map((item) => (
                <li key={item.id}>
                  <Row kind={kind} item={item} />
                </li>
              ))}
            </ul>
            <Pages kind={kind} text={text} page={data.page} pageCount={data.pageCount} />
          </>
        )}
      </div>
    </div>
  );
}

function Row({ kind, item }: { kind: Kind; item: FoundThing }) {
  const Icon = kind === 'people' ? UserRound : CircleHelp;
  return (
    <PathLink
      to={item.path}
      className="flex min-h-16 items-center gap-4 p-4 -outline-offset-3 hover:bg-accent-soft"
    >
      {item.imageUrl === null ? (
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-sunken text-ink-soft">
          <Icon aria-hidden="true" className="size-6" />
        </span>
      ) : (
        <img
          src={item.imageUrl}
          alt=""
          width={48}
          height={48}
          className="size-12 shrink-0 rounded-full object-cover"
        />
      )}
      <span className="grid min-w-0">
        <span className="font-semibold wrap-anywhere break-keep" lang={item.language ?? undefined}>
          {item.title}
        </span>
        {item.detail !== '' && <span className="truncate text-sm text-ink-soft">{item.detail}</span>}
      </span>
    </PathLink>
  );
}

function Nothing({ kind, text }: { kind: Kind; text: string }) {
  return (
    <div className="grid min-h-72 content-center justify-items-center gap-4 rounded-lg border border-dashed border-line-strong p-8 text-center">
      <p className="text-lg font-semibold wrap-anywhere break-keep">
        {kind === 'people'
          ? m['finding.page.no_people']({ term: text })
          : m['finding.page.no_questions']({ term: text })}
      </p>
      {kind === 'questions' && (
        <Link
          to="/remote-support/{-$channel}/{-$id}"
          params={{ channel: 'questions', id: 'ask' }}
          className={buttonClass()}
        >
          {m['finding.page.ask']()}
        </Link>
      )}
      <Elsewhere kind={kind} text={text} />
    </div>
  );
}

function Pages({
  kind,
  text,
  page,
  pageCount,
}: {
  kind: Kind;
  text: string;
  page: number;
  pageCount: number;
}) {
  return (
    <Pagination
      page={page}
      pageCount={pageCount}
      words={{
        pages: m['finding.page.pages'](),
        previous: m['finding.page.previous'](),
        next: m['finding.page.next'](),
        page: (each) => m['finding.page.page']({ page: each }),
      }}
      renderLink={(each, { label, current, className, children }) => (
        <Link
          to="/find/$kind"
          params={{ kind }}
          search={{ search: text, ...(each > 1 && { page: each }) }}
          aria-label={label}
          aria-current={current ? 'page' : undefined}
          activeOptions={{ exact: true }}
          className={className}
        >
          {children}
        </Link>
      )}
    />
  );
}
