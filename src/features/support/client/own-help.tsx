import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { Session } from '../contract.ts';
import { isOver } from '../rules.ts';
import { sessionsQuery } from './api.ts';
import { SessionRow } from './session-row.tsx';
import { VolunteerDesk } from './volunteer-desk.tsx';

/** Returns whether there is something left to do or to wait for. */
const isOpen = ({ state, answer, mayPropose }: Session) =>
  !isOver(state) || (mayPropose && answer !== null && answer.publishedPath === null);

/** The reader's sessions as asker and helper; `whole` includes closed ones. */
export function OwnHelp({ whole = false }: { whole?: boolean }) {
  const { data, error, refetch } = useQuery(sessionsQuery());
  const open = data?.filter(isOpen) ?? [];
  const over = whole ? (data?.filter((session) => !isOpen(session)) ?? []) : [];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {error && !data && <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>}
      {open.length > 0 && <Sessions title={m['support.own.open']()} sessions={open} />}
      <VolunteerDesk whole={whole} />
      {over.length > 0 && <Sessions title={m['support.own.over']()} sessions={over} />}
      {whole && data?.length === 0 && (
        <p className="rounded-lg border border-dashed border-line-strong p-6 text-center text-ink-soft">
          {m['support.own.none']()}
        </p>
      )}
      {!whole && (
        <Link to="/my/support" className="w-fit py-1 text-accent-strong underline">
          {m['support.own.all']()}
        </Link>
      )}
    </div>
  );
}

function Sessions({ title, sessions }: { title: string; sessions: readonly Session[] }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-bold">{title}</h3>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {sessions.map((session) => (
          <li key={session.id}>
            <SessionRow session={session} />
          </li>
        ))}
      </ul>
    </section>
  );
}
