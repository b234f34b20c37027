import { Link } from '@tanstack/react-router';
import { FolderHeart } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { sourceOf } from '#platform/shared/pictures.ts';
import type { Collection } from '../contract.ts';
import { formatCount } from './words.ts';

export function CollectionGrid({ collections, label }: { collections: Collection[]; label: string }) {
  return (
    <ul aria-label={label} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {collections.map((collection) => (
        <li key={collection.id} className="grid">
          <Link
            to="/collections/$id"
            params={{ id: collection.id }}
            className="flex gap-4 overflow-hidden rounded-lg border border-line bg-surface hover:border-accent"
          >
            <span className="block size-28 shrink-0 bg-sunken">
              {collection.imageUrl === null ? (
                <span className="mat grid size-full place-items-center">
                  <FolderHeart aria-hidden="true" className="size-8 text-on-mat-soft" strokeWidth={1.25} />
                </span>
              ) : (
                <img
                  {...sourceOf('tile', collection.imageUrl)}
                  alt=""
                  loading="lazy"
                  decoding="async"
                  className="size-full object-cover"
                />
              )}
            </span>
            <span className="grid min-w-0 flex-1 content-center gap-1 py-3 pr-4">
              <span className="line-clamp-2 font-semibold break-words">{collection.title}</span>
              <span className="text-sm text-ink-soft">
                {m['social.collections.count']({ count: formatCount(collection.itemCount) })}
                {!collection.isPublic && ` · ${m['social.collections.private']()}`}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
