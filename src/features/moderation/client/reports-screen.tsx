import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import { ListFrame, readListSearch } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextAreaField } from '#ui/field.tsx';
import type { AdminReport } from '../contract.ts';
import { reportStates, type Resolution } from '../rules.ts';
import { readState, reportsQuery, resolveReport } from './api.ts';
import { formatTime, kindNames, reasonNames, stateNames } from './words.ts';

/** Below a route that takes any path: see src/app/admin. */
const reportsPlace: string = '/admin/reports';
const usersPlace: string = '/admin/users';

export function ReportsScreen() {
  const asked: Record<string, unknown> = useSearch({ strict: false });
  const search = readListSearch(asked);
  const state = readState(asked['state']);
  const query = useQuery(reportsQuery({ ...search, state }));
  const [chosen, setChosen] = useState<{ report: AdminReport; resolution: Resolution } | null>(null);
  return (
    <>
      <ListFrame
        path={reportsPlace}
        title={m['moderation.page.title']()}
        text={m['moderation.page.text']()}
        label={m['moderation.page.search']()}
        empty={m['moderation.page.empty']()}
        search={search}
        kept={state === 'open' ? {} : { state }}
        count={(count) => m['moderation.page.count']({ count })}
        query={query}
        above={
          <nav aria-label={m['moderation.page.states']()} className="mt-4">
            <ul className="flex flex-wrap gap-2">
              {reportStates.map((each) => (
                <li key={each}>
                  <Link
                    to={reportsPlace}
                    search={(each === 'open' ? {} : { state: each }) as never}
                    aria-current={each === state ? 'true' : undefined}
                    className="inline-block rounded-full border border-line-strong px-4 py-2 aria-[current=true]:border-accent aria-[current=true]:bg-accent-soft aria-[current=true]:text-accent-strong"
                  >
                    {stateNames[each]()}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        }
      >
        {query.data?.items.map((report) => (
          <Row
            key={report.id}
            report={report}
            onResolve={(resolution) => setChosen({ report, resolution })}
          />
        ))}
      </ListFrame>
      {chosen && <ResolveDialog {...chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function Row({ report, onResolve }: { report: AdminReport; onResolve(resolution: Resolution): void }) {
  const { kind, about, reporter } = report;
  return (
    <li className="grid gap-2 p-4">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {reasonNames[report.reason]()}
        <span className="rounded-sm bg-sunken px-2 text-sm font-normal">{kindNames[kind]()}</span>
        {report.openReports > 1 && (
          <span className="rounded-sm bg-danger-soft px-2 text-sm font-normal text-danger">
            {m['moderation.page.same']({ count: report.openReports })}
          </span>
        )}
      </p>
      {report.text !== '' && <p className="break-words whitespace-pre-line">{report.text}</p>}
      <blockquote className="border-l-2 border-line-strong pl-4 break-words whitespace-pre-line text-ink-soft">
        {report.excerpt}
      </blockquote>
      <p className="text-sm text-ink-soft">
        {m['moderation.page.about']({ about: about.username, reporter: reporter.username })} ·{' '}
        {formatTime(report.createdAt)}
      </p>
      {report.resolvedAt !== null && (
        <p className="text-sm">
          {stateNames[report.state]()} ·{' '}
          {m['moderation.page.decided']({ time: formatTime(report.resolvedAt), reason: report.resolution })}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <a href={localizePath(report.path, currentLocale())} className={buttonClass('quiet')}>
          {m['moderation.page.open']()}
        </a>
        {report.state === 'open' && (
          <>
            <Button look="secondary" onClick={() => onResolve('dismiss')}>
              {m['moderation.page.dismiss']()}
            </Button>
            {report.canHide ? (
              <Button look="danger" onClick={() => onResolve('hide')}>
                {m['moderation.page.hide']()}
              </Button>
            ) : (
              <Link
                to={usersPlace}
                search={{ search: report.targetId } as never}
                className={buttonClass('secondary')}
              >
                {m['moderation.page.suspend']()}
              </Link>
            )}
          </>
        )}
      </div>
    </li>
  );
}

function ResolveDialog(props: { report: AdminReport; resolution: Resolution; onClose(): void }) {
  const { report, resolution, onClose } = props;
  const client = useQueryClient();
  const hides = resolution === 'hide';
  const form = useForm({
    check: (values) => missing(values, ['reason']),
    async send({ reason = '' }) {
      await resolveReport(report.id, { resolution, reason });
      toast('success', m['moderation.page.saved']());
      onClose();
      await client.invalidateQueries({ queryKey: ['admin'] });
    },
  });
  return (
    <Dialog
      title={hides ? m['moderation.page.hide_title']() : m['moderation.page.dismiss_title']()}
      onClose={onClose}
    >
      <form {...form.props} className="grid gap-5">
        {hides && <p>{m['moderation.page.hide_text']()}</p>}
        <TextAreaField
          label={m['moderation.page.reason']()}
          hint={m['moderation.page.reason_hint']()}
          name="reason"
          rows={3}
          maxLength={1000}
          error={form.fields['reason']}
        />
        <FormMessage>{form.message}</FormMessage>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look={hides ? 'danger' : 'primary'} disabled={form.pending}>
            {form.pending
              ? m['moderation.page.saving']()
              : hides
                ? m['moderation.page.hide']()
                : m['moderation.page.dismiss']()}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {m['moderation.dialog.cancel']()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
