import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

/** Asks for confirmation of a permanent deletion. */
export function ConfirmDialog(props: {
  title: string;
  text: string;
  remove(): Promise<void>;
  onClose(): void;
}) {
  const [pending, setPending] = useState(false);
  async function remove(): Promise<void> {
    setPending(true);
    try {
      await props.remove();
      props.onClose();
    } catch (error) {
      toast('danger', m['social.actions.failed'](), describeError(error));
      setPending(false);
    }
  }
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <p>{props.text}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={props.onClose}>
          {m['social.actions.cancel']()}
        </Button>
        <Button look="danger" disabled={pending} onClick={() => void remove()}>
          {m['social.actions.remove']()}
        </Button>
      </div>
    </Dialog>
  );
}
