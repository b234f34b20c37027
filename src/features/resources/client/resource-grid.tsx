import type { ReactNode } from 'react';
import type { ResourceCard as Card } from '../contract.ts';
import { ResourceCard } from './resource-card.tsx';

/**
 * Grid of cards. `first`: contains the page's first picture. `section`: under a heading of its own on a page
 * of several; `shelf`: one row that scrolls sideways; `wide`: at most three columns; `told`: with the beginning
 * of the descriptions; `before`: what is rendered before a card.
 */
export function ResourceGrid(props: {
  resources: Card[];
  first?: boolean;
  label?: string;
  section?: boolean;
  shelf?: boolean;
  wide?: boolean;
  told?: boolean;
  before?: ((index: number) => ReactNode) | undefined;
}) {
  const { resources, first = false, label, section = false, shelf = false } = props;
  const { wide = false, told = false } = props;
  const place = shelf ? 'shelfCard' : wide ? 'wideCard' : 'card';
  return (
    <ul
      aria-label={label}
      className={
        shelf
          ? 'shelf'
          : `grid grid-cols-1 gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3 ${wide ? '' : 'xl:grid-cols-4'}`
      }
    >
      {resources.map((resource, index) => [
        props.before?.(index),
        <li key={resource?.id ?? index} className="grid">
          <ResourceCard
            resource={resource}
            first={first && index === 0}
            place={place}
            heading={section ? 'h3' : 'h2'}
            told={told}
          />
        </li>,
      ])}
    </ul>
  );
}

/** Skeleton of eight cards. */
export function GridSkeleton() {
  return (
    <div
      aria-busy="true"
      className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4 md:gap-6"
    >
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="animate-pulse overflow-hidden rounded-lg border border-line bg-surface">
          <div className="aspect-4/3 bg-sunken" />
          <div className="grid gap-3 p-4">
            <div className="h-4 w-24 rounded-sm bg-sunken" />
            <div className="h-6 rounded-sm bg-sunken" />
            <div className="h-4 w-32 rounded-sm bg-sunken" />
            <div className="h-6 w-40 rounded-sm bg-sunken" />
            <div className="mt-1 h-14 border-t border-line" />
          </div>
        </div>
      ))}
    </div>
  );
}
