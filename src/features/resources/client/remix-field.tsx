import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { TextField } from '#ui/field.tsx';
import { remixProblem, type RemixProblem } from '#platform/shared/licenses.ts';
import { resourceQuery } from './api.ts';
import { licenseName } from './words.ts';

const problemWords: Record<RemixProblem, (license: string) => string> = {
  no_changes: (license) => m['resources.remix.no_changes']({ license }),
  same_license: (license) => m['resources.remix.same_license']({ license }),
  not_commercial: (license) => m['resources.remix.not_commercial']({ license }),
};

const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** Field for the original of a remix, by its address. Shows its title and if its licence permits this one. */
export function RemixField(props: {
  initial: string;
  license: string;
  ownId: string | undefined;
  error: string | undefined;
}) {
  const { initial, license, ownId, error } = props;
  const [text, setText] = useState(initial);
  const originId = id.exec(text)?.[0].toLowerCase() ?? '';
  const origin = useQuery({ ...resourceQuery(originId), enabled: originId !== '', retry: false });
  const found = originId === '' || originId === ownId ? undefined : origin.data;
  const problem = found && remixProblem(found.license, license);
  return (
    <div className="grid gap-2">
      {/* Input that is no address is sent as it is, so that the server's error appears at this field. */}
      <input type="hidden" name="remixOf" value={originId || text.trim()} />
      <TextField
        label={m['resources.remix.field']()}
        optional={m['resources.form.optional']()}
        hint={m['resources.remix.field_hint']()}
        value={text}
        onChange={(event) => setText(event.target.value)}
        inputMode="url"
        maxLength={2000}
        error={error ?? (origin.isError ? m['resources.error.remix_of']() : undefined)}
      />
      {found && (
        <p className="text-sm font-semibold">
          {m['resources.remix.found']({ title: found.title, name: found.owner.fullName })}
        </p>
      )}
      {found && problem && (
        <p role="status" className="rounded-md bg-danger-soft p-3 text-sm text-danger">
          {problemWords[problem](licenseName(found.license))}
        </p>
      )}
    </div>
  );
}
