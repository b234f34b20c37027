import { lazy, Suspense } from 'react';
import type { Filters, SearchKind } from '../rules.ts';

/** Loaded with results only: most visits of a list search for nothing. */
const Loaded = lazy(async () => ({ default: (await import('./search-tabs.tsx')).SearchTabs }));
const LoadedElsewhere = lazy(async () => ({ default: (await import('./elsewhere.tsx')).Elsewhere }));

/** Tabs of the results, in lists that are searched. */
export function SearchTabs(props: { kind: SearchKind; text: string | undefined; filters?: object }) {
  const { text, filters, ...rest } = props;
  if (text === undefined) return null;
  return (
    <Suspense fallback={<div className="mt-4 min-h-12" />}>
      <Loaded {...rest} text={text} filters={filters as Filters} />
    </Suspense>
  );
}

/** What is found of other kinds, in lists where nothing is. */
export function Elsewhere({ kind, text }: { kind: SearchKind; text: string | undefined }) {
  return (
    text !== undefined && (
      <Suspense>
        <LoadedElsewhere kind={kind} text={text} />
      </Suspense>
    )
  );
}
