import type { ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { Button, type ButtonLook } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

/** Asks for confirmation of something irreversible. */
export function ConfirmDialog(props: {
  title: string;
  action: string;
  look: ButtonLook;
  isBusy: boolean;
  onConfirm(): void;
  onClose(): void;
  children: ReactNode;
}) {
  const { title, action, look, isBusy, onConfirm, onClose, children } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="break-words">{children}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          {m['quotes.view.keep']()}
        </Button>
        <Button look={look} disabled={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
