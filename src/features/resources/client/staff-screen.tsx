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
import { currentLocale } from '#platform/client/page-context.ts';
import { numberFormat } from '#platform/shared/formats.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { canManage } from '../access.ts';
import type { ResourceState, StaffResource } from '../contract.ts';
import { isOut, staffTable } from '../rules.ts';
import { stateNames } from '../staff-words.ts';
import { categoryName } from '#platform/shared/category-names.ts';
import { setManyStates, setState } from './staff-api.ts';
import { categoryNames, formatDay, licenseName } from './words.ts';

/** Labels of the staff actions that lead to each state. */
const actNames: Record<ResourceState, () => string> = {
  published: () => m['resources.staff.restore'](),
  draft: () => m['resources.staff.to_draft'](),
  hidden: () => m['resources.staff.hide'](),
  removed: () => m['resources.staff.remove'](),
};

const number = (value: number) => numberFormat(currentLocale()).format(value);

/** Table of all resources, of any owner and in any state. */
export function StaffResourcesScreen() {
  const { data: user = null } = useQuery(currentUserQuery);
  const act = (state: ResourceState, words: Pick<BulkAct<StaffResource>, 'title' | 'text' | 'done'>) => ({
    ...words,
    name: actNames[state](),
    isFor: ({ mayBecome, owner }: StaffResource) => mayBecome.includes(state) && owner.id !== user?.id,
    send: (ids: string[], reason: string, values: Record<string, string>) =>
      setManyStates(ids, { state, reason, ...values }),
  });
  return (
    <StaffTable<StaffResource>
      list="resources"
      to="/admin/resources"
      title={m['resources.staff.title']()}
      text={m['resources.staff.text']()}
      searchLabel={m['resources.staff.search']()}
      shape={staffTable}
      choices={[
        {
          name: 'state',
          label: m['resources.staff.state'](),
          all: m['resources.staff.all'](),
          values: stateNames,
        },
        {
          name: 'category',
          label: m['resources.staff.category'](),
          all: m['resources.staff.all'](),
          values: categoryNames,
        },
      ]}
      sorts={{
        newest: () => m['resources.staff.newest'](),
        oldest: () => m['resources.staff.oldest'](),
        title: () => m['resources.staff.by_title'](),
        downloads: () => m['resources.staff.by_downloads'](),
      }}
      columns={[
        { head: m['resources.staff.title_column'](), cell: () => '' },
        {
          head: m['resources.staff.owner'](),
          isSecondary: true,
          isUnbroken: true,
          cell: ({ owner }) => `@${owner.username}`,
        },
        {
          head: m['resources.staff.category'](),
          isSecondary: true,
          cell: (row) => categoryName(row.category),
        },
        {
          head: m['resources.staff.downloads'](),
          isNumber: true,
          isSecondary: true,
          cell: (row) => number(row.downloadCount),
        },
        {
          head: m['resources.staff.created'](),
          isSecondary: true,
          isUnbroken: true,
          cell: (row) => formatDay(row.createdAt),
        },
      ]}
      rowName={(row) => row.title}
      Badges={StateBadge}
      Panel={ResourcePanel}
      acts={
        canManage(user)
          ? [
              {
                ...act('hidden', {
                  title: (count) => m['resources.staff.hide_title']({ count }),
                  text: m['resources.staff.hide_text'](),
                  done: (count) => m['resources.staff.hide_done']({ count }),
                }),
                look: 'danger',
                Fields: ReasonSelect,
              },
              act('published', {
                title: (count) => m['resources.staff.restore_title']({ count }),
                text: m['resources.staff.restore_text'](),
                done: (count) => m['resources.staff.restore_done']({ count }),
              }),
            ]
          : []
      }
      canExport={canManage(user)}
      above={
        <div className="flex flex-wrap gap-2">
          <Link to="/admin/resources/upload" className={buttonClass('secondary', 'text-sm')}>
            {m['resources.staff.upload']()}
          </Link>
          <Link to="/admin/catalogue" className={buttonClass('secondary', 'text-sm')}>
            {m['resources.staff.catalogue']()}
          </Link>
        </div>
      }
    />
  );
}

function StateBadge({ row: { state } }: { row: StaffResource }) {
  return state === 'published' ? null : (
    <Badge look={state === 'draft' ? 'neutral' : 'bad'}>{stateNames[state]()}</Badge>
  );
}

function ResourcePanel({ row }: { row: StaffResource }) {
  const client = useQueryClient();
  const { data: user } = useQuery(currentUserQuery);
  const [next, setNext] = useState<ResourceState | null>(null);
  return (
    <>
      <Details
        rows={[
          [m['resources.staff.state'](), stateNames[row.state]()],
          [m['resources.staff.owner'](), `${row.owner.fullName} (@${row.owner.username})`],
          [m['resources.staff.category'](), categoryName(row.category)],
          [m['resources.staff.license'](), licenseName(row.license)],
          [m['resources.staff.downloads'](), number(row.downloadCount)],
          [m['resources.staff.likes'](), number(row.likeCount)],
          [m['resources.staff.created'](), formatDay(row.createdAt)],
          [m['resources.staff.published'](), row.publishedAt === null ? '–' : formatDay(row.publishedAt)],
          [m['resources.staff.updated'](), formatDay(row.updatedAt)],
          [m['resources.staff.csv_id'](), row.id],
        ]}
      />
      <div className="grid gap-2">
        <Link to="/resources/$id" params={{ id: row.id }} className={buttonClass('secondary')}>
          {m['resources.staff.open']()}
        </Link>
        {row.state !== 'removed' && (
          <Link to="/admin/resources/edit/$id" params={{ id: row.id }} className={buttonClass('secondary')}>
            {m['resources.staff.edit']()}
          </Link>
        )}
        {(row.owner.id === user?.id ? [] : row.mayBecome).map((state) => (
          <Button
            key={state}
            look={state === 'hidden' || state === 'removed' ? 'danger' : 'secondary'}
            onClick={() => setNext(state)}
          >
            {actNames[state]()}
          </Button>
        ))}
        <AuditLink id={row.id} />
      </div>
      {next && (
        <ReasonDialog
          title={actNames[next]()}
          text={row.title}
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
