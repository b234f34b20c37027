import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { localMoment, useTimeZone } from '#platform/client/local-time.ts';
import { TextField } from '#ui/field.tsx';

/**
 * Field for the time at which a draft is published, in the reader's time zone. Submitted as `publishAt`;
 * empty for none.
 */
export function ScheduleField(props: {
  initial: string | null;
  isWanted: boolean;
  onWanted(isWanted: boolean): void;
  error: string | undefined;
}) {
  const { initial, isWanted, onWanted, error } = props;
  const zone = useTimeZone();
  const [typed, setTyped] = useState<string | null>(null);
  const local = typed ?? (initial === null ? '' : localMoment(initial, zone));
  const at = local === '' ? null : new Date(local);
  return (
    <div className="grid gap-3">
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          checked={isWanted}
          onChange={(event) => onWanted(event.target.checked)}
          className="size-5 accent-accent"
        />
        {m['resources.schedule.wanted']()}
      </label>
      <input type="hidden" name="publishAt" value={isWanted && at ? at.toISOString() : ''} />
      {isWanted && (
        <TextField
          label={m['resources.schedule.at']()}
          hint={m['resources.schedule.hint']({ zone })}
          type="datetime-local"
          data-name="publishAt"
          value={local}
          onChange={(event) => setTyped(event.target.value)}
          className="max-w-xs"
          error={error}
        />
      )}
    </div>
  );
}
