import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import type { Author } from '../contract.ts';
import { formatDay } from './words.ts';

/** Small avatar shown next to the name, so it needs no alternative text. */
export function Face({ author }: { author: Author }) {
  return (
    <span className="block size-10 shrink-0 overflow-hidden rounded-full bg-sunken">
      {author.avatarUrl === null ? (
        <span aria-hidden="true" className="mat grid size-full place-items-center font-semibold">
          {[...author.fullName.trim()][0]?.toUpperCase()}
        </span>
      ) : (
        <img
          src={author.avatarUrl}
          alt=""
          width={96}
          height={96}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      )}
    </span>
  );
}

/** Author of a text, with its time. */
export function AuthorLine(props: {
  author: Author;
  byOwner: boolean;
  createdAt: string;
  editedAt: string | null;
}) {
  const { author, byOwner, createdAt, editedAt } = props;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <Link
        to="/people/$username"
        params={{ username: author.username }}
        className="py-0.5 text-base font-semibold hover:underline"
      >
        {author.fullName}
      </Link>
      {byOwner && (
        <span className="rounded-sm bg-accent-soft px-2 text-accent-strong">
          {m['social.comments.owner']()}
        </span>
      )}
      <span className="text-ink-soft">
        {formatDay(createdAt)}
        {editedAt !== null && ` · ${m['social.comments.edited']()}`}
      </span>
    </p>
  );
}
