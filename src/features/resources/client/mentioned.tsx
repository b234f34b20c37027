import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';

export type MentionedPerson = { username: string; fullName: string };

/**
 * Renders a text in which the usernames of `people` are links with their names. Unknown usernames stay as
 * they are.
 */
export function Mentioned({ text, people }: { text: string; people: readonly MentionedPerson[] }) {
  if (people.length === 0) return text;
  const known = new Map(people.map((person) => [person.username.toLowerCase(), person]));
  return text.split(/(?<![\w@./+-])@([a-z0-9_.]*[a-z0-9_])/i).map((part, index) => {
    // Odd parts are usernames, because `split` keeps the captured groups.
    const person = index % 2 === 1 ? known.get(part.toLowerCase()) : undefined;
    if (!person) return <Fragment key={index}>{index % 2 === 1 ? `@${part}` : part}</Fragment>;
    return (
      <Link
        key={index}
        to="/people/$username"
        params={{ username: person.username }}
        className="rounded-sm bg-accent-soft px-1 font-semibold text-accent-strong hover:underline"
      >
        @{person.fullName}
      </Link>
    );
  });
}
