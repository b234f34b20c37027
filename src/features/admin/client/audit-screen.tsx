import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { roles } from '#platform/shared/roles.ts';
import type { AuditEntry } from '../contract.ts';
import { house } from '../rules.ts';
import { auditQuery, readListSearch } from './api.ts';
import { ListFrame } from './list-frame.tsx';
import { formatTime, roleNames } from './words.ts';

export function AuditScreen() {
  const search = readListSearch(useSearch({ strict: false }));
  const query = useQuery(auditQuery(search));
  return (
    <ListFrame
      path="/admin/audit"
      title={m['admin.page.audit']()}
      text={m['admin.page.audit_text']()}
      label={m['admin.page.search_audit']()}
      empty={m['admin.page.no_entries']()}
      search={search}
      count={(count) => m['admin.page.entries']({ count })}
      query={query}
    >
      {query.data?.items.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ListFrame>
  );
}

/** Codes of actions in words; an action that is not here is shown as its code. */
const actionNames: Record<string, () => string> = {
  'adjustment.approve': () => m['admin.page.action.adjustment_approve'](),
  'adjustment.propose': () => m['admin.page.action.adjustment_propose'](),
  'adjustment.refuse': () => m['admin.page.action.adjustment_refuse'](),
  'news.send': () => m['admin.page.action.news_send'](),
  'report.dismiss': () => m['admin.page.action.report_dismiss'](),
  'report.hide': () => m['admin.page.action.report_hide'](),
  'person.change': () => m['admin.page.action.person_change'](),
  'service.pause_unanswered': () => m['admin.page.action.service_pause_unanswered'](),
  'tender.cancel': () => m['admin.page.action.tender_cancel'](),
  'service.state': () => m['admin.page.action.service_state'](),
  'finding.resolve': () => m['admin.page.action.finding_resolve'](),
  'order.rule': () => m['admin.page.action.order_rule'](),
  'order.rule_claim': () => m['admin.page.action.order_rule_claim'](),
  'payable.freeze': () => m['admin.page.action.payable_freeze'](),
  'payable.release': () => m['admin.page.action.payable_release'](),
  'payout.settle': () => m['admin.page.action.payout_settle'](),
  'refund.retry': () => m['admin.page.action.refund_retry'](),
};

/** Where staff find what was acted upon. */
const targetPlaces: Record<string, string> = {
  person: '/admin/users',
  order: '/admin/orders',
  refund: '/admin/refunds',
  payout: '/admin/payouts',
};

function Entry({ entry }: { entry: AuditEntry }) {
  const { before, after } = entry;
  const byHouse = entry.actor.id === house.id;
  const changes = Object.keys(before).flatMap((name) => {
    const [was = null, is = null] = [before[name], after[name]].map((value) => told(name, value));
    return was === null || is === null || was === is
      ? []
      : [m['admin.page.turned']({ before: was, after: is })];
  });
  const isToldInWords = Object.keys({ ...before, ...after }).every((name) => told(name, null) !== null);
  const targetPlace = targetPlaces[entry.target.type];
  return (
    <li className="grid gap-1 p-4">
      <p className="flex flex-wrap items-baseline gap-x-3 font-semibold">
        {actionNames[entry.action]?.() ?? entry.action}
        {changes.map((change) => (
          <span key={change} className="font-normal">
            {change}
          </span>
        ))}
      </p>
      {!byHouse && (
        <p className="break-words whitespace-pre-line">
          {entry.reason === '' ? m['admin.page.no_reason']() : entry.reason}
        </p>
      )}
      <p className="text-sm text-ink-soft">
        {m['admin.page.entry_by']({
          name: byHouse
            ? m['admin.page.entry_house']()
            : entry.actor.username || m['admin.page.entry_gone'](),
          time: formatTime(entry.at),
        })}
        {targetPlace !== undefined && (
          <>
            {' · '}
            <Link
              to={targetPlace}
              search={{ search: entry.target.id } as never}
              className="text-accent-strong underline"
            >
              {entry.target.person
                ? m['admin.page.entry_about'](entry.target.person)
                : m['admin.page.entry_target']()}
            </Link>
          </>
        )}
      </p>
      {!isToldInWords && (
        <details className="text-sm">
          <summary className="min-h-11 content-center">{m['admin.page.entry_detail']()}</summary>
          <pre className="wrap-anywhere whitespace-pre-wrap">
            {JSON.stringify({ before, after }, null, 2)}
          </pre>
        </details>
      )}
    </li>
  );
}

/** A value of before or after, as people call it; null for what only the details tell. */
function told(name: string, value: unknown): string | null {
  if (name === 'role') {
    const role = roles.find((each) => each === value);
    return role ? roleNames[role]() : String(value);
  }
  if (name === 'suspended') return value ? m['admin.page.suspended']() : m['admin.page.use_open']();
  if (name === 'suspendedUntil') {
    return typeof value === 'string' ? formatTime(value) : m['admin.page.use_forever']();
  }
  return null;
}
