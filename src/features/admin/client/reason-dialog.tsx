import type { ReactNode } from 'react';
import {
  FormMessage,
  missing,
  ProofCancelled,
  Proven,
  useForm,
  type Act,
} from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { maxReason } from '../rules.ts';

type Props = {
  title: string;
  text: string;
  submit: string;
  /** Label of the reason, if it is more than a note for colleagues. */
  label?: string;
  hint?: string;
  saved?: string;
  /** Names of the required fields: the reason, and any of `children`. */
  needed?: readonly string[];
  /** Additional fields, with the errors of the form. */
  children?: ((errors: Record<string, string>) => ReactNode) | undefined;
  send(values: Record<string, string>): Promise<unknown>;
  onClose(): void;
};

/**
 * Dialog that asks staff for a reason, which is recorded with the act, and for a proof if one is needed.
 * `children` are additional fields.
 */
export function ReasonDialog(props: Props) {
  return <Proven>{(act) => <ReasonForm {...props} act={act} />}</Proven>;
}

/** Checked here and not with `maxLength`, which would silently truncate pasted text. */
function tooLong({ reason = '' }: Record<string, string>): Record<string, string> {
  const { length } = reason.trim();
  return length > maxReason ? { reason: m['admin.reason.too_long']({ most: maxReason, length }) } : {};
}

function ReasonForm({ act, ...props }: Props & { act: Act }) {
  const form = useForm({
    check: (values) => ({ ...tooLong(values), ...missing(values, props.needed ?? ['reason']) }),
    async send(values) {
      try {
        await act(() => props.send(values));
      } catch (error) {
        if (error instanceof ProofCancelled) return;
        throw error;
      }
      toast('success', props.saved ?? m['admin.reason.saved']());
      props.onClose();
    },
  });
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form {...form.props} className="grid gap-5">
        <p>{props.text}</p>
        {props.children?.(form.fields)}
        <TextAreaField
          label={props.label ?? m['admin.reason.label']()}
          hint={`${props.hint ?? m['admin.reason.hint']()} ${m['admin.reason.most']({ most: maxReason })}`}
          name="reason"
          rows={3}
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
