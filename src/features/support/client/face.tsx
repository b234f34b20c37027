import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import type { Person } from '../contract.ts';

/** Avatar shown next to the name, so it needs no alternative text. */
export function Face({ person, isAvailable = false }: { person: Person; isAvailable?: boolean }) {
  return (
    <span className="relative block size-10 shrink-0">
      <span className="block size-full overflow-hidden rounded-full bg-sunken">
        {person.avatarUrl ? (
          <img
            src={person.avatarUrl}
            alt=""
            width={96}
            height={96}
            loading="lazy"
            decoding="async"
            className="size-full object-cover"
          />
        ) : (
          <span aria-hidden="true" className="mat grid size-full place-items-center font-semibold">
            {[...person.fullName.trim()][0]?.toUpperCase()}
          </span>
        )}
      </span>
      {isAvailable && (
        <span
          aria-hidden="true"
          className="absolute right-0 bottom-0 size-3 rounded-full border-2 border-surface bg-accent"
        />
      )}
    </span>
  );
}

export function PersonLink({ person }: { person: Person | null }) {
  if (!person) return <span className="text-ink-soft">{m['support.gone']()}</span>;
  return (
    <Link
      to="/people/$username"
      params={{ username: person.username }}
      className="font-semibold underline-offset-2 hover:underline"
    >
      {person.fullName}
    </Link>
  );
}
