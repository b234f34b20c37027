import { useState } from 'react';
import { FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { SearchStatistics } from '../contract.ts';
import { useSynonyms } from './api.ts';

type Term = SearchStatistics['zeroResults'][number];

/** Terms without results, for admins: one click makes a term a synonym of a word with results. */
export function ZeroResults({ terms }: { terms: readonly Term[] }) {
  return (
    <section aria-labelledby="zero-results" className="grid gap-3">
      <h2 id="zero-results" className="text-xl font-semibold">
        {m['search.monitoring.zero']()}
      </h2>
      <p className="max-w-prose text-ink-soft">{m['search.monitoring.zero_text']()}</p>
      {terms.length === 0 ? (
        <p>{m['search.monitoring.no_zero']()}</p>
      ) : (
        <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
          {terms.map((term) => (
            <ZeroResult key={`${term.kind} ${term.term}`} {...term} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ZeroResult({ term, kind, count, suggestion }: Term) {
  const { add, remove } = useSynonyms();
  const [made, setMade] = useState<{ id: string; word: string } | null>(null);
  const join = (word: string) =>
    add.mutate([term, word], {
      onSuccess: ({ id }) => setMade({ id, word }),
      onError: (error) => toast('danger', m['search.monitoring.not_joined'](), describeError(error)),
    });
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3">
      <p className="min-w-0 flex-1 basis-40 break-words">
        {term}{' '}
        {kind === 'services' && (
          <span className="text-sm text-ink-soft">{m['search.monitoring.services']()} </span>
        )}
        <span className="text-sm text-ink-soft tabular-nums">{m['search.monitoring.times']({ count })}</span>
      </p>
      {made ? (
        <div role="status" className="flex flex-wrap items-center gap-3">
          <span>{m['search.monitoring.joined']({ word: made.word })}</span>
          <Button
            look="quiet"
            disabled={remove.isPending}
            onClick={() =>
              remove.mutate(made.id, {
                onSuccess: () => setMade(null),
                onError: (error) =>
                  toast('danger', m['search.monitoring.not_undone'](), describeError(error)),
              })
            }
          >
            {m['search.monitoring.undo']()}
          </Button>
        </div>
      ) : kind === 'services' ? (
        // Searches for services do not use synonyms.
        <p className="text-sm text-ink-soft">{m['search.monitoring.services_zero']()}</p>
      ) : suggestion === null ? (
        <JoinForm
          term={term}
          join={async (word) => setMade({ id: (await add.mutateAsync([term, word])).id, word })}
        />
      ) : (
        <Button look="secondary" disabled={add.isPending} onClick={() => join(suggestion)}>
          {m['search.monitoring.join_with']({ word: suggestion })}
        </Button>
      )}
    </li>
  );
}

function JoinForm({ term, join }: { term: string; join(word: string): Promise<void> }) {
  const form = useForm({
    check: (values) => missing(values, ['words']),
    send: ({ words = '' }) => join(words.trim()),
  });
  return (
    <form {...form.props} className="grid gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label={m['search.monitoring.same_as']({ term })}
          name="words"
          maxLength={40}
          autoComplete="off"
          error={form.fields['words']}
        />
        <Button type="submit" look="secondary" disabled={form.pending}>
          {m['search.monitoring.join']()}
        </Button>
      </div>
      <FormMessage>{form.message}</FormMessage>
    </form>
  );
}
