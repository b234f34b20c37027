import type { ReactNode } from 'react';
import { FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextAreaField } from '#ui/field.tsx';

/** Asks staff why, which is written down with what they do. `children` are further fields of the form. */
export function ReasonDialog(props: {
  title: string;
  text: string;
  submit: string;
  hint?: string;
  children?: ReactNode;
  send(values: Record<string, string>): Promise<unknown>;
  onClose(): void;
}) {
  const form = useForm({
    check: (values) => missing(values, ['reason']),
    async send(values) {
      await props.send(values);
      toast('success', m['admin.reason.saved']());
      props.onClose();
    },
  });
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form {...form.props} className="grid gap-5">
        <p>{props.text}</p>
        {props.children}
        <TextAreaField
          label={m['admin.reason.label']()}
          hint={props.hint ?? m['admin.reason.hint']()}
          name="reason"
          rows={3}
          maxLength={500}
          error={form.fields['reason']}
        />
        <FormMessage>{form.message}</FormMessage>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={form.pending}>
            {props.submit}
          </Button>
          <Button look="quiet" onClick={props.onClose}>
            {m['admin.reason.cancel']()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
