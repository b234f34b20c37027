import { useLayoutEffect, useRef, useState } from 'react';
import { FormMessage, ProofCancelled, useForm, type Act } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { endOfKoreanDay, koreanDay } from '#platform/shared/korean-time.ts';
import { roles } from '#platform/shared/roles.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx';
import { openDialog } from '#ui/modal.ts';
import type { AdminPerson, PersonChange } from '../contract.ts';
import { changeOf, lastMoment, type PersonForm } from '../rules.ts';
import { roleNames } from '../words.ts';
import { changePerson } from './api.ts';

type Use = PersonForm['use'];
const useNames: Record<Use, () => string> = {
  open: () => m['admin.page.use_open'](),
  until: () => m['admin.page.use_until'](),
  forever: () => m['admin.page.use_forever'](),
};

function useOf(person: AdminPerson): Use {
  if (!person.suspended) return 'open';
  return person.suspendedUntil === null ? 'forever' : 'until';
}

/** Dialog to change a role or a suspension; asks for a reason and a proof. */
export function PersonDialog(props: { person: AdminPerson; act: Act; onClose(): void }) {
  const { person, act, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => openDialog(dialog.current!), []);
  const [use, setUse] = useState<Use>(useOf(person));
  const [today] = useState(() => koreanDay(new Date()));
  const form = useForm({
    check({ reason = '', suspendedUntil = '' }) {
      return {
        ...(use === 'until' && suspendedUntil === '' && { suspendedUntil: m['admin.page.until_required']() }),
        ...(reason.trim() === '' && { reason: m['platform.field.required']() }),
      };
    },
    async send({ role = '', suspendedUntil = '', reason = '' }) {
      const change = changeOf(person, {
        role: roles.find((each) => each === role) ?? person.role,
        use,
        until: use === 'until' ? endOfKoreanDay(suspendedUntil) : null,
      });
      if (!change) {
        toast('danger', m['admin.page.nothing_changed']());
        return;
      }
      try {
        await act(() => changePerson(person.id, { ...change, reason }));
      } catch (error) {
        if (error instanceof ProofCancelled) return;
        throw error;
      }
      toast('success', m['admin.page.saved'](), told(person, change));
      onClose();
    },
    onError: (error) => toast('danger', m['admin.page.save_failed'](), describeError(error)),
  });
  return (
    <dialog
      ref={dialog}
      aria-labelledby="person-title"
      onCancel={onClose}
      className="m-auto w-[calc(100%-2rem)] max-w-lg rounded-lg bg-surface p-6 text-ink shadow-lg backdrop:bg-black/50"
    >
      <form {...form.props} className="grid gap-5">
        <h2 id="person-title" className="text-xl font-bold break-words">
          {m['admin.page.change_of']({ name: person.fullName })}
        </h2>
        <SelectField
          label={m['admin.page.role']()}
          name="role"
          defaultValue={person.role}
          error={form.fields['role']}
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {roleNames[role]()}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={m['admin.page.use']()}
          name="use"
          value={use}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            setUse(chosen === 'until' || chosen === 'forever' ? chosen : 'open');
          }}
        >
          {(['open', 'until', 'forever'] as const).map((each) => (
            <option key={each} value={each}>
              {useNames[each]()}
            </option>
          ))}
        </SelectField>
        {use === 'until' && (
          <TextField
            label={m['admin.page.until']()}
            hint={m['admin.page.until_hint']()}
            name="suspendedUntil"
            type="date"
            min={today}
            defaultValue={
              // Show the day at whose end the suspension ends.
              person.suspendedUntil ? koreanDay(new Date(lastMoment(person.suspendedUntil))) : ''
            }
            error={form.fields['suspendedUntil']}
          />
        )}
        <TextAreaField
          label={m['admin.page.reason']()}
          hint={m['admin.page.reason_hint']()}
          name="reason"
          rows={3}
          maxLength={1000}
          error={form.fields['reason']}
        />
        <FormMessage>{form.message}</FormMessage>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={form.pending}>
            {form.pending ? m['admin.page.saving']() : m['admin.page.save']()}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {m['admin.page.cancel']()}
          </Button>
        </div>
      </form>
    </dialog>
  );
}

/** Describes the change that was made. */
function told({ fullName: name }: AdminPerson, change: Omit<PersonChange, 'reason'>): string {
  return [
    change.role !== undefined && m['admin.page.saved_role']({ name, role: roleNames[change.role]() }),
    change.suspended === true && m['admin.page.saved_suspended']({ name }),
    change.suspended === false && m['admin.page.saved_lifted']({ name }),
  ]
    .filter(Boolean)
    .join(' ');
}
