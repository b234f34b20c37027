import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { AuditLink, Badge, Details, ReasonDialog, StaffTable } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { formatKoreanMoment } from '#platform/client/korean-moment.ts';
import { formatDay } from '#platform/client/local-time.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { shortened } from '#platform/shared/graphemes.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import type { StaffCase } from '../contract.ts';
import {
  hearingDays,
  isUrgent,
  reasons,
  reportKinds,
  staffTable,
  type Resolution,
  type RuleId,
} from '../rules.ts';
import { stateNames } from '../staff-words.ts';
import { RuleField } from './rule-field.tsx';
import { kindNames, ruleNames, ruleTitle } from './rule-words.ts';
import { dismissMany, resolveCase } from './staff-api.ts';

const acts: Record<Resolution, { name(): string; text(): string; isDanger?: boolean; asksRule?: boolean }> = {
  hear: {
    name: () => m['moderation.desk.act.hear'](),
    text: () => m['moderation.desk.act_text.hear']({ days: hearingDays }),
    asksRule: true,
  },
  hide: {
    name: () => m['moderation.desk.act.hide'](),
    text: () => m['moderation.desk.act_text.hide'](),
    isDanger: true,
    asksRule: true,
  },
  handle: {
    name: () => m['moderation.desk.act.handle'](),
    text: () => m['moderation.desk.act_text.handle'](),
    asksRule: true,
  },
  dismiss: {
    name: () => m['moderation.desk.act.dismiss'](),
    text: () => m['moderation.desk.act_text.dismiss'](),
  },
  restore: {
    name: () => m['moderation.desk.act.restore'](),
    text: () => m['moderation.desk.act_text.restore'](),
  },
  keep: {
    name: () => m['moderation.desk.act.keep'](),
    text: () => m['moderation.desk.act_text.keep'](),
    isDanger: true,
  },
};
const order = Object.keys(acts) as Resolution[];

const ruleOf = ({ rule, reports }: StaffCase): RuleId => rule ?? reports.at(-1)?.rule ?? 'other';
/** Length that tells two cases apart. */
const firstWords = (excerpt: string) => shortened(excerpt.replaceAll(/\s+/g, ' '), 40);
const authorOf = ({ about }: StaffCase) => (about ? `@${about.username}` : m['moderation.desk.gone']());

/** Desk with everything that was reported, one case for each thing. */
export function ReportsScreen() {
  return (
    <StaffTable<StaffCase>
      list="reports"
      to="/admin/reports"
      title={m['moderation.page.title']()}
      text={m['moderation.desk.text']()}
      searchLabel={m['moderation.desk.search']()}
      shape={staffTable}
      choices={[
        {
          name: 'state',
          label: m['moderation.desk.state'](),
          all: m['moderation.desk.all'](),
          values: stateNames,
        },
        {
          name: 'kind',
          label: m['moderation.desk.kind'](),
          all: m['moderation.desk.all'](),
          values: Object.fromEntries(reportKinds.map((kind) => [kind, kindNames[kind]])),
        },
        {
          name: 'reason',
          label: m['moderation.desk.reason'](),
          all: m['moderation.desk.all'](),
          values: Object.fromEntries(reasons.map((reason) => [reason, ruleNames[reason]])),
        },
      ]}
      sorts={{
        waiting: () => m['moderation.desk.sort_waiting'](),
        newest: () => m['moderation.desk.sort_newest'](),
        oldest: () => m['moderation.desk.sort_oldest'](),
        reports: () => m['moderation.desk.sort_reports'](),
      }}
      columns={[
        { head: m['moderation.desk.rule'](), cell: (row) => kindNames[row.kind]() },
        {
          head: m['moderation.desk.excerpt'](),
          isUnderName: true,
          cell: ({ excerpt }) => firstWords(excerpt),
        },
        { head: m['moderation.desk.about'](), isSecondary: true, cell: authorOf },
        {
          head: m['moderation.desk.reports'](),
          isNumber: true,
          isSecondary: true,
          cell: (row) => String(row.reportCount),
        },
        {
          head: m['moderation.desk.reported'](),
          isSecondary: true,
          isUnbroken: true,
          cell: (row) => formatDay(row.createdAt),
        },
      ]}
      rowName={(row) => ruleNames[ruleOf(row)]()}
      Badges={CaseBadges}
      Panel={CasePanel}
      acts={[
        {
          name: m['moderation.desk.act.dismiss'](),
          isFor: ({ mayDo }) => mayDo.includes('dismiss'),
          title: (count) => m['moderation.desk.dismiss_many']({ count }),
          text: m['moderation.desk.act_text.dismiss'](),
          done: (count) => m['moderation.desk.dismissed_many']({ count }),
          send: dismissMany,
        },
      ]}
      canExport
      above={
        <Link to="/moderation-log" className={buttonClass('quiet', 'text-sm text-accent-strong')}>
          {m['moderation.desk.public_log']()}
        </Link>
      }
    />
  );
}

function CaseBadges({ row }: { row: StaffCase }) {
  const waits = row.waitingSince !== null;
  return (
    <>
      <Badge look={waits ? 'bad' : 'neutral'}>{stateNames[row.state]()}</Badge>
      {row.state === 'open' && isUrgent(ruleOf(row)) && (
        <Badge look="bad">{m['moderation.desk.urgent']()}</Badge>
      )}
    </>
  );
}

