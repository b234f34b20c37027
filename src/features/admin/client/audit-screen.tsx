import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { ProofCancelled, Proven, type Act } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { roles } from '#platform/shared/roles.ts';
import type { AuditEntry } from '../contract.ts';
import { house } from '../rules.ts';
import { Button } from '#ui/button.tsx';
import { auditQuery, readListSearch, undo } from './api.ts';
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
  'catalogue.import': () => m['admin.page.action.catalogue_import'](),
  'news.send': () => m['admin.page.action.news_send'](),
  'report.dismiss': () => m['admin.page.action.report_dismiss'](),
  'report.hide': () => m['admin.page.action.report_hide'](),
  'resource.edit': () => m['admin.page.action.resource_edit'](),
  'resource.state': () => m['admin.page.action.resource_state'](),
  'service.edit': () => m['admin.page.action.service_edit'](),
  'job.retry': () => m['admin.page.action.job_retry'](),
  'synonym.add': () => m['admin.page.action.synonym_add'](),
  'synonym.remove': () => m['admin.page.action.synonym_remove'](),
  'volunteer.suspend': () => m['admin.page.action.volunteer_suspend'](),
  'table.export': () => m['admin.page.action.table_export'](),
  'person.act_as': () => m['admin.page.action.person_act_as'](),
  'person.act_as_end': () => m['admin.page.action.person_act_as_end'](),
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
  'setting.change': () => m['admin.page.action.setting_change'](),
  'sponsor.hide': () => m['admin.page.action.sponsor_hide'](),
  'sponsor.show': () => m['admin.page.action.sponsor_show'](),
  'sponsor.spend': () => m['admin.page.action.sponsor_spend'](),
  'sponsor.unspend': () => m['admin.page.action.sponsor_unspend'](),
  'banner.add': () => m['admin.page.action.banner_add'](),
  'banner.approve': () => m['admin.page.action.banner_approve'](),
  'banner.refuse': () => m['admin.page.action.banner_refuse'](),
  'banner.end': () => m['admin.page.action.banner_end'](),
  'community.add_channel': () => m['admin.page.action.community_add_channel'](),
  'community.change_channel': () => m['admin.page.action.community_change_channel'](),
  'community.order_channels': () => m['admin.page.action.community_order_channels'](),
  'community.mute': () => m['admin.page.action.community_mute'](),
  'community.ban': () => m['admin.page.action.community_ban'](),
  'community.lift_mute': () => m['admin.page.action.community_lift_mute'](),
  'community.lift_ban': () => m['admin.page.action.community_lift_ban'](),
  'community.ban_word': () => m['admin.page.action.community_ban_word'](),
  'community.allow_word': () => m['admin.page.action.community_allow_word'](),
  'person.strikes_lifted': () => m['admin.page.action.person_strikes_lifted'](),
  'person.strikes_restored': () => m['admin.page.action.person_strikes_restored'](),
  'person.household': () => m['admin.page.action.person_household'](),
  'refund.retry': () => m['admin.page.action.refund_retry'](),
};

/** Where staff find what was acted upon. */
const targetPlaces: Record<string, string> = {
  person: '/admin/users',
  resource: '/admin/resources',
  service: '/admin/services',
  volunteer: '/admin/engineers',
  synonym: '/admin/synonyms',
  order: '/admin/orders',
  refund: '/admin/refunds',
  payout: '/admin/payouts',
  channel: '/admin/channels',
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
  const isBlanked = !byHouse && Object.keys({ ...before, ...after }).length === 0;
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
      {entry.reason !== '' && <p className="break-words whitespace-pre-line">{entry.reason}</p>}
      {isBlanked && <p>{m['admin.page.no_reason']()}</p>}
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
      {entry.undoes !== null && <p className="text-sm">{m['admin.page.is_undo']()}</p>}
      {entry.isUndone && <p className="text-sm">{m['admin.page.is_undone']()}</p>}
      {entry.canUndo && <Undo id={entry.id} />}
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

function Undo({ id }: { id: string }) {
  const client = useQueryClient();
  async function takeBack(act: Act): Promise<void> {
    try {
      const [failed] = (await act(() => undo([id]))).failed;
      if (failed) toast('danger', m['admin.table.not_undone'](), failed.message);
      else toast('success', m['admin.table.undone']());
      await client.invalidateQueries({ queryKey: ['admin'] });
    } catch (error) {
      if (!(error instanceof ProofCancelled))
        toast('danger', m['admin.table.not_undone'](), describeError(error));
    }
  }
  return (
    <Proven>
      {(act) => (
        <Button look="secondary" className="w-fit" onClick={() => void takeBack(act)}>
          {m['admin.table.undo']()}
        </Button>
      )}
    </Proven>
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
