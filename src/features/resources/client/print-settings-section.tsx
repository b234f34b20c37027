import type { ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import type { PrintProfile } from '../contract.ts';
import { printFields, withoutUnit, type PrintFieldName } from './kind-words.ts';
import { Pairs } from './pairs.tsx';
import { Section } from './section.tsx';

export function PrintSettingsSection({ profiles }: { profiles: PrintProfile[] }) {
  const told = profiles
    .map((profile) => ({ name: profile.name, files: profile.files, pairs: pairsOf(profile) }))
    .filter(({ pairs }) => pairs.length > 0);
  if (told.length === 0) return null;
  return (
    <Section title={m['resources.detail.print_settings']()}>
      {told.map(({ name, files, pairs }, index) => (
        <div key={index} className="grid gap-3">
          {(name !== undefined || told.length > 1) && (
            <h3 className="font-semibold">{name ?? m['resources.print.profile']({ number: index + 1 })}</h3>
          )}
          {files && (
            <p className="wrap-anywhere text-ink-soft">
              {m['resources.print.for_files']({ names: files.join(', ') })}
            </p>
          )}
          <Pairs pairs={pairs} />
        </div>
      ))}
    </Section>
  );
}

function pairsOf(profile: PrintProfile): [string, ReactNode][] {
  const pairs: [string, ReactNode][] = [];
  for (const [name, { label, told }] of Object.entries(printFields)) {
    const value = profile[name as PrintFieldName];
    if (value !== undefined && value !== '') pairs.push([withoutUnit(label()), told(value as number)]);
  }
  if (profile.supports !== undefined)
    pairs.push([
      m['resources.detail.supports'](),
      profile.supports ? m['resources.detail.yes']() : m['resources.detail.no'](),
    ]);
  return pairs;
}
