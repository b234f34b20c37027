import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AuditLink, Badge, Details, ReasonDialog, StaffTable } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { formatDay } from '#platform/client/local-time.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { Bidder } from '../contract.ts';
import { biddersTable } from '../states.ts';
import { liftAllStrikes, liftStrike, setHousehold } from './api.ts';

type Task = { kind: 'lift'; strikeId: string; text: string } | { kind: 'set' | 'clear'; person: Bidder };

const strikeWords = {
  unpaid: m['auctions.staff.strike'],
  cancelled: m['auctions.staff.strike_cancelled'],
  reversed: m['auctions.staff.strike_reversed'],
};
const openStrikes = ({ strikes }: Bidder) => strikes.filter(({ liftedAt }) => liftedAt === null);

/** Table of people who cannot bid, with reasons: staff lift strikes and record households here. */
export function BiddersScreen() {
  return (
    <StaffTable<Bidder>
      list="bidders"
      to="/admin/bidders"
      title={m['auctions.staff.title']()}
      text={m['auctions.staff.text']()}
      searchLabel={m['auctions.staff.search']()}
      shape={biddersTable}
      choices={[
        {
          name: 'state',
          label: m['auctions.staff.state'](),
          all: m['auctions.staff.all'](),
          values: {
            suspended: () => m['auctions.staff.suspended'](),
            struck: () => m['auctions.staff.struck'](),
            household: () => m['auctions.staff.same_house'](),
          },
        },
      ]}
      sorts={{
        newest: () => m['auctions.staff.newest'](),
        name: () => m['auctions.staff.by_name'](),
      }}
      columns={[
        { head: m['auctions.staff.name'](), cell: ({ username }) => `@${username}` },
        {
          head: m['auctions.staff.strikes'](),
          isNumber: true,
          cell: (person) => String(openStrikes(person).length),
        },
        {
          head: m['auctions.staff.same_house'](),
          isSecondary: true,
          cell: ({ household }) => household.map(({ username }) => `@${username}`).join(', ') || '–',
        },
        {
          head: m['auctions.staff.last_strike'](),
          isSecondary: true,
          isUnbroken: true,
          cell: ({ strikes: [last] }) => (last ? formatDay(last.at) : '–'),
        },
      ]}
      rowName={(person) => person.fullName}
      Badges={SuspendedBadge}
      Panel={BidderPanel}
      acts={[
        {
          name: m['auctions.staff.lift'](),
          isFor: (person) => openStrikes(person).length > 0,
          title: (count) => m['auctions.staff.lift_many']({ count }),
          text: m['auctions.staff.lift_text'](),
          done: (count) => m['auctions.staff.lift_done']({ count }),
          send: liftAllStrikes,
        },
      ]}
      canExport
    />
  );
}

function SuspendedBadge({ row: { isSuspended } }: { row: Bidder }) {
  return isSuspended ? <Badge look="bad">{m['auctions.staff.suspended']()}</Badge> : null;
}

function BidderPanel({ row: person }: { row: Bidder }) {
  const [task, setTask] = useState<Task | null>(null);
  const { strikes, household } = person;
  const names = household.map(({ fullName, username }) => `${fullName} (@${username})`).join(', ');
  return (
    <>
      <Details
        rows={[
          [m['auctions.staff.username'](), `@${person.username}`],
          [m['auctions.staff.strikes'](), String(openStrikes(person).length)],
          [m['auctions.staff.same_house'](), names || '–'],
        ]}
      />
      {strikes.length > 0 && (
        <ul className="grid gap-2">
          {strikes.map(({ id, cause, auction, at, liftedAt }) => {
            const text = strikeWords[cause]({ title: auction.title, day: formatDay(at) });
            return (
              <li key={id} className="grid justify-items-start gap-1 rounded-md bg-sunken p-3">
                <Link
                  to="/auctions/$"
                  params={{ _splat: auction.id }}
                  className="py-1 wrap-anywhere text-accent-strong underline"
                >
                  {text}
                </Link>
                {liftedAt === null ? (
                  <Button
                    look="secondary"
                    aria-label={`${m['auctions.staff.lift']()}: ${text}`}
                    onClick={() => setTask({ kind: 'lift', strikeId: id, text })}
                  >
                    {m['auctions.staff.lift']()}
                  </Button>
                ) : (
                  <span className="text-sm text-ink-soft">
                    {m['auctions.staff.lifted']({ day: formatDay(liftedAt) })}
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <div className="grid gap-2">
        <Button look="secondary" onClick={() => setTask({ kind: 'set', person })}>
          {m['auctions.staff.set']()}
        </Button>
        {names !== '' && (
          <Button look="secondary" onClick={() => setTask({ kind: 'clear', person })}>
            {m['auctions.staff.clear']()}
          </Button>
        )}
        <AuditLink id={person.id} />
      </div>
      {task && <TaskDialog task={task} onClose={() => setTask(null)} />}
    </>
  );
}

function TaskDialog({ task, onClose }: { task: Task; onClose(): void }) {
  const client = useQueryClient();
  const name = task.kind === 'lift' ? '' : task.person.fullName;
  const words = {
    lift: {
      title: m['auctions.staff.lift'](),
      text: `${task.kind === 'lift' ? `${task.text}. ` : ''}${m['auctions.staff.lift_text']()}`,
    },
    set: { title: m['auctions.staff.set'](), text: m['auctions.staff.set_text']({ name }) },
    clear: { title: m['auctions.staff.clear'](), text: m['auctions.staff.clear_text']({ name }) },
  }[task.kind];
  return (
    <ReasonDialog
      {...words}
      submit={words.title}
      needed={task.kind === 'set' ? ['with', 'reason'] : ['reason']}
      send={async ({ with: other = '', reason = '' }) => {
        await (task.kind === 'lift'
          ? liftStrike(task.strikeId, reason)
          : setHousehold(task.person.id, { with: task.kind === 'set' ? other : null, reason }));
        await client.invalidateQueries({ queryKey: ['admin'] });
      }}
      onClose={onClose}
    >
      {(errors) =>
        task.kind === 'set' && (
          <TextField
            label={m['auctions.staff.set_with']()}
            name="with"
            maxLength={100}
            autoComplete="off"
            error={errors['with']}
          />
        )
      }
    </ReasonDialog>
  );
}
