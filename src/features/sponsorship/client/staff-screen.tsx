import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ListFrame, readListSearch, ReasonDialog } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { formatDay } from '#platform/client/local-time.ts';
import { koreanDay } from '#platform/shared/working-days.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { Books, StaffSponsorship } from '../contract.ts';
import { sponsorshipLimits } from '../rules.ts';
import { booksQuery, hide, recordSpending, reverseSpending, staffListQuery } from './api.ts';
import { cadenceNames, formatDate, recipientName, stateNames, tierNames, won } from './words.ts';

const place: string = '/admin/sponsors';

type Task =
  | { kind: 'hide'; sponsorship: StaffSponsorship }
  | { kind: 'spend' }
  | { kind: 'undo'; spending: Books['spendings'][number] };

/** Who sponsors what, and what was spent of it. */
export function SponsorsScreen() {
  const search = readListSearch(useSearch({ strict: false }));
  const query = useQuery(staffListQuery(search));
  const { data: books } = useQuery(booksQuery);
  const [task, setTask] = useState<Task | null>(null);
  return (
    <>
      <ListFrame
        path={place}
        title={m['sponsorship.staff.title']()}
        text={m['sponsorship.staff.text']()}
        label={m['sponsorship.staff.search']()}
        empty={m['sponsorship.staff.empty']()}
        search={search}
        count={(count) => m['sponsorship.staff.count']({ count })}
        query={query}
        above={
          <Button look="secondary" className="mt-6" onClick={() => setTask({ kind: 'spend' })}>
            {m['sponsorship.staff.spend']()}
          </Button>
        }
      >
        {query.data?.items.map((each) => (
          <li key={each.id} className="grid gap-1 p-4">
            <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
              <span className="wrap-anywhere">
                {each.person.fullName}{' '}
                <span className="font-normal text-ink-soft">@{each.person.username}</span>
              </span>
              <span className="tabular-nums">{won(each.amount)}</span>
            </p>
            <p className="text-sm wrap-anywhere text-ink-soft">
              {[
                stateNames[each.state](),
                tierNames[each.tier](),
                cadenceNames[each.cadence](),
                recipientName(each.recipient),
                m['sponsorship.my.given']({ amount: won(each.given) }),
                formatDay(each.createdAt),
              ].join(' · ')}
            </p>
            {each.message !== '' && <p className="wrap-anywhere">{each.message}</p>}
            <Button
              look="secondary"
              className="w-fit"
              aria-label={`${each.isHidden ? m['sponsorship.staff.show']() : m['sponsorship.staff.hide']()}: ${each.person.fullName}`}
              onClick={() => setTask({ kind: 'hide', sponsorship: each })}
            >
              {each.isHidden ? m['sponsorship.staff.show']() : m['sponsorship.staff.hide']()}
            </Button>
          </li>
        ))}
      </ListFrame>
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

const spendFields = ['amount', 'spentOn', 'ko', 'en', 'ja', 'reason'];

function TaskDialog({ task, onClose }: { task: Task; onClose(): void }) {
  const client = useQueryClient();
  const key = useRef('');
  const words = {
    hide: {
      title:
        task.kind === 'hide' && task.sponsorship.isHidden
          ? m['sponsorship.staff.show']()
          : m['sponsorship.staff.hide'](),
      text: m['sponsorship.staff.hide_text'](),
    },
    spend: { title: m['sponsorship.staff.spend'](), text: m['sponsorship.staff.spend_text']() },
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
          purpose: { ko: values['ko'] ?? '', en: values['en'] ?? '', ja: values['ja'] ?? '' },
          reason,
        },
        (key.current ||= crypto.randomUUID()),
      );
    await Promise.all([
      client.invalidateQueries({ queryKey: ['admin', 'sponsors'] }),
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
            {(['ko', 'en', 'ja'] as const).map((locale) => (
              <TextField
                key={locale}
                label={{
                  ko: m['sponsorship.staff.purpose_ko'],
                  en: m['sponsorship.staff.purpose_en'],
                  ja: m['sponsorship.staff.purpose_ja'],
                }[locale]()}
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