function CasePanel({ row }: { row: StaffCase }) {
  const { data: user } = useQuery(currentUserQuery);
  const [chosen, setChosen] = useState<Resolution | null>(null);
  const isOwn = row.about !== null && row.about.username === user?.username;
  return (
    <>
      <Details
        rows={[
          [m['moderation.desk.state'](), stateNames[row.state]()],
          [m['moderation.desk.kind'](), ruleTitle(row)],
          [m['moderation.desk.rule'](), ruleNames[ruleOf(row)]()],
          [m['moderation.desk.about'](), authorOf(row)],
          ...(row.waitingSince === null
            ? []
            : ([[m['moderation.desk.waiting'](), formatKoreanMoment(row.waitingSince)]] as const)),
          ...(row.decidedAt === null
            ? []
            : ([[m['moderation.desk.decided'](), formatKoreanMoment(row.decidedAt)]] as const)),
          ...(row.decider === null ? [] : ([[m['moderation.desk.decider'](), `@${row.decider}`]] as const)),
          ...(row.ruler === null ? [] : ([[m['moderation.desk.ruler'](), `@${row.ruler}`]] as const)),
        ]}
      />
      <Said title={kindNames[row.kind]()}>{row.excerpt}</Said>
      {row.question !== '' && (
        <Said title={m['moderation.desk.question']()}>
          {row.question}
          {row.state === 'hearing' && row.hearingEndsAt !== null && (
            <span className="mt-1 block text-sm text-ink-soft">
              {m['moderation.desk.hearing_until']({ time: formatKoreanMoment(row.hearingEndsAt) })}
            </span>
          )}
        </Said>
      )}
      {row.answer !== '' && <Said title={m['moderation.desk.answer']()}>{row.answer}</Said>}
      {row.state === 'due' && <p>{m['moderation.desk.no_answer']()}</p>}
      {row.statement !== '' && <Said title={m['moderation.desk.statement']()}>{row.statement}</Said>}
      {row.objection !== '' && <Said title={m['moderation.desk.objection']()}>{row.objection}</Said>}
      {row.ruling !== '' && <Said title={m['moderation.desk.ruling']()}>{row.ruling}</Said>}
      <div className="grid gap-2">
        {order
          .filter((act) => row.mayDo.includes(act))
          .map((act) => (
            <Button
              key={act}
              look={acts[act].isDanger ? 'danger' : 'secondary'}
              onClick={() => setChosen(act)}
            >
              {acts[act].name()}
            </Button>
          ))}
        {row.mayDo.length === 0 && row.waitingSince !== null && (
          <p className="text-sm text-ink-soft">
            {isOwn ? m['moderation.desk.own']() : m['moderation.desk.wait_other']()}
          </p>
        )}
        {row.path !== '' && (
          <a href={localizePath(row.path, currentLocale())} className={buttonClass('secondary')}>
            {m['moderation.desk.open']()}
          </a>
        )}
        {row.about && (
          <Link
            to="/admin/users"
            search={{ search: row.about.username }}
            className={buttonClass('secondary')}
          >
            {m['moderation.desk.people']()}
          </Link>
        )}
        <AuditLink id={row.targetId} />
      </div>
      <Reports row={row} />
      {chosen && <Decide row={row} act={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-sm text-ink-soft">{title}</h3>
      <blockquote className="mt-1 border-l-2 border-line-strong pl-4 wrap-anywhere whitespace-pre-line">
        {children}
      </blockquote>
    </section>
  );
}

function Reports({ row }: { row: StaffCase }) {
  const more = row.reportCount - row.reports.length;
  return (
    <section className="border-t border-line pt-4">
      <h3 className="font-semibold">
        {m['moderation.desk.reports']()} {row.reportCount}
      </h3>
      <ul className="mt-2 grid gap-3">
        {row.reports.map(({ id, rule, text, reporter, createdAt }) => (
          <li key={id}>
            <p className="font-semibold">{ruleNames[rule]()}</p>
            {text !== '' && <p className="wrap-anywhere whitespace-pre-line">{text}</p>}
            <p className="text-sm text-ink-soft">
              {m['moderation.desk.reported_by']({
                username: reporter.username,
                time: formatKoreanMoment(createdAt),
              })}
            </p>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-2 text-sm text-ink-soft">{m['moderation.desk.more_reports']({ count: more })}</p>
      )}
    </section>
  );
}

function Decide({ row, act, onClose }: { row: StaffCase; act: Resolution; onClose(): void }) {
  const client = useQueryClient();
  const [rule, setRule] = useState<RuleId | ''>(ruleOf(row));
  const { name, text, asksRule = false } = acts[act];
  return (
    <ReasonDialog
      title={name()}
      text={text()}
      submit={name()}
      label={m['moderation.desk.words']()}
      hint={
        act === 'dismiss' && row.hearingEndsAt === null
          ? m['moderation.desk.words_hint_dismiss']()
          : m['moderation.desk.words_hint']()
      }
      needed={asksRule ? ['rule', 'reason'] : ['reason']}
      send={async ({ reason = '' }) => {
        await resolveCase(row.id, { resolution: act, reason, ...(asksRule && rule !== '' && { rule }) });
        await client.invalidateQueries({ queryKey: ['admin'] });
      }}
      onClose={onClose}
    >
      {asksRule
        ? (errors) => (
            <RuleField
              label={m['moderation.desk.rule']()}
              name="rule"
              thing={row}
              value={rule}
              onChange={setRule}
              error={errors['rule']}
            />
          )
        : undefined}
    </ReasonDialog>
  );
}
