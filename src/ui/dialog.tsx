import { onOwnCancel, openDialog } from './modal.ts';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

/** Modal dialog that is open while mounted; afterwards the focus returns to where it was. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose(): void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const close = openDialog(dialog.current!);
    // The browser focuses the first field, which may be below text that should be read first.
    dialog.current!.scrollTo(0, 0);
    return close;
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => onOwnCancel(event, onClose)}
      onSubmit={() => setTimeout(() => focusFirstWrong(dialog.current))}
      className="m-auto w-[calc(100%-2rem)] max-w-lg rounded-lg bg-surface p-6 text-ink shadow-lg backdrop:bg-black/50"
    >
      <div className="grid gap-5">
        <h2 id={titleId} className="text-xl font-bold break-words">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}

/** After submission, moves the focus from the button to the first invalid field. */
function focusFirstWrong(dialog: HTMLDialogElement | null): void {
  if (document.activeElement?.getAttribute('aria-invalid') === 'true') return;
  dialog?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
