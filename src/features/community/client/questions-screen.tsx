import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { FormEvent } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { useTopic } from '#platform/client/realtime.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import type { Channel } from '../contract.ts';
import { communityLimits } from '../rules.ts';
import { channelQuery, questionsKey, questionsQuery, tagsQuery, type QuestionSearch } from './api.ts';
import { NoChannel } from './no-channel.tsx';
import { QuestionRow } from './question-row.tsx';

/** Returns the address of a list without default parameters. */
const addressOf = (search: Partial<QuestionSearch>): Partial<QuestionSearch> =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== '' && value !== 1));

/** List of all questions with filters by state and tag. */
export function QuestionsScreen({ slug, search }: { slug: string; search: QuestionSearch }) {
  const { data: channel, error, refetch } = useQuery(channelQuery(slug));
  if (error instanceof ApiError && [403, 404].includes(error.status)) return <NoChannel error={error} />;
  if (channel) return <Loaded channel={channel} search={search} />;
  if (error) return <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>;
  return <div aria-busy="true" className="m-4 h-96 animate-pulse rounded-lg bg-sunken" />;
}

function Loaded({ channel, search }: { channel: Channel; search: QuestionSearch }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { data, error, refetch } = useQuery(questionsQuery(channel.id, search));
  const { data: tags = [] } = useQuery(tagsQuery(channel.id));
  const anew = () => void client.invalidateQueries({ queryKey: questionsKey(channel.id) });
  useTopic(`channel:${channel.id}`, { after: channel.eventSeq, onEvent: anew, onReset: anew, onAway: anew });
  const params = { channel: channel.slug, id: undefined };
  const description = channel.descriptions[currentLocale()];
  const chip =
    'inline-block rounded-full border border-line-strong px-4 py-2 aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent-strong';
  function find(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get('search')).trim();
    void navigate({
      to: '/remote-support/{-$channel}/{-$id}',
      params,
      search: addressOf({ ...search, search: words, page: 1 }),
    });
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 p-4 py-6 md:p-8">
      <header className="flex flex-wrap items-start gap-3">
        <div className="mr-auto min-w-0">
          <Link
            to="/remote-support/{-$channel}/{-$id}"
            params={{ channel: undefined, id: undefined }}
            className="flex w-fit items-center gap-1 py-2 text-accent-strong underline lg:hidden"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            {m['community.list.back']()}
          </Link>
          <h1 className="text-2xl font-bold wrap-anywhere">{channel.name}</h1>
          {description !== '' && <p className="text-ink-soft">{description}</p>}
        </div>
        {(user === null || channel.can.write) && (
          <Link
            to="/remote-support/{-$channel}/{-$id}"
            params={{ channel: channel.slug, id: 'ask' }}
            className={buttonClass('primary')}
          >
            {m['community.ask.open']()}
          </Link>
        )}
      </header>
      <form
        key={search.search}
        role="search"
        aria-label={m['community.ask.search']()}
        onSubmit={find}
        className="flex max-w-xl gap-2"
      >
        {Object.entries(addressOf({ ...search, search: '', page: 1 })).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input
          name="search"
          type="search"
          aria-label={m['community.ask.search']()}
          placeholder={m['community.ask.search']()}
          defaultValue={search.search}
          maxLength={communityLimits.search}
          autoComplete="off"
          className="min-h-11 min-w-0 flex-1 rounded-md border border-line-strong bg-paper px-3 placeholder:text-ink-soft"
        />
        <Button type="submit" look="secondary">
          {m['community.search.submit']()}
        </Button>
      </form>
      <nav aria-label={m['community.ask.filters']()} className="grid gap-3">
        <ul className="flex flex-wrap gap-2">
          {(
            [
              ['', m['community.ask.all']()],
              ['false', m['community.ask.unsolved']()],
              ['true', m['community.ask.solved']()],
            ] as const
          ).map(([solved, name]) => (
            <li key={solved}>
              <Link
                to="/remote-support/{-$channel}/{-$id}"
                params={params}
                search={addressOf({ ...search, solved, page: 1 })}
                aria-current={solved === search.solved ? 'true' : undefined}
                activeOptions={{ exact: true }}
                className={chip}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
        {tags.length > 0 && (
          <ul aria-label={m['community.ask.tags']()} className="flex flex-wrap gap-2 text-sm">
            {tags.slice(0, 20).map(({ tag, count }) => (
              <li key={tag}>
                <Link
                  to="/remote-support/{-$channel}/{-$id}"
                  params={params}
                  search={addressOf({ ...search, tag: tag === search.tag ? '' : tag, page: 1 })}
                  aria-current={tag === search.tag ? 'true' : undefined}
                  activeOptions={{ exact: true }}
                  className="inline-flex min-h-9 items-center gap-1 rounded-sm bg-sunken px-2 hover:bg-accent-soft aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent-strong"
                >
                  {tag} <span className="text-ink-soft tabular-nums">{count}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </nav>
      {error && !data && <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>}
      {!data && !error && <div aria-busy="true" className="h-64 animate-pulse rounded-lg bg-sunken" />}
      {data?.items.length === 0 && (
        <p className="rounded-lg border border-dashed border-line-strong p-8 text-center">
          {m['community.ask.none']()}
        </p>
      )}
      {data && data.items.length > 0 && (
        <>
          <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line overflow-hidden rounded-lg border border-line">
            {data.items.map((question) => (
              <li key={question.id}>
                <QuestionRow question={question} slug={channel.slug} />
              </li>
            ))}
          </ul>
          <Pagination
            page={data.page}
            pageCount={data.pageCount}
            words={{
              pages: m['community.ask.pages'](),
              previous: m['community.ask.previous'](),
              next: m['community.ask.next'](),
              page: (page) => m['community.ask.page']({ page }),
            }}
            renderLink={(page, { label, current, className, children }) => (
              <Link
                to="/remote-support/{-$channel}/{-$id}"
                params={params}
                search={addressOf({ ...search, page })}
                aria-label={label}
                aria-current={current ? 'page' : undefined}
                activeOptions={{ exact: true }}
                className={className}
              >
                {children}
              </Link>
            )}
          />
        </>
      )}
    </div>
  );
}
