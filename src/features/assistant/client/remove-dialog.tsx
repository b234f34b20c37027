import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

/** Confirms the permanent deletion of something of one's own. */
export function RemoveDialog(props: {
  title: string;
  text: string;
  isPending: boolean;
  onRemove(): void;
  onClose(): void;
}) {
  const { title, text, isPending, onRemove, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          {m['assistant.propose.back']()}
        </Button>
        <Button look="danger" disabled={isPending} onClick={onRemove}>
          {m['assistant.start.remove_yes']()}
        </Button>
      </div>
    </Dialog>
  );
}
