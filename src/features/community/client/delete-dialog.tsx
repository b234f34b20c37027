import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonDialog } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { Message } from '../contract.ts';
import { deleteMessage } from './api.ts';
import { putChanged } from './live.ts';
import { emptied } from './message-window.ts';

/** Confirms the deletion of a message; a moderator gives a reason. */
export function DeleteDialog(props: { message: Message; isMine: boolean; onClose(): void }) {
  const { message, isMine, onClose } = props;
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  async function remove(reason?: string): Promise<void> {
    await deleteMessage(message.id, reason);
    putChanged(client, emptied(message, isMine ? 'deleted' : 'hidden'));
  }
  if (!isMine) {
    return (
      <ReasonDialog
        title={m['community.talk.hide']()}
        text={m['community.talk.hide_text']()}
        submit={m['community.talk.hide']()}
        send={({ reason }) => remove(reason)}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title={m['community.talk.delete_title']()} onClose={onClose}>
      <p>{m['community.talk.delete_text']()}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          {m['community.talk.cancel']()}
        </Button>
        <Button
          look="danger"
          disabled={isPending}
          onClick={() => {
            setPending(true);
            remove().then(onClose, (error: unknown) => {
              toast('danger', m['community.talk.failed'](), describeError(error));
              setPending(false);
            });
          }}
        >
          {m['community.talk.delete']()}
        </Button>
      </div>
    </Dialog>
  );
}
