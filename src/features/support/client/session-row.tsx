import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { canRead } from '../access.ts';
import type { Session } from '../contract.ts';
import { EventButtons } from './event-buttons.tsx';
import { aboutWords, stateName } from './words.ts';

/** Session in a list: problem, state, and the answers of an invited person. */
export function SessionRow({ session }: { session: Session }) {
  const { id, problem, role, state, asker, helper } = session;
  const about = aboutWords(session);
  const other = role === 'asker' ? helper : asker;
  return (
    <article className="grid gap-2 rounded-lg border border-line bg-surface p-4">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span className="rounded-sm bg-sunken px-2 font-semibold">{stateName(state)}</span>
        {other && (
          <span className="text-ink-soft">
            {role === 'asker'
              ? m['support.row.helped_by']({ name: other.fullName })
              : m['support.row.asked_by']({ name: other.fullName })}
          </span>
        )}
      </p>
      {canRead(role) ? (
        <Link
          to="/remote-support/{-$channel}/{-$id}"
          params={{ channel: id, id: undefined }}
          className="line-clamp-2 font-semibold break-words underline-offset-2 hover:underline"
        >
          {problem}
        </Link>
      ) : (
        <p className="break-words whitespace-pre-line">{problem}</p>
      )}
      {about !== '' && <p className="text-sm text-ink-soft">{about}</p>}
      {role === 'invited' && <EventButtons session={session} />}
    </article>
  );
}
