import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ListFrame, readListSearch, ReasonDialog } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { formatDay } from '#platform/client/local-time.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { Bidder } from '../contract.ts';
import { biddersQuery, liftStrike, setHousehold } from './api.ts';

const place: string = '/admin/auctions';

type Task = { kind: 'lift'; strikeId: string; text: string } | { kind: 'set' | 'clear'; person: Bidder };

/** Who cannot bid where, and why: strikes are lifted here, and households said. */
export function BiddersScreen() {
  const search = readListSearch(useSearch({ strict: false }));
  const query = useQuery(biddersQuery(search));
  const [task, setTask] = useState<Task | null>(null);
  return (
    <>
      <ListFrame
        path={place}
        title={m['auctions.staff.title']()}
        text={m['auctions.staff.text']()}
        label={m['auctions.staff.search']()}
        empty={m['auctions.staff.empty']()}
        search={search}
        count={(count) => m['auctions.staff.count']({ count })}
        query={query}
      >
        {query.data?.items.map((person) => (
          <Row key={person.id} person={person} onTask={setTask} />
        ))}
      </ListFrame>
      {task && <TaskDialog task={task} onClose={() => setTask(null)} />}
    </>
  );
}

function Row({ person, onTask }: { person: Bidder; onTask(task: Task): void }) {
  const { strikes, household } = person;
  const names = household.map(({ fullName, username }) => `${fullName} (@${username})`).join(', ');
  return (
    <li className="grid gap-3 p-4">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        <span className="wrap-anywhere">
          {person.fullName} <span className="font-normal text-ink-soft">@{person.username}</span>
        </span>
        {person.isSuspended && (
          <span className="rounded-sm bg-danger-soft px-2 text-sm font-normal text-danger">
            {m['auctions.staff.suspended']()}
          </span>
        )}
      </p>
      {strikes.length > 0 && (
        <ul className="grid gap-2">
          {strikes.map(({ id, auction, at, liftedAt }) => {
            const text = m['auctions.staff.strike']({ title: auction.title, day: formatDay(at) });
            return (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <Link
                  to="/auctions/$"
                  params={{ _splat: auction.id }}
                  className="py-2 wrap-anywhere text-accent-strong underline"
                >
                  {text}
                </Link>
                {liftedAt === null ? (
                  <Button
                    look="secondary"
                    aria-label={`${m['auctions.staff.lift']()}: ${text}`}
                    onClick={() => onTask({ kind: 'lift', strikeId: id, text })}
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
      {names !== '' && <p className="wrap-anywhere">{m['auctions.staff.household']({ names })}</p>}
      <div className="flex flex-wrap gap-2">
        <Button
          look="secondary"
          aria-label={`${m['auctions.staff.set']()}: ${person.fullName}`}
          onClick={() => onTask({ kind: 'set', person })}
        >
          {m['auctions.staff.set']()}
        </Button>
        {names !== '' && (
          <Button
            look="quiet"
            aria-label={`${m['auctions.staff.clear']()}: ${person.fullName}`}
            onClick={() => onTask({ kind: 'clear', person })}
          >
            {m['auctions.staff.clear']()}
          </Button>
        )}
      </div>
    </li>
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
