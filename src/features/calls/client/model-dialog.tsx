import { useQuery } from '@tanstack/react-query';
import { Box } from 'lucide-react';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import type { Joined, ModelChoice } from '../contract.ts';
import { resourceIn } from '../rules.ts';
import { modelsQuery } from './api.ts';
import type { CallClient } from './call.ts';

/**
 * Dialog to choose a 3D model for the stage: of the channel's subject, of its files, or of a resource by its
 * link.
 */
export function ModelDialog({ call, seat, onClose }: { call: CallClient; seat: Joined; onClose(): void }) {
  const [link, setLink] = useState('');
  const [isShowing, setIsShowing] = useState(false);
  const resource = resourceIn(link);
  const isWrong = link.trim() !== '' && resource === null;
  const { data, error, isPending, refetch } = useQuery(modelsQuery(seat, resource));

  async function show({ source }: ModelChoice): Promise<void> {
    setIsShowing(true);
    const isShown = await call.showModel(source);
    setIsShowing(false);
    // Refusals are shown above the call.
    if (isShown || call.getState().refusal) onClose();
  }

  return (
    <Dialog title={m['calls.model.choose']()} onClose={onClose}>
      <TextField
        label={m['calls.model.link']()}
        type="text"
        inputMode="url"
        value={link}
        onChange={(event) => setLink(event.currentTarget.value)}
        hint={m['calls.model.link_hint']()}
        error={isWrong ? m['calls.model.link_wrong']() : undefined}
      />
      <section aria-busy={isPending} aria-label={m['calls.model.list']()} className="grid gap-2">
        {isPending && <p role="status">{m['calls.model.looking']()}</p>}
        {error && (
          <div role="alert" className="grid justify-items-start gap-2">
            <p className="text-danger">{describeError(error)}</p>
            <Button look="secondary" onClick={() => void refetch()}>
              {m['calls.model.again']()}
            </Button>
          </div>
        )}
        {data?.length === 0 && (
          <p className="text-ink-soft">
            {resource === null ? m['calls.model.none_here']() : m['calls.model.none_there']()}
          </p>
        )}
        {data && data.length > 0 && (
          <ul className="grid max-h-72 gap-2 overflow-y-auto">
            {data.map((choice) => (
              <li key={JSON.stringify(choice.source)}>
                <button
                  type="button"
                  disabled={isShowing}
                  onClick={() => void show(choice)}
                  className="flex min-h-12 w-full items-center gap-3 rounded-md border border-line-strong px-3 py-2 text-left hover:border-accent"
                >
                  <Box aria-hidden="true" className="size-5 shrink-0" />
                  <span className="grid min-w-0">
                    <span className="font-semibold wrap-anywhere">{choice.name}</span>
                    <span className="text-sm text-ink-soft wrap-anywhere">
                      {choice.title ?? m['calls.model.from_channel']()}
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <Button look="secondary" onClick={onClose}>
        {m['calls.page.close']()}
      </Button>
    </Dialog>
  );
}
