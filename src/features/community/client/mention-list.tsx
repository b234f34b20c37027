import { useEffect, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import type { Person } from '../contract.ts';
import { findPeople } from './api.ts';
import type { MentionQuery } from './composing.ts';
import { Face } from './face.tsx';

const waitMs = 120;
const maxShown = 8;

/** Returns the suggestions for the typed mention, and the selected one. */
export function useMentions(channelId: string, mention: MentionQuery | null) {
  const query = mention?.query ?? null;
  const [found, setFound] = useState<{ query: string; people: readonly Person[] } | null>(null);
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (query === null) return undefined;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      findPeople(channelId, query, asking.signal).then(
        (people) => {
          setFound({ query, people: people.slice(0, maxShown) });
          return setAt(0);
        },
        // A username can be typed without a suggestion.
        () => {},
      );
    }, waitMs);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [channelId, query]);
  const people = query === null ? [] : (found?.people ?? []);
  return {
    people,
    at: Math.min(at, Math.max(0, people.length - 1)),
    step: (by: number) => setAt((before) => (before + by + people.length) % people.length),
  };
}

/** List above the field, which keeps the focus; `aria-activedescendant` points to the selected option. */
export function MentionList(props: {
  id: string;
  people: readonly Person[];
  at: number;
  onChoose(username: string): void;
}) {
  const { id, people, at, onChoose } = props;
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label={m['community.talk.mention']()}
        className="absolute inset-x-3 bottom-full z-20 mb-1 grid max-h-80 max-w-md overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-lg"
      >
        {people.map((person, index) => (
          // The text field handles the keys of this list.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={person.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(person.username)}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-sm px-2 hover:bg-accent-soft aria-selected:bg-accent-soft"
          >
            <Face person={person} small />
            <span className="min-w-0 truncate">
              <span className="font-semibold">{person.fullName}</span>{' '}
              <span className="text-sm text-ink-soft">@{person.username}</span>
            </span>
          </div>
        ))}
      </div>
      <p aria-live="polite" className="sr-only">
        {m['community.talk.mention_count']({ count: people.length })}
      </p>
    </>
  );
}
