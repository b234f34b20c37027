import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { currentUserQuery, Proven } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import { canChangePeople } from '../access.ts';
import type { AdminPerson } from '../contract.ts';
import { readListSearch, usersQuery } from './api.ts';
import { ListFrame } from './list-frame.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { formatDay, roleNames } from './words.ts';

export function UsersScreen() {
  const search = readListSearch(useSearch({ strict: false }));
  const query = useQuery(usersQuery(search));
  const [chosen, setChosen] = useState<AdminPerson | null>(null);
  const opener = useRef<HTMLElement>(null);
  return (
    <>
      <ListFrame
        path="/admin/users"
        title={m['admin.page.users']()}
        text={m['admin.page.users_text']()}
        label={m['admin.page.search_users']()}
        empty={m['admin.page.none']()}
        search={search}
        count={(count) => m['admin.page.found']({ count })}
        query={query}
      >
        {query.data?.items.map((person) => (
          <Person
            key={person.id}
            person={person}
            onChange={(button) => {
              opener.current = button;
              setChosen(person);
            }}
          />
        ))}
      </ListFrame>
      {chosen && (
        <Change
          person={chosen}
          onClose={() => {
            // The dialog is taken away, not closed, and a browser gives focus back only for the latter.
            flushSync(() => setChosen(null));
            opener.current?.focus();
          }}
        />
      )}
    </>
  );
}

function Change(props: { person: AdminPerson; onClose(): void }) {
  const client = useQueryClient();
  return (
    <Proven>
      {(act) => (
        <PersonDialog
          person={props.person}
          act={act}
          onClose={() => {
            props.onClose();
            void client.invalidateQueries({ queryKey: ['admin'] });
          }}
        />
      )}
    </Proven>
  );
}

function Person({ person, onChange }: { person: AdminPerson; onChange(button: HTMLElement): void }) {
  const { data: user } = useQuery(currentUserQuery);
  const state = person.suspendedUntil
    ? m['admin.page.suspended_until']({ day: formatDay(person.suspendedUntil) })
    : m['admin.page.suspended']();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <span className="break-words">{person.fullName}</span>
          <span className="font-normal break-all text-ink-soft">@{person.username}</span>
          {user?.id === person.id && <Badge>{m['admin.page.you']()}</Badge>}
          {person.role !== 'user' && <Badge>{roleNames[person.role]()}</Badge>}
          {person.suspended && (
            <span className="rounded-sm bg-danger-soft px-2 text-sm font-normal text-danger">{state}</span>
          )}
        </p>
        <p className="text-sm break-all text-ink-soft">{person.email}</p>
        <p className="text-sm text-ink-soft">
          {[
            m['admin.page.joined']({ day: formatDay(person.createdAt) }),
            ...(person.isProvider ? [m['admin.page.provider']()] : []),
            ...(person.phoneVerified ? [m['admin.page.phone']()] : []),
            ...(person.bankRegistered ? [m['admin.page.bank']()] : []),
          ].join(' · ')}
        </p>
      </div>
      {canChangePeople(user ?? null) && (
        <Button
          look="secondary"
          aria-label={m['admin.page.change_of']({ name: person.fullName })}
          onClick={(event) => onChange(event.currentTarget)}
        >
          {m['admin.page.change']()}
        </Button>
      )}
    </li>
  );
}

function Badge({ children }: { children: string }) {
  return (
    <span className="rounded-sm bg-accent-soft px-2 text-sm font-normal text-accent-strong">{children}</span>
  );
}
