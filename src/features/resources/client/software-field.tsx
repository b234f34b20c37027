import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import type { ResourceDetail } from '../contract.ts';
import { isPlatform, platforms } from '../software.ts';
import type { Fields } from '#ui/form-group.tsx';
import { platformName } from './kind-words.ts';
import { EditorValue, RowField } from '#ui/rows.tsx';

const path = 'details.software';

/** Fields for the platforms and the source repository of software. */
export function SoftwareField({
  software,
  fields,
}: {
  software: ResourceDetail['details']['software'];
  fields: Fields;
}) {
  const [initial] = useState(() =>
    valueOf(knownOf(software), othersOf(software), software?.repository ?? ''),
  );
  const [known, setKnown] = useState(() => knownOf(software));
  const [others, setOthers] = useState(() => othersOf(software));
  const [repository, setRepository] = useState(software?.repository ?? '');
  const platformsError = Object.entries(fields).find(([name]) => name.startsWith(`${path}.platforms`))?.[1];
  return (
    <section aria-label={m['resources.detail.software']()} className="grid gap-4">
      <EditorValue name={path} value={valueOf(known, others, repository)} initial={initial} />
      <fieldset className="grid gap-2">
        <legend className="font-semibold">
          {m['resources.detail.platforms']()}
          <span className="ml-2 text-sm font-normal text-ink-soft">{m['resources.form.optional']()}</span>
        </legend>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {platforms.map((platform) => (
            <label key={platform} className="flex min-h-11 items-center gap-2">
              <input
                form="none"
                type="checkbox"
                checked={known.includes(platform)}
                onChange={(event) =>
                  setKnown(
                    platforms.filter((each) =>
                      each === platform ? event.target.checked : known.includes(each),
                    ),
                  )
                }
                className="size-5 accent-accent"
              />
              {platformName(platform)}
            </label>
          ))}
        </div>
      </fieldset>
      <RowField
        label={m['resources.software.others']()}
        hint={m['resources.software.others_hint']()}
        path={`${path}.platforms`}
        fields={platformsError === undefined ? {} : { [`${path}.platforms`]: platformsError }}
        value={others}
        onChange={setOthers}
      />
      <RowField
        label={m['resources.detail.repository']()}
        hint={m['resources.software.repository_hint']()}
        type="url"
        inputMode="url"
        maxLength={2000}
        path={`${path}.repository`}
        fields={fields}
        value={repository}
        onChange={setRepository}
      />
    </section>
  );
}

function knownOf(software: ResourceDetail['details']['software']): string[] {
  return (software?.platforms ?? []).filter(isPlatform);
}

function othersOf(software: ResourceDetail['details']['software']): string {
  return (software?.platforms ?? []).filter((platform) => !isPlatform(platform)).join(', ');
}

function valueOf(known: readonly string[], others: string, repository: string) {
  const more = others
    .split(',')
    .map((platform) => platform.trim())
    .filter(Boolean);
  return { platforms: [...known, ...more], repository: repository.trim() };
}
