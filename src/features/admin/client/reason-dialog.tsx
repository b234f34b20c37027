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
import { mostReason } from '../rules.ts';

type Props = {
  title: string;
  text: string;
  submit: string;
  /** Of the reason, where it is more than a note for colleagues. */
  label?: string;
  hint?: string;
  saved?: string;
  /** Which fields may not be empty: the reason, and what else of `children`. */
  needed?: readonly string[];
  /** Fields beside the reason, with what the form found wrong with them. */
  children?: ((errors: Record<string, string>) => ReactNode) | undefined;
  send(values: Record<string, string>): Promise<unknown>;
  onClose(): void;
};

/** Asks staff why, which is written down with what they do, and who they are where that is needed. `children` are more fields. */
export function ReasonDialog(props: Props) {
  return <Proven>{(act) => <ReasonForm {...props} act={act} />}</Proven>;
}

/** A field with a limit of its own would cut off what is pasted. */
function tooLong({ reason = '' }: Record<string, string>): Record<string, string> {
  const { length } = reason.trim();
  return length > mostReason ? { reason: m['admin.reason.too_long']({ most: mostReason, length }) } : {};
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
          hint={`${props.hint ?? m['admin.reason.hint']()} ${m['admin.reason.most']({ most: mostReason })}`}
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
