import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { plainDigits } from '#platform/shared/widths.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { TextField } from '#ui/field.tsx';
import { shareLimits } from '../rules.ts';
import { rightsQuery, saveShare } from './api.ts';
import { formatCount } from './words.ts';

type Kind = 'none' | 'amount' | 'percent';
const kindWords: Record<Kind, () => string> = {
  none: () => m['licensing.share.none'](),
  amount: () => m['licensing.share.amount'](),
  percent: () => m['licensing.share.percent'](),
};

/** Share that an author asks for things made of a design, saved by itself; nothing for designs of others. */
export function ShareField({ resourceId }: { resourceId: string }) {
  const { data } = useQuery(rightsQuery(resourceId));
  return data?.reason === 'own_design' ? <Loaded resourceId={resourceId} share={data.share} /> : null;
}

function Loaded(props: {
  resourceId: string;
  share: { amount: number | null; percent: number | null } | null;
}) {
  const { resourceId, share } = props;
  const client = useQueryClient();
  const [kind, setKind] = useState<Kind>(
    share === null ? 'none' : share.amount === null ? 'percent' : 'amount',
  );
  const [typed, setTyped] = useState(String(share?.amount ?? share?.percent ?? ''));
  const [error, setError] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const name = useId();

  async function save(): Promise<void> {
    const value = Number(plainDigits(typed).replaceAll(',', ''));
    const most = kind === 'amount' ? shareLimits.amount : shareLimits.percent;
    if (kind !== 'none' && !(value > 0 && value <= most && (kind === 'percent' || Number.isInteger(value)))) {
      setError(m['licensing.share.wrong']({ most: formatCount(most) }));
      return;
    }
    setError(undefined);
    setIsSaving(true);
    try {
      await saveShare(resourceId, {
        amount: kind === 'amount' ? value : null,
        percent: kind === 'percent' ? value : null,
      });
      await client.invalidateQueries({ queryKey: ['rights', resourceId] });
      toast('success', m['licensing.share.saved']());
    } catch (failure) {
      setError(failure instanceof ApiError ? (failure.fields[kind] ?? failure.message) : undefined);
      toast('danger', describeError(failure));
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <section className="grid gap-4 rounded-lg border border-line bg-surface p-5 md:p-6">
      <h2 className="text-xl font-bold">{m['licensing.share.title']()}</h2>
      <p>{m['licensing.share.text']()}</p>
      <div role="radiogroup" aria-label={m['licensing.share.title']()} className="grid gap-2 sm:grid-cols-3">
        {(['none', 'amount', 'percent'] as const).map((each) => (
          <ChoiceField
            key={each}
            type="radio"
            name={name}
            checked={kind === each}
            onChange={() => {
              setKind(each);
              setTyped('');
              setError(undefined);
            }}
          >
            {kindWords[each]()}
          </ChoiceField>
        ))}
      </div>
      {kind !== 'none' && (
        <TextField
          label={kindWords[kind]()}
          name="share"
          inputMode="decimal"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={error}
        />
      )}
      <Button look="secondary" className="w-fit" disabled={isSaving} onClick={() => void save()}>
        {m['licensing.share.save']()}
      </Button>
    </section>
  );
}
