import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  AuditLink,
  Badge,
  Details,
  ReasonDialog,
  StaffTable,
  type BulkAct,
} from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { languages } from '#i18n/languages.ts';
import { formatDay } from '#platform/client/local-time.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import type { StaffVolunteer } from '../contract.ts';
import { staffTable } from '../rules.ts';
import { suspendVolunteers } from './staff-api.ts';
import { skillNames } from './words.ts';

const skillsOf = ({ skills }: StaffVolunteer) =>
  skills.length === 0
    ? m['support.staff.any_skill']()
    : skills.map((skill) => skillNames[skill]()).join(', ');

/** Volunteers for staff; paid engineers are listed as services. */
export function EngineersStaffScreen() {
  const act = (suspended: boolean): BulkAct<StaffVolunteer> => ({
    name: suspended ? m['support.staff.suspend']() : m['support.staff.lift'](),
    ...(suspended && { look: 'danger' as const }),
    isFor: (row) => row.suspended !== suspended,
    title: (count) =>
      suspended ? m['support.staff.suspend_title']({ count }) : m['support.staff.lift_title']({ count }),
    text: suspended ? m['support.staff.suspend_text']() : m['support.staff.lift_text'](),
    done: (count) =>
      suspended ? m['support.staff.suspend_done']({ count }) : m['support.staff.lift_done']({ count }),
    send: (ids, reason) => suspendVolunteers(ids, { suspended, reason }),
  });
  return (
    <StaffTable<StaffVolunteer>
      list="engineers"
      to="/admin/engineers"
      title={m['support.staff.title']()}
      text={m['support.staff.text']()}
      searchLabel={m['support.staff.search']()}
      shape={staffTable}
      choices={[
        {
          name: 'state',
          label: m['support.staff.state'](),
          all: m['support.staff.all'](),
          values: {
            available: () => m['support.staff.available'](),
            suspended: () => m['support.staff.suspended'](),
          },
        },
        {
          name: 'skill',
          label: m['support.staff.skills'](),
          all: m['support.staff.all'](),
          values: skillNames,
        },
      ]}
      sorts={{
        newest: () => m['support.staff.newest'](),
        oldest: () => m['support.staff.oldest'](),
        solved: () => m['support.staff.by_solved'](),
        name: () => m['support.staff.by_name'](),
      }}
      columns={[
        { head: m['support.staff.name'](), cell: ({ person }) => `@${person.username}` },
        { head: m['support.staff.skills'](), isSecondary: true, cell: skillsOf },
        {
          head: m['support.staff.languages'](),
          isSecondary: true,
          cell: languagesOf,
        },
        {
          head: m['support.staff.solved'](),
          isSecondary: true,
          isNumber: true,
          cell: ({ solved }) => String(solved),
        },
        {
          head: m['support.staff.since'](),
          isSecondary: true,
          isUnbroken: true,
          cell: ({ createdAt }) => formatDay(createdAt),
        },
      ]}
      rowName={({ person }) => person.fullName || person.username}
      Badges={VolunteerBadges}
      Panel={VolunteerPanel}
      acts={[act(true), act(false)]}
      canExport
      above={
        <Link
          to="/admin/services"
          search={{ type: 'engineer' }}
          className={buttonClass('secondary', 'text-sm')}
        >
          {m['support.staff.paid']()}
        </Link>
      }
    />
  );
}

const languagesOf = ({ languages: spoken }: StaffVolunteer) =>
  spoken.map((each) => languages[each].name).join(', ');

function VolunteerBadges({ row }: { row: StaffVolunteer }) {
  if (row.suspended) return <Badge look="bad">{m['support.staff.suspended']()}</Badge>;
  return row.isAvailable ? <Badge look="good">{m['support.staff.available']()}</Badge> : null;
}

function VolunteerPanel({ row }: { row: StaffVolunteer }) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const name = row.suspended ? m['support.staff.lift']() : m['support.staff.suspend']();
  return (
    <>
      <Details
        rows={[
          [m['support.staff.username'](), `@${row.person.username}`],
          [m['support.staff.skills'](), skillsOf(row)],
          [m['support.staff.tags'](), row.tags.join(', ') || '–'],
          [m['support.staff.languages'](), languagesOf(row)],
          [m['support.staff.solved'](), String(row.solved)],
          [m['support.staff.since'](), formatDay(row.createdAt)],
          [m['support.staff.seen'](), formatDay(row.seenAt)],
        ]}
      />
      <div className="grid gap-2">
        <Button look={row.suspended ? 'secondary' : 'danger'} onClick={() => setIsAsking(true)}>
          {name}
        </Button>
        <Link
          to="/people/$username"
          params={{ username: row.person.username }}
          className={buttonClass('secondary')}
        >
          {m['support.staff.profile']()}
        </Link>
        <AuditLink id={row.id} />
      </div>
      {isAsking && (
        <ReasonDialog
          title={name}
          text={row.suspended ? m['support.staff.lift_text']() : m['support.staff.suspend_text']()}
          submit={name}
          send={async ({ reason = '' }) => {
            await suspendVolunteers([row.id], { suspended: !row.suspended, reason });
            await client.invalidateQueries({ queryKey: ['admin'] });
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
