import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import {
  AuditLink,
  Badge,
  Details,
  ReasonDialog,
  StaffTable,
  type BulkAct,
} from '#features/admin/client/public.tsx';
import { ReasonSelect } from '#features/moderation/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { formatDay } from '#platform/client/local-time.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { numberFormat } from '#platform/shared/formats.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { canManage } from '../access.ts';
import type { StaffService } from '../contract.ts';
import { serviceTypes } from '../rules.ts';
import { isOut, staffTable, type ServiceState } from '../states.ts';
import { stateNames } from '../staff-words.ts';
import { setManyStates, setState } from './staff-api.ts';
import { typeName } from './words.ts';

/** Labels of the actions that lead to a state. */
const actNames: Record<ServiceState, () => string> = {
  active: () => m['services.staff.show'](),
  paused: () => m['services.staff.pause'](),
  draft: () => m['services.staff.to_draft'](),
  hidden: () => m['services.staff.hide'](),
  removed: () => m['services.staff.remove'](),
};

const number = (value: number) => numberFormat(currentLocale()).format(value);

/** Table of all services in every state, for staff. */
export function StaffServicesScreen() {
  const { data: user = null } = useQuery(currentUserQuery);
  const act = (state: ServiceState, words: Pick<BulkAct<StaffService>, 'title' | 'text' | 'done'>) => ({
    ...words,
    name: actNames[state](),
    isFor: ({ mayBecome, owner }: StaffService) => mayBecome.includes(state) && owner.id !== user?.id,
    send: (ids: string[], reason: string, values: Record<string, string>) =>
      setManyStates(ids, { state, reason, ...values }),
  });
  return (
    <StaffTable<StaffService>
      list="services"
      to="/admin/services"
      title={m['services.staff.title']()}
      text={m['services.staff.text']()}
      searchLabel={m['services.staff.search']()}
      shape={staffTable}
      choices={[
        {
          name: 'state',
          label: m['services.staff.state'](),
          all: m['services.staff.all'](),
          values: stateNames,
        },
        {
          name: 'type',
          label: m['services.staff.type'](),
          all: m['services.staff.all'](),
          values: Object.fromEntries(serviceTypes.map((type) => [type, () => typeName(type)])),
        },
      ]}
      sorts={{
        newest: () => m['services.staff.newest'](),
        oldest: () => m['services.staff.oldest'](),
        title: () => m['services.staff.by_title'](),
      }}
      columns={[
        { head: m['services.staff.title_column'](), cell: () => '' },
        {
          head: m['services.staff.owner'](),
          isSecondary: true,
          isUnbroken: true,
          cell: ({ owner }) => `@${owner.username}`,
        },
        { head: m['services.staff.type'](), isSecondary: true, cell: (row) => typeName(row.serviceType) },
        {
          head: m['services.staff.orders'](),
          isNumber: true,
          isSecondary: true,
          cell: (row) => number(row.completedOrders),
        },
        {
          head: m['services.staff.created'](),
          isSecondary: true,
          isUnbroken: true,
          cell: (row) => formatDay(row.createdAt),
        },
      ]}
      rowName={(row) => row.title}
      Badges={StateBadge}
      Panel={ServicePanel}
      acts={
        canManage(user)
          ? [
              {
                ...act('hidden', {
                  title: (count) => m['services.staff.hide_title']({ count }),
                  text: m['services.staff.hide_text'](),
                  done: (count) => m['services.staff.hide_done']({ count }),
                }),
                look: 'danger',
                Fields: ReasonSelect,
              },
              act('active', {
                title: (count) => m['services.staff.show_title']({ count }),
                text: m['services.staff.show_text'](),
                done: (count) => m['services.staff.show_done']({ count }),
              }),
            ]
          : []
      }
      canExport={canManage(user)}
    />
  );
}

function StateBadge({ row: { state } }: { row: StaffService }) {
  return state === 'active' ? null : (
    <Badge look={state === 'hidden' || state === 'removed' ? 'bad' : 'neutral'}>{stateNames[state]()}</Badge>
  );
}

function ServicePanel({ row }: { row: StaffService }) {
  const { data: user } = useQuery(currentUserQuery);
  const isOwn = row.owner.id === user?.id;
  const client = useQueryClient();
  const [next, setNext] = useState<ServiceState | null>(null);
  return (
    <>
      <Details
        rows={[
          [m['services.staff.state'](), stateNames[row.state]()],
          [m['services.staff.owner'](), `${row.owner.fullName} (@${row.owner.username})`],
          [m['services.staff.type'](), typeName(row.serviceType)],
          [m['services.staff.orders'](), number(row.completedOrders)],
          [m['services.staff.rating'](), row.rating === null ? '–' : number(row.rating)],
          [m['services.staff.created'](), formatDay(row.createdAt)],
          [m['services.staff.updated'](), formatDay(row.updatedAt)],
          [m['services.staff.csv_id'](), row.id],
        ]}
      />
      <div className="grid gap-2">
        <Link to="/services/$id" params={{ id: row.id }} className={buttonClass('secondary')}>
          {m['services.staff.open']()}
        </Link>
        {isOwn ? (
          <p className="text-sm text-ink-soft">{m['services.error.own_service']()}</p>
        ) : (
          row.mayBecome.map((state) => (
            <Button
              key={state}
              look={state === 'hidden' || state === 'removed' ? 'danger' : 'secondary'}
              onClick={() => setNext(state)}
            >
              {actNames[state]()}
            </Button>
          ))
        )}
        <AuditLink id={row.id} />
      </div>
      {next && (
        <ReasonDialog
          title={actNames[next]()}
          text={next === 'removed' ? m['services.staff.remove_text']({ title: row.title }) : row.title}
          submit={actNames[next]()}
          {...(isOut(next) && { children: () => <ReasonSelect /> })}
          send={async ({ reason = '', ...values }) => {
            await setState(row.id, { state: next, reason, ...values });
            await client.invalidateQueries({ queryKey: ['admin'] });
          }}
          onClose={() => setNext(null)}
        />
      )}
    </>
  );
}
