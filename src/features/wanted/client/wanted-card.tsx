import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Picture } from '#features/resources/client/public.tsx';
import { distanceWords, typeName } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import type { WantedCard as Card } from '../contract.ts';
import { formatCount, kindNames, timeWords, won } from './words.ts';

export function WantedGrid({ posts, label }: { posts: readonly Card[]; label: string }) {
  const [now] = useState(() => new Date());
  return (
    <ul aria-label={label} className="grid grid-cols-1 gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3">
      {posts.map((post, index) => (
        <li key={post.id} className="grid">
          <WantedCard post={post} now={now} first={index === 0} />
        </li>
      ))}
    </ul>
  );
}

/** Thing wanted in a list: its picture, what it is for, the bounty and how long it stays. */
function WantedCard({ post, now, first }: { post: Card; now: Date; first: boolean }) {
  const { id, kind, title, device, trade, image, place, distance, bounty, answerCount, state } = post;
  const facts = [
    ...(device === '' ? [] : [device]),
    ...(place ? [place.address] : []),
    ...(distance === undefined ? [] : [distanceWords(distance)]),
  ];
  return (
    <article className="group relative flex flex-col overflow-hidden rounded-lg border border-line bg-surface transition-shadow duration-150 focus-within:border-accent hover:border-line-strong hover:shadow-md">
      <div className="relative aspect-4/3 overflow-hidden bg-sunken">
        <Picture
          image={image}
          folder="wanted-images"
          category="other"
          name={title}
          kind={trade ?? kind}
          place="wideCard"
          first={first}
        />
        <p
          className={`absolute top-2 left-2 rounded-full px-3 py-1 text-sm font-semibold ${state === 'open' ? 'bg-accent text-on-accent' : 'bg-surface text-ink'}`}
        >
          {timeWords(post, now)}
        </p>
      </div>
      <div className="flex flex-1 flex-col gap-2 p-4">
        <p className="text-sm text-ink-soft empty:hidden">
          {[
            ...(kind === 'wanted' ? [] : [kindNames[kind]()]),
            ...(trade === null ? [] : [typeName(trade)]),
          ].join(' · ')}
        </p>
        <h3 className="line-clamp-2 text-lg font-semibold break-words">
          <Link
            to="/wanted/{-$id}"
            params={{ id }}
            className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-lg focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent"
          >
            {title}
          </Link>
        </h3>
        <p className="text-sm break-words text-ink-soft empty:hidden">{facts.join(' · ')}</p>
        <p className="mt-auto flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line pt-3">
          {bounty > 0 ? (
            <span className="text-lg font-bold text-accent-strong tabular-nums">
              <span className="text-sm font-normal text-ink-soft">{m['wanted.card.bounty']()}</span>{' '}
              {won(bounty)}
            </span>
          ) : (
            <span className="text-sm text-ink-soft">{m['wanted.card.no_bounty']()}</span>
          )}
          <span className="text-sm font-semibold">
            {m['wanted.card.answers']({ count: formatCount(answerCount) })}
          </span>
        </p>
      </div>
    </article>
  );
}
