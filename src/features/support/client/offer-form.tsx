import { useQueryClient } from '@tanstack/react-query';
import { FormMessage, useForm } from '#features/accounts/client/public.tsx';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { locales } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { Volunteer } from '../contract.ts';
import { limits, skills } from '../rules.ts';
import { offerHelp, volunteerQuery } from './api.ts';
import { languageName, skillNames } from './words.ts';

/** Skills and languages of a volunteer. */
export function OfferForm({ volunteer, onDone }: { volunteer: Volunteer | null; onDone(): void }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly Volunteer['skills'][number][]>(volunteer?.skills ?? []);
  const [languages, setLanguages] = useState<readonly Volunteer['languages'][number][]>(
    volunteer?.languages ?? [currentLocale()],
  );
  const form = useForm({
    check: () => (languages.length === 0 ? { languages: m['support.offer.language_needed']() } : {}),
    async send({ tags = '' }) {
      const saved = await offerHelp({
        skills: skills.filter((skill) => chosen.includes(skill)),
        tags: tags.split(/[,、，\n]/).filter((tag) => tag.trim() !== ''),
        languages: locales.filter((locale) => languages.includes(locale)),
      });
      client.setQueryData(volunteerQuery.queryKey, saved);
      onDone();
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      <fieldset className="grid gap-1">
        <legend className="font-semibold">{m['support.offer.skills']()}</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {skills.map((skill) => (
            <Check
              key={skill}
              label={skillNames[skill]()}
              isChecked={chosen.includes(skill)}
              onChange={(is) => setChosen(is ? [...chosen, skill] : chosen.filter((each) => each !== skill))}
            />
          ))}
        </div>
        <p className="text-sm text-ink-soft">{m['support.offer.skills_hint']()}</p>
      </fieldset>
      <TextField
        label={m['support.offer.tags']()}
        hint={m['support.offer.tags_hint']({ count: limits.tags })}
        name="tags"
        defaultValue={volunteer?.tags.join(', ') ?? ''}
        error={form.fields['tags']}
      />
      <fieldset className="grid gap-1">
        <legend className="font-semibold">{m['support.offer.languages']()}</legend>
        <div className="flex flex-wrap gap-x-6">
          {locales.map((locale) => (
            <Check
              key={locale}
              label={languageName(locale)}
              isChecked={languages.includes(locale)}
              onChange={(is) =>
                setLanguages(is ? [...languages, locale] : languages.filter((each) => each !== locale))
              }
            />
          ))}
        </div>
        {form.fields['languages'] !== undefined && (
          <p role="alert" className="text-sm font-semibold text-danger">
            {form.fields['languages']}
          </p>
        )}
      </fieldset>
      <p className="text-sm text-ink-soft">{m['support.offer.public']()}</p>
      <FormMessage>{form.message}</FormMessage>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={form.pending}>
          {m['support.offer.save']()}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {m['support.do.not']()}
        </Button>
      </div>
    </form>
  );
}

function Check(props: { label: string; isChecked: boolean; onChange(isChecked: boolean): void }) {
  return (
    <label className="flex min-h-11 items-center gap-2">
      <input
        type="checkbox"
        checked={props.isChecked}
        onChange={(event) => props.onChange(event.target.checked)}
        className="size-5 shrink-0 accent-accent"
      />
      {props.label}
    </label>
  );
}
