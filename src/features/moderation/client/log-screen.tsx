import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { categoryNames } from '#platform/shared/category-names.ts';
import { describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { dateFormat, numberFormat } from '#platform/shared/formats.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import type { LogEntry, ModerationLog } from '../contract.ts';
import {
  hearingDays,
  isUrgent,
  objectionDays,
  reasons,
  reportKinds,
  ruleIds,
  rules,
  type Hearing,
  type ObjectionOutcome,
  type Outcome,
  type RuleId,
} from '../rules.ts';
import { logQuery, readLogSearch, type LogWanted } from './api.ts';
import { kindNames, ruleMeanings, ruleNames, ruleTitle } from './rule-words.ts';

const outcomeNames: Record<Outcome, () => string> = {
  hidden: () => m['moderation.log.outcomes.hidden'](),
  dismissed: () => m['moderation.log.outcomes.dismissed'](),
  taken_down: () => m['moderation.log.outcomes.taken_down'](),
  handled: () => m['moderation.log.outcomes.handled'](),
  restored: () => m['moderation.log.outcomes.restored'](),
};
const hearingNames: Record<Hearing, () => string> = {
  answered: () => m['moderation.log.hearings.answered'](),
  silent: () => m['moderation.log.hearings.silent'](),
  afterwards: () => m['moderation.log.hearings.afterwards'](),
  asked: () => m['moderation.log.hearings.asked'](),
  none: () => m['moderation.log.hearings.none'](),
};
const objectionNames: Record<ObjectionOutcome, () => string> = {
  waiting: () => m['moderation.log.objections.waiting'](),
  kept: () => m['moderation.log.objections.kept'](),
  restored: () => m['moderation.log.objections.restored'](),
};
const countNames: Record<keyof ModerationLog['counts'], () => string> = {
  decided: () => m['moderation.log.count.decided'](),
  hidden: () => m['moderation.log.count.hidden'](),
  dismissed: () => m['moderation.log.count.dismissed'](),
  takenDown: () => m['moderation.log.count.taken_down'](),
  handled: () => m['moderation.log.count.handled'](),
  restored: () => m['moderation.log.count.restored'](),
  heard: () => m['moderation.log.count.heard'](),
  objections: () => m['moderation.log.count.objections'](),
};
const countOrder = Object.keys(countNames) as (keyof ModerationLog['counts'])[];

const number = (value: number) => numberFormat(currentLocale()).format(value);
const formatDate = (day: string) =>
  dateFormat(currentLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));

/** Public log of decisions about reports, with the rules. */
export function LogScreen({ wanted }: { wanted: LogWanted }) {
  return (
    <div className="page grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-12 py-8">
      <header className="grid gap-2">
        <h1 className="text-3xl font-bold">{m['moderation.log.title']()}</h1>
        <p className="max-w-prose text-lg text-ink-soft">{m['moderation.log.lead']()}</p>
        <a href="#rules" className="inline-block w-fit py-1 text-accent-strong underline">
          {m['moderation.log.rules_title']()}
        </a>
      </header>
      <Decisions wanted={wanted} />
      <Rules />
    </div>
  );
}

