import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ProofCancelled, Proven, type Act } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { formatKoreanMoment } from '#platform/client/korean-moment.ts';
import { describeError } from '#platform/client/fetcher.ts';
import { formatDay } from '#platform/client/local-time.ts';
import { toast } from '#platform/client/toasts.tsx';
import { roles } from '#platform/shared/roles.ts';
import { shortened } from '#platform/shared/graphemes.ts';
import type { AuditEntry } from '../contract.ts';
import { auditTable, house, lastMoment } from '../rules.ts';
import { actionName, actionNames, entryTarget, roleNames } from '../words.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { undo } from './api.ts';
import { Badge, Details, StaffTable, type StaffPlace } from './staff-table.tsx';

/** Table of the audit log. Entries are immutable; an undo adds another entry. */
export function AuditScreen() {
  return (
    <StaffTable<AuditEntry>
      list="audit"
      to="/admin/audit"
      title={m['admin.page.audit']()}
      text={m['admin.page.audit_text']()}
      searchLabel={m['admin.page.search_audit']()}
      shape={auditTable}
      choices={[
        {
          name: 'action',
          label: m['admin.log.action'](),
          all: m['admin.table.all'](),
          values: actionNames,
        },
      ]}
      sorts={{
        newest: () => m['admin.log.newest'](),
        oldest: () => m['admin.log.oldest'](),
      }}
      columns={[
        { head: m['admin.log.action'](), cell: targetName },
        { head: m['admin.log.actor'](), isUnbroken: true, cell: actorName },
        {
          head: m['admin.page.reason'](),
          isSecondary: true,
          cell: ({ reason }) => shortened(reason, maxShown) || '–',
        },
        {
          head: m['admin.log.at'](),
          isSecondary: true,
          isUnbroken: true,
          cell: ({ at }) => formatKoreanMoment(at),
        },
      ]}
      rowName={({ action }) => actionName(action)}
      Badges={UndoneBadge}
      Panel={EntryPanel}
      canExport
    />
  );
}

/** Returns the current name of the target. */
const targetName = (entry: AuditEntry): string =>
  entryTarget(entry) ?? (entry.target.person ? `@${entry.target.person.username}` : '');

const maxShown = 80;

function actorName({ actor }: AuditEntry): string {
  if (actor.id === house.id) return m['admin.page.entry_house']();
  return actor.username === '' ? m['admin.page.entry_gone']() : `@${actor.username}`;
}

function UndoneBadge({ row }: { row: AuditEntry }) {
  return (
    <>
      {row.undoes !== null && <Badge>{m['admin.log.undo']()}</Badge>}
      {row.isUndone && <Badge look="bad">{m['admin.log.undone']()}</Badge>}
    </>
  );
}

/** Staff page of each type of target. */
const targetPlaces: Record<string, StaffPlace> = {
  person: '/admin/users',
  resource: '/admin/resources',
  service: '/admin/services',
  volunteer: '/admin/engineers',
  synonym: '/admin/synonyms',
  order: '/admin/orders',
  refund: '/admin/refunds',
  payout: '/admin/payouts',
  finding: '/admin/findings',
  adjustment: '/admin/adjustments',
  channel: '/admin/channels',
  auction: '/admin/auctions',
  sponsorship: '/admin/sponsors',
  banner: '/admin/ads',
};

function EntryPanel({ row: entry }: { row: AuditEntry }) {
  const { before, after, target } = entry;
  const changes = Object.keys(before).flatMap((name) => {
    const [was = null, is = null] = [before[name], after[name]].map((value) => told(name, value));
    return was === null || is === null || was === is
      ? []
      : [m['admin.page.turned']({ before: was, after: is })];
  });
  const names = Object.keys({ ...before, ...after });
  const isBlanked = entry.actor.id !== house.id && names.length === 0;
  // An export has no single target.
  const isMany = entry.action === 'table.export';
  const targetPlace = isMany ? undefined : targetPlaces[target.type];
  const name = target.person ? m['admin.page.entry_about'](target.person) : entryTarget(entry);
  return (
    <>
      <Details
        rows={[
          [m['admin.log.actor'](), actorName(entry)],
          [m['admin.log.at'](), formatKoreanMoment(entry.at)],
          ...(isBlanked
            ? []
            : [[m['admin.page.reason'](), <Reason key="reason">{entry.reason}</Reason>] as const]),
          ...(name === null ? [] : [[m['admin.page.entry_target'](), name] as const]),
          ...(changes.length > 0 ? [[m['admin.page.entry_detail'](), changes.join(' · ')] as const] : []),
          ...(isMany ? [] : [[m['admin.log.target_id'](), target.id] as const]),
          [m['admin.log.id'](), entry.id],
        ]}
      />
      {isBlanked && <p>{m['admin.page.no_reason']()}</p>}
      {entry.undoes !== null && <p>{m['admin.page.is_undo']()}</p>}
      {entry.isUndone && <p>{m['admin.page.is_undone']()}</p>}
      {names.some((each) => told(each, null) === null) && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <Values name={m['admin.log.before']()} values={before} />
          <Values name={m['admin.log.after']()} values={after} />
        </div>
      )}
      <div className="grid gap-2">
        {entry.canUndo && <Undo id={entry.id} />}
        {targetPlace !== undefined && (
          <Link to={targetPlace} search={{ search: target.id }} className={buttonClass('secondary')}>
            {m['admin.log.open_target']()}
          </Link>
        )}
      </div>
    </>
  );
}

/** Keeps the line breaks of the reason. */
function Reason({ children }: { children: string }) {
  return <span className="whitespace-pre-line">{children || '–'}</span>;
}

/** Raw values by their internal names, for developers. */
function Values({ name, values }: { name: string; values: Record<string, unknown> }) {
  if (Object.keys(values).length === 0) return null;
  return (
    <section className="rounded-md bg-sunken p-3">
      <h3 className="text-sm text-ink-soft">{name}</h3>
      <ul className="text-sm">
        {Object.entries(values).map(([key, value]) => (
          <li key={key} className="wrap-anywhere whitespace-pre-line">
            {key}: {typeof value === 'string' ? value : JSON.stringify(value)}
          </li>
        ))}
      </ul>
    </section>
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
        <Button look="secondary" onClick={() => void takeBack(act)}>
          {m['admin.table.undo']()}
        </Button>
      )}
    </Proven>
  );
}

/** Formats a value of before or after; null for values that only the details show. */
function told(name: string, value: unknown): string | null {
  if (name === 'role') {
    const role = roles.find((each) => each === value);
    return role ? roleNames[role]() : String(value);
  }
  if (name === 'suspended') return value ? m['admin.page.suspended']() : m['admin.page.use_open']();
  if (name === 'suspendedUntil') {
    return typeof value === 'string' ? formatDay(lastMoment(value)) : m['admin.page.use_forever']();
  }
  return null;
}
