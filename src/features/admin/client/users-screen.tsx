import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { currentUserQuery, Proven } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { formatDay } from '#platform/client/local-time.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { canActAs, canChangePeople, canExport } from '../access.ts';
import type { AdminPerson } from '../contract.ts';
import { lastMoment, peopleTable } from '../rules.ts';
import { roleNames } from '../words.ts';
import { actAs, changeMany } from './api.ts';
import { AuditLink } from './audit-link.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { Badge, Details, StaffTable, type BulkAct } from './staff-table.tsx';

export function UsersScreen() {
  const { data: user = null } = useQuery(currentUserQuery);
  const acts: BulkAct<AdminPerson>[] = [
    {
      name: m['admin.people.suspend'](),
      look: 'danger',
      isFor: (person) => !person.suspended && person.id !== user?.id,
      title: (count) => m['admin.people.suspend_title']({ count }),
      text: m['admin.people.suspend_text'](),
      done: (count) => m['admin.people.suspend_done']({ count }),
      send: (ids, reason) => changeMany(ids, { suspended: true, reason }),
    },
    {
      name: m['admin.people.lift'](),
      isFor: (person) => person.suspended,
      title: (count) => m['admin.people.lift_title']({ count }),
      text: m['admin.people.lift_text'](),
      done: (count) => m['admin.people.lift_done']({ count }),
      send: (ids, reason) => changeMany(ids, { suspended: false, reason }),
    },
  ];
  return (
    <StaffTable<AdminPerson>
      list="users"
      to="/admin/users"
      title={m['admin.page.users']()}
      text={m['admin.page.users_text']()}
      searchLabel={m['admin.page.search_users']()}
      shape={peopleTable}
      choices={[
        {
          name: 'state',
          label: m['admin.people.state'](),
          all: m['admin.table.all'](),
          values: {
            suspended: () => m['admin.page.suspended'](),
            leaving: () => m['admin.people.leaving'](),
          },
        },
        {
          name: 'role',
          label: m['admin.page.role'](),
          all: m['admin.table.all'](),
          values: { staff: () => m['admin.people.staff'](), ...roleNames },
        },
      ]}
      sorts={{
        newest: () => m['admin.people.newest'](),
        oldest: () => m['admin.people.oldest'](),
        name: () => m['admin.people.by_name'](),
      }}
      columns={[
        {
          head: m['admin.people.name'](),
          cell: ({ username }) => `@${username}`,
        },
        {
          head: m['admin.csv.email'](),
          isSecondary: true,
          cell: ({ email }) => email,
        },
        { head: m['admin.page.role'](), isSecondary: true, cell: ({ role }) => roleNames[role]() },
        {
          head: m['admin.csv.joined'](),
          isSecondary: true,
          isUnbroken: true,
          cell: ({ createdAt }) => formatDay(createdAt),
        },
      ]}
      rowName={({ fullName, username }) => fullName || username}
      Badges={PersonBadges}
      Panel={PersonPanel}
      acts={canChangePeople(user) ? acts : []}
      canExport={canExport(user)}
    />
  );
}

function suspension({ suspendedUntil }: AdminPerson): string {
  return suspendedUntil
    ? m['admin.page.suspended_until']({ day: formatDay(lastMoment(suspendedUntil)) })
    : m['admin.page.suspended']();
}

const yesOrNo = (is: boolean) => (is ? m['admin.people.yes']() : m['admin.people.no']());

function PersonBadges({ row: person }: { row: AdminPerson }) {
  const { data: user } = useQuery(currentUserQuery);
  return (
    <>
      {user?.id === person.id && <Badge>{m['admin.page.you']()}</Badge>}
      {person.suspended && <Badge look="bad">{suspension(person)}</Badge>}
    </>
  );
}

function PersonPanel({ row: person }: { row: AdminPerson }) {
  const { data: user = null } = useQuery(currentUserQuery);
  const client = useQueryClient();
  const [changing, setChanging] = useState(false);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Details
        rows={[
          [m['admin.csv.username'](), `@${person.username}`],
          [m['admin.csv.email'](), person.email],
          [m['admin.page.role'](), roleNames[person.role]()],
          [m['admin.page.use'](), person.suspended ? suspension(person) : m['admin.page.use_open']()],
          [m['admin.csv.joined'](), formatDay(person.createdAt)],
          [m['admin.page.provider'](), yesOrNo(person.isProvider)],
          [m['admin.page.phone'](), yesOrNo(person.phoneVerified)],
          [m['admin.page.bank'](), yesOrNo(person.bankRegistered)],
          [m['admin.csv.id'](), person.id],
        ]}
      />
      <div className="grid gap-2">
        {canChangePeople(user) && (
          <Button
            aria-label={m['admin.page.change_of']({ name: person.fullName })}
            onClick={() => setChanging(true)}
          >
            {m['admin.page.change']()}
          </Button>
        )}
        <Link
          to="/people/$username"
          params={{ username: person.username }}
          className={buttonClass('secondary')}
        >
          {m['admin.people.profile']()}
        </Link>
        <Link to="/admin/orders" search={{ search: person.username }} className={buttonClass('secondary')}>
          {m['admin.people.orders']()}
        </Link>
        {canActAs(user, person) && (
          <Button look="secondary" onClick={() => setAsking(true)}>
            {m['admin.people.act_as']()}
          </Button>
        )}
        <AuditLink id={person.id} />
      </div>
      {asking && (
        <ReasonDialog
          title={m['admin.people.act_as']()}
          text={m['admin.people.act_as_text']({ name: person.fullName })}
          submit={m['admin.people.act_as']()}
          send={async ({ reason = '' }) => {
            await actAs(person.id, reason);
            // Reload, because everything on the page belongs to someone else now.
            window.location.assign(localizePath(`/people/${person.username}`, currentLocale()));
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {changing && (
        <Proven>
          {(act) => (
            <PersonDialog
              person={person}
              act={act}
              onClose={() => {
                setChanging(false);
                void client.invalidateQueries({ queryKey: ['admin'] });
              }}
            />
          )}
        </Proven>
      )}
    </>
  );
}
