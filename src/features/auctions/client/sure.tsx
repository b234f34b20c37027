import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

/** Confirms an irreversible step; its button repeats the title. */
export function Sure(props: {
  title: string;
  text: string;
  isSending: boolean;
  onClose(): void;
  onAgree(): void;
}) {
  const { title, text, isSending, onClose, onAgree } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          {m['auctions.reason.back']()}
        </Button>
        <Button disabled={isSending} onClick={onAgree}>
          {title}
        </Button>
      </div>
    </Dialog>
  );
}
