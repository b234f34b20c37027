import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { useLoginFirst } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import type { Rights } from '../contract.ts';
import type { Purpose } from '../rules.ts';
import { purposeNames } from '../words.ts';
import { rightsQuery } from './api.ts';
import { AskDialog } from './ask-dialog.tsx';
import { shareWords } from './share-words.ts';

/** Says before any price what the licence of a design says to having it made: for oneself, and to sell. */
export function RightsNote({ resourceId }: { resourceId: string }) {
  const { data: own, refetch } = useQuery(rightsQuery(resourceId, 'own'));
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
      {own.verdict === 'ask_author' && <AskAuthor rights={own} onAsked={() => void refetch()} />}
    </section>
  );
}

/** Asks the author here, so that nobody learns only at checkout that they have to. */
function AskAuthor({ rights, onAsked }: { rights: Rights; onAsked(): void }) {
  const [isAsking, setIsAsking] = useState(false);
  const withLogin = useLoginFirst();
  if (rights.request?.state === 'asked')
    return <p className="text-sm font-semibold">{m['licensing.note.asked']()}</p>;
  return (
    <>
      {/* Guests sign in first: the answer to a person says whether they can ask. */}
      <Button look="secondary" className="w-fit" onClick={() => withLogin(() => setIsAsking(true))}>
        {m['licensing.note.ask']()}
      </Button>
      {isAsking && (
        <AskDialog
          rights={rights}
          onClose={() => setIsAsking(false)}
          onAsked={() => {
            setIsAsking(false);
            onAsked();
          }}
        />
      )}
    </>
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
