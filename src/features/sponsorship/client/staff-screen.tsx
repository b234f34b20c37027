import { inEachLanguage, locales } from '#i18n/languages.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { AuditLink, Badge, Details, ReasonDialog, StaffTable } from '#features/admin/client/public.tsx';
import { CaseLink } from '#features/moderation/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { formatDay } from '#platform/client/local-time.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { languageNames } from '#platform/shared/formats.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { Books, StaffSponsorship } from '../contract.ts';
import { sponsorshipLimits } from '../rules.ts';
import { sponsorsTable } from '../states.ts';
import { booksQuery, hide, hideMany, recordSpending, reverseSpending } from './api.ts';
import { cadenceNames, formatDate, recipientName, staffStateNames, tierNames, won } from './words.ts';

type Task =
  | { kind: 'hide'; sponsorship: StaffSponsorship }
  | { kind: 'spend' }
  | { kind: 'undo'; spending: Books['spendings'][number] };

/** Sponsorships and spending, for staff. */
export function SponsorsScreen() {
  const { data: books } = useQuery(booksQuery);
  const [task, setTask] = useState<Task | null>(null);
  const all = m['sponsorship.staff.all']();
  return (
    <>
      <StaffTable<StaffSponsorship>
        list="sponsors"
        to="/admin/sponsors"
        title={m['sponsorship.staff.title']()}
        text={m['sponsorship.staff.text']()}
        searchLabel={m['sponsorship.staff.search']()}
        shape={sponsorsTable}
        choices={[
          { name: 'state', label: m['sponsorship.staff.state'](), all, values: staffStateNames },
          { name: 'cadence', label: m['sponsorship.staff.cadence'](), all, values: cadenceNames },
          {
            name: 'wall',
            label: m['sponsorship.staff.wall'](),
            all,
            values: {
              open: () => m['sponsorship.staff.on_wall'](),
              hidden: () => m['sponsorship.staff.off_wall'](),
            },
          },
        ]}
        sorts={{
          newest: () => m['sponsorship.staff.newest'](),
          oldest: () => m['sponsorship.staff.oldest'](),
          amount: () => m['sponsorship.staff.by_amount'](),
        }}
        columns={[
          { head: m['sponsorship.staff.sponsor'](), cell: ({ person }) => `@${person.username}` },
          {
            head: m['sponsorship.staff.amount'](),
            isNumber: true,
            isUnbroken: true,
            cell: ({ amount }) => won(amount),
          },
          {
            head: m['sponsorship.staff.cadence'](),
            isSecondary: true,
            isUnbroken: true,
            cell: ({ cadence }) => cadenceNames[cadence](),
          },
          {
            head: m['sponsorship.staff.recipient'](),
            isSecondary: true,
            cell: ({ recipient }) => recipientName(recipient),
          },
          {
            head: m['sponsorship.staff.began'](),
            isSecondary: true,
            isUnbroken: true,
            cell: ({ createdAt }) => formatDay(createdAt),
          },
        ]}
        rowName={({ person }) => person.fullName}
        Badges={SponsorBadges}
        Panel={SponsorPanel}
        acts={[
          {
            name: m['sponsorship.staff.hide'](),
            look: 'danger',
            isFor: ({ isHidden }) => !isHidden,
            title: (count) => m['sponsorship.staff.hide_many']({ count }),
            text: m['sponsorship.staff.hide_text'](),
            done: (count) => m['sponsorship.staff.hide_done']({ count }),
            send: (ids, reason) => hideMany(ids, true, reason),
          },
          {
            name: m['sponsorship.staff.show'](),
            isFor: ({ isHidden, caseId }) => isHidden && caseId === null,
            title: (count) => m['sponsorship.staff.show_many']({ count }),
            text: m['sponsorship.staff.hide_text'](),
            done: (count) => m['sponsorship.staff.show_done']({ count }),
            send: (ids, reason) => hideMany(ids, false, reason),
          },
        ]}
        canExport
        above={
          <Button look="secondary" className="text-sm" onClick={() => setTask({ kind: 'spend' })}>
            {m['sponsorship.staff.spend']()}
          </Button>
        }
      />
      {books && books.spendings.length > 0 && (
        <section aria-labelledby="spendings" className="mt-10 grid gap-3">
          <h2 id="spendings" className="text-xl font-bold">
            {m['sponsorship.staff.spendings']()}
          </h2>
          <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
            {books.spendings.map((spending) => (
              <li key={spending.id} className="flex flex-wrap items-center justify-between gap-3 p-4">
                <span className="wrap-anywhere">
                  {spending.purpose} · {won(spending.amount)} · {formatDate(spending.spentOn)}
                </span>
                <Button
                  look="quiet"
                  aria-label={`${m['sponsorship.staff.undo']()}: ${spending.purpose}`}
                  onClick={() => setTask({ kind: 'undo', spending })}
                >
                  {m['sponsorship.staff.undo']()}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {task && <TaskDialog task={task} onClose={() => setTask(null)} />}
    </>
  );
}

function SponsorBadges({ row: { state, isAnonymous, isHidden, caseId } }: { row: StaffSponsorship }) {
  return (
    <>
      {/* Reminds staff not to name the sponsor elsewhere. */}
      {isAnonymous && <Badge>{m['sponsorship.staff.anonymous']()}</Badge>}
      {state !== 'active' && <Badge>{staffStateNames[state]()}</Badge>}
      {isHidden && (
        <Badge look="bad">
          {caseId === null ? m['sponsorship.staff.is_hidden']() : m['sponsorship.staff.is_held']()}
        </Badge>
      )}
    </>
  );
}

function SponsorPanel({ row }: { row: StaffSponsorship }) {
  const [task, setTask] = useState<Task | null>(null);
  return (
    <>
      <Details
        rows={[
          [m['sponsorship.staff.state'](), staffStateNames[row.state]()],
          [
            m['sponsorship.staff.sponsor'](),
            `${row.person.fullName} (@${row.person.username})${row.isAnonymous ? ` · ${m['sponsorship.staff.anonymous']()}` : ''}`,
          ],
          [m['sponsorship.staff.amount'](), `${won(row.amount)} · ${cadenceNames[row.cadence]()}`],
          [m['sponsorship.staff.tier'](), tierNames[row.tier]()],
          [m['sponsorship.staff.given'](), won(row.given)],
          [m['sponsorship.staff.recipient'](), recipientName(row.recipient)],
          [m['sponsorship.staff.message'](), row.message || '–'],
          [
            m['sponsorship.staff.wall'](),
            row.isHidden ? m['sponsorship.staff.off_wall']() : m['sponsorship.staff.on_wall'](),
          ],
          [m['sponsorship.staff.began'](), formatDay(row.createdAt)],
          [m['sponsorship.staff.ended'](), row.endedAt === null ? '–' : formatDay(row.endedAt)],
          [m['sponsorship.staff.id'](), row.id],
        ]}
      />
      <div className="grid gap-2">
        {row.caseId === null ? (
          <Button look="secondary" onClick={() => setTask({ kind: 'hide', sponsorship: row })}>
            {row.isHidden ? m['sponsorship.staff.show']() : m['sponsorship.staff.hide']()}
          </Button>
        ) : (
          <>
            <p className="text-sm text-ink-soft">{m['sponsorship.staff.held_text']()}</p>
            <CaseLink id={row.caseId} />
          </>
        )}
        <AuditLink id={row.id} />
      </div>
      {task && <TaskDialog task={task} onClose={() => setTask(null)} />}
    </>
  );
}

const spendFields = ['amount', 'spentOn', ...locales, 'reason'];

function TaskDialog({ task, onClose }: { task: Task; onClose(): void }) {
  const client = useQueryClient();
  const { data: books } = useQuery(booksQuery);
  const key = useRef('');
  const words = {
    hide: {
      title:
        task.kind === 'hide' && task.sponsorship.isHidden
          ? m['sponsorship.staff.show']()
          : m['sponsorship.staff.hide'](),
      text: m['sponsorship.staff.hide_text'](),
    },
    spend: {
      title: m['sponsorship.staff.spend'](),
      text: books
        ? `${m['sponsorship.staff.spend_text']()} ${m['sponsorship.staff.spend_left']({ left: won(books.left) })}`
        : m['sponsorship.staff.spend_text'](),
    },
    undo: {
      title: m['sponsorship.staff.undo'](),
      text: task.kind === 'undo' ? `${task.spending.purpose} · ${won(task.spending.amount)}` : '',
    },
  }[task.kind];
  async function send(values: Record<string, string>): Promise<void> {
    const { reason = '' } = values;
    if (task.kind === 'hide') await hide(task.sponsorship.id, { hidden: !task.sponsorship.isHidden, reason });
    else if (task.kind === 'undo') await reverseSpending(task.spending.id, reason);
    else
      await recordSpending(
        {
          amount: Number((values['amount'] ?? '').replaceAll(/[,\s]/g, '')),
          spentOn: values['spentOn'] ?? '',
          purpose: inEachLanguage((locale) => values[locale] ?? ''),
          reason,
        },
        (key.current ||= crypto.randomUUID()),
      );
    await Promise.all([
      client.invalidateQueries({ queryKey: ['admin'] }),
      client.invalidateQueries({ queryKey: ['sponsor books'] }),
    ]);
  }
  return (
    <ReasonDialog
      {...words}
      submit={words.title}
      needed={task.kind === 'spend' ? spendFields : ['reason']}
      send={send}
      onClose={onClose}
    >
      {(errors) =>
        task.kind === 'spend' && (
          <>
            <TextField
              label={m['sponsorship.form.amount']()}
              name="amount"
              inputMode="numeric"
              autoComplete="off"
              error={errors['amount']}
            />
            <TextField
              label={m['sponsorship.staff.day']()}
              name="spentOn"
              type="date"
              max={koreanDay(new Date())}
              defaultValue={koreanDay(new Date())}
              error={errors['spentOn']}
            />
            {locales.map((locale) => (
              <TextField
                key={locale}
                label={m['sponsorship.staff.purpose_in']({
                  language: languageNames(currentLocale()).of(locale) ?? locale,
                })}
                name={locale}
                maxLength={sponsorshipLimits.purpose}
                autoComplete="off"
                error={errors[locale] ?? errors[`purpose.${locale}`]}
              />
            ))}
          </>
        )
      }
    </ReasonDialog>
  );
}
