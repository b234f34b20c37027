import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import type { Rights } from '../contract.ts';
import type { Purpose } from '../rules.ts';
import { purposeNames } from '../words.ts';
import { rightsQuery } from './api.ts';
import { shareWords } from './share-words.ts';

/** Says before any price what the licence of a design says to having it made: for oneself, and to sell. */
export function RightsNote({ resourceId }: { resourceId: string }) {
  const own = useQuery(rightsQuery(resourceId, 'own')).data;
  const sale = useQuery(rightsQuery(resourceId, 'sale')).data;
  if (!own || !sale || own.reason === 'own_design') return null;
  return (
    <section className="grid gap-2 rounded-lg border border-line bg-surface p-4">
      <h2 className="flex items-center gap-2 font-semibold">
        <Scale aria-hidden="true" className="size-5 shrink-0 text-accent-strong" />
        {m['licensing.note.title']()}
      </h2>
      <dl className="grid gap-2 text-sm sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-4">
        <Row purpose="own" rights={own} />
        <Row purpose="sale" rights={sale} />
      </dl>
    </section>
  );
}

function Row({ purpose, rights }: { purpose: Purpose; rights: Rights }) {
  const { words, share, shareDue } = rights;
  return (
    <>
      <dt className="text-ink-soft">{purposeNames[purpose]()}</dt>
      <dd>
        {words}
        {share !== null && shareDue !== 'none' && (
          <span className="block font-semibold">
            {m['licensing.use.share']({ share: shareWords(share) })}
          </span>
        )}
      </dd>
    </>
  );
}
