import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import { resourceQuery } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pictureProblem } from '#platform/client/picture-problem.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx';
import type { Make } from '../contract.ts';
import { limits, outcomes } from '../rules.ts';
import { machinesQuery, sendMake } from './api.ts';
import { outcomeNames } from './words.ts';

/** Creates or edits a make. */
export function MakeDialog(props: {
  resourceId: string;
  make: Make | null;
  onClose(): void;
  onSaved(): Promise<void>;
}) {
  const { resourceId, make, onClose, onSaved } = props;
  const [key] = useState(() => crypto.randomUUID());
  const [machine, setMachine] = useState(make?.machine ?? '');
  const [picture, setPicture] = useState<File | null>(null);
  const machinesId = useId();
  const { data: machines = [] } = useQuery(machinesQuery(useDeferredValue(machine.trim())));
  // The page of the resource has it; a hash stands for the same bytes in several versions.
  const files = useQuery(resourceQuery(resourceId)).data?.files ?? [];
  const optional = m['social.makes.optional']();
  const problem = picture ? pictureProblem(picture) : '';
  const form = useForm({
    check(values) {
      const wrong = missing(values, ['outcome']);
      for (const name of ['minutes', 'grams']) {
        const number = Number(values[name] ?? '');
        if (!Number.isFinite(number) || number < 0) wrong[name] = m['social.makes.number']();
      }
      if (problem !== '') wrong['image'] = problem;
      return wrong;
    },
    async send(values) {
      const sent = new FormData();
      for (const [name, value] of Object.entries(values)) if (name !== 'image') sent.set(name, value);
      if (picture) sent.set('image', picture);
      await sendMake({ resourceId, makeId: make?.id ?? null }, sent, key);
      toast('success', make ? m['social.makes.saved']() : m['social.makes.posted']());
      onClose();
      await onSaved();
    },
  });
  return (
    <Dialog title={make ? m['social.makes.edit']() : m['social.makes.add']()} onClose={onClose}>
      <form {...form.props} className="grid gap-5">
        <SelectField
          label={m['social.makes.outcome']()}
          name="outcome"
          defaultValue={make?.outcome ?? 'success'}
          error={form.fields['outcome']}
        >
          {outcomes.map((outcome) => (
            <option key={outcome} value={outcome}>
              {outcomeNames[outcome]()}
            </option>
          ))}
        </SelectField>
        <TextField
          label={make?.image ? m['social.makes.photo_change']() : m['social.makes.photo']()}
          optional={optional}
          hint={m['social.makes.photo_hint']()}
          name="image"
          type="file"
          accept="image/png,image/jpeg,image/gif"
          error={problem || form.fields['image']}
          onChange={(event) => setPicture(event.currentTarget.files?.[0] ?? null)}
        />
        {files.length > 0 && (
          <SelectField
            label={m['social.makes.file']()}
            hint={m['social.makes.file_hint']()}
            name="fileSha256"
            defaultValue={make?.fileSha256 ?? (files.length === 1 ? files[0]!.sha256 : '')}
            error={form.fields['fileSha256']}
          >
            <option value="">{m['social.makes.file_none']()}</option>
            {files.map(({ id, name, version, sha256 }) => (
              <option key={id} value={sha256}>
                {m['social.makes.file_version']({ name, version: String(version) })}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          label={m['social.makes.machine']()}
          optional={optional}
          hint={m['social.makes.machine_hint']()}
          name="machine"
          list={machinesId}
          maxLength={limits.machine}
          value={machine}
          onChange={(event) => setMachine(event.currentTarget.value)}
          autoComplete="off"
          error={form.fields['machine']}
        />
        <datalist id={machinesId}>
          {machines.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </datalist>
        <TextField
          label={m['social.makes.material']()}
          optional={optional}
          name="material"
          maxLength={limits.material}
          defaultValue={make?.material ?? ''}
          error={form.fields['material']}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={m['social.makes.minutes']()}
            optional={optional}
            name="minutes"
            inputMode="numeric"
            maxLength={7}
            defaultValue={make?.minutes ?? ''}
            error={form.fields['minutes']}
          />
          <TextField
            label={m['social.makes.grams']()}
            optional={optional}
            name="grams"
            inputMode="decimal"
            maxLength={9}
            defaultValue={make?.grams ?? ''}
            error={form.fields['grams']}
          />
        </div>
        <TextAreaField
          label={m['social.makes.settings']()}
          optional={optional}
          hint={m['social.makes.settings_hint']()}
          name="settings"
          rows={2}
          maxLength={limits.settings}
          defaultValue={make?.settings ?? ''}
          error={form.fields['settings']}
        />
        <TextAreaField
          label={m['social.makes.text']()}
          optional={optional}
          hint={m['social.markdown_hint']()}
          name="text"
          rows={3}
          maxLength={limits.make}
          defaultValue={make?.text ?? ''}
          error={form.fields['text']}
        />
        <FormMessage>{form.message}</FormMessage>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={form.pending}>
            {form.pending ? m['social.comments.sending']() : m['social.actions.save_changes']()}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {m['social.actions.cancel']()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