function Decisions({ wanted }: { wanted: LogWanted }) {
  const { data, error, refetch } = useQuery(logQuery(wanted));
  const { page: _page, ...narrowed } = wanted;
  return (
    <section aria-labelledby="decisions" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="decisions" className="text-xl font-bold">
        {m['moderation.log.decisions']()}
      </h2>
      {!data && error ? (
        <LoadFailed retry={() => refetch()}>
          {m['moderation.log.failed']()} {describeError(error, '')}
        </LoadFailed>
      ) : !data ? (
        <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />
      ) : (
        <>
          <Filter wanted={narrowed} years={data.years} />
          <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {countOrder.map((name) => (
              <div key={name} className="rounded-lg border border-line bg-surface p-4">
                <dt className="text-sm text-ink-soft">{countNames[name]()}</dt>
                <dd className="mt-1 text-2xl font-bold tabular-nums">{number(data.counts[name])}</dd>
              </div>
            ))}
          </dl>
          {data.items.length === 0 ? (
            <p className="rounded-lg border border-dashed border-line-strong p-8 text-center">
              {Object.keys(narrowed).length === 0 ? m['moderation.log.empty']() : m['moderation.log.none']()}
            </p>
          ) : (
            <Entries entries={data.items} />
          )}
          <Pagination
            page={data.page}
            pageCount={data.pageCount}
            words={{
              pages: m['moderation.log.pages'](),
              previous: m['moderation.log.previous'](),
              next: m['moderation.log.next'](),
              page: (page) => m['moderation.log.page']({ page }),
            }}
            renderLink={(page, { label, current, className, children }) => (
              <Link
                to="/moderation-log"
                search={{ ...narrowed, ...(page > 1 && { page }) }}
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
    </section>
  );
}

/** Works without JavaScript: a GET form whose fields are the address. */
function Filter({ wanted, years }: { wanted: LogWanted; years: readonly number[] }) {
  const navigate = useNavigate();
  const choices = [
    {
      name: 'year',
      label: m['moderation.log.year'](),
      values: years.map((year) => [String(year), String(year)]),
    },
    {
      name: 'kind',
      label: m['moderation.log.kind'](),
      values: reportKinds.map((kind) => [kind, kindNames[kind]()]),
    },
    {
      name: 'reason',
      label: m['moderation.log.reason'](),
      values: reasons.map((reason) => [reason, ruleNames[reason]()]),
    },
  ] as const;
  return (
    <form
      key={JSON.stringify(wanted)}
      role="search"
      aria-label={m['moderation.log.filter']()}
      className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[repeat(3,minmax(0,12rem))_auto] sm:justify-start"
      onSubmit={(event) => {
        event.preventDefault();
        const asked = Object.fromEntries(new FormData(event.currentTarget));
        void navigate({
          to: '/moderation-log',
          search: readLogSearch(asked),
        });
      }}
    >
      {choices.map(({ name, label, values }) => (
        <SelectField key={name} label={label} name={name} defaultValue={String(wanted[name] ?? '')}>
          <option value="">{m['moderation.log.all']()}</option>
          {values.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
      ))}
      <Button type="submit" look="secondary" className="w-fit">
        {m['moderation.log.show']()}
      </Button>
    </form>
  );
}

const objectionOf = ({ objection }: LogEntry) =>
  objection === null ? m['moderation.log.nothing']() : objectionNames[objection]();

function Entries({ entries }: { entries: readonly LogEntry[] }) {
  return (
    <>
      {/* Phones get a list, because a table does not fit. */}
      <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface md:hidden">
        {entries.map((entry) => (
          <li key={entry.id} className="grid gap-1 p-4">
            <p className="font-semibold">
              {outcomeNames[entry.outcome]()} · {ruleNames[entry.rule]()}
            </p>
            <p className="text-sm text-ink-soft">
              {ruleTitle(entry)} · {formatDate(entry.decidedOn)}
            </p>
            <p className="text-sm">
              {m['moderation.log.heard']()}: {hearingNames[entry.heard]()}
              {entry.objection !== null && ` · ${m['moderation.log.objection']()}: ${objectionOf(entry)}`}
            </p>
          </li>
        ))}
      </ul>
      <div className="hidden rounded-lg border border-line bg-surface md:block">
        <table className="w-full text-left">
          <caption className="sr-only">{m['moderation.log.decisions']()}</caption>
          <thead className="border-b border-line text-sm text-ink-soft">
            <tr>
              {[
                m['moderation.log.date'](),
                m['moderation.log.what'](),
                m['moderation.log.rule'](),
                m['moderation.log.outcome'](),
                m['moderation.log.heard'](),
                m['moderation.log.objection'](),
              ].map((head) => (
                <th key={head} scope="col" className="px-3 py-2 font-normal">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id} className="border-b border-line last:border-0">
                <td className="px-3 py-2 whitespace-nowrap tabular-nums">{formatDate(entry.decidedOn)}</td>
                <td className="px-3 py-2">{ruleTitle(entry)}</td>
                <td className="px-3 py-2">{ruleNames[entry.rule]()}</td>
                <td className="px-3 py-2 font-semibold">{outcomeNames[entry.outcome]()}</td>
                <td className="px-3 py-2">{hearingNames[entry.heard]()}</td>
                <td className="px-3 py-2">{objectionOf(entry)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** All rules: the general ones, then those of each category and kind. */
function Rules() {
  const groups: { title: string; of: readonly RuleId[] }[] = [
    { title: m['moderation.log.for_all'](), of: reasons },
    ...Object.entries(categoryNames).map(([category, name]) => ({
      title: name(),
      of: ruleIds.filter((rule) => rules[rule].categories?.includes(category)),
    })),
    ...reportKinds
      .filter((kind) => kind !== 'resource')
      .map((kind) => ({
        title: kindNames[kind](),
        of: ruleIds.filter((rule) => rules[rule].kinds?.includes(kind)),
      })),
  ];
  return (
    <section id="rules" aria-labelledby="rules-title" className="grid scroll-mt-4 gap-6">
      <div className="grid gap-2">
        <h2 id="rules-title" className="text-xl font-bold">
          {m['moderation.log.rules_title']()}
        </h2>
        <p className="max-w-prose text-ink-soft">
          {m['moderation.log.rules_lead']({ hearing: hearingDays, objection: objectionDays })}
        </p>
      </div>
      {groups
        .filter(({ of }) => of.length > 0)
        .map(({ title, of }) => (
          <section key={title} className="grid gap-2">
            <h3 className="font-semibold">{title}</h3>
            <dl className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2">
              {of.map((rule) => (
                <div key={rule} className="grid content-start gap-1 bg-surface p-4 sm:last:odd:col-span-2">
                  <dt className="font-semibold">
                    {ruleNames[rule]()}
                    {isUrgent(rule) && (
                      <span className="ml-2 inline-block rounded-sm bg-danger-soft px-2 text-sm font-normal text-danger">
                        {m['moderation.log.urgent']()}
                      </span>
                    )}
                  </dt>
                  <dd className="text-ink-soft">{ruleMeanings[rule]()}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </section>
  );
}
