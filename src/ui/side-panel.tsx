import { X } from 'lucide-react';
import { Toaster } from '#platform/client/toasts.tsx';
import { onOwnCancel, openDialog } from './modal.ts';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

/** Details panel at the side, open while mounted; afterwards the focus returns to where it was. */
export function SidePanel(props: { title: string; close: string; onClose(): void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => openDialog(dialog.current!), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => onOwnCancel(event, props.onClose)}
      className="my-0 mr-0 ml-auto h-dvh max-h-none w-full max-w-md bg-surface text-ink shadow-lg backdrop:bg-black/40"
    >
      <div className="grid min-h-full content-start gap-5 p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="min-w-0 pt-2 text-xl font-bold wrap-anywhere">
            {props.title}
          </h2>
          <button
            type="button"
            onClick={props.onClose}
            aria-label={props.close}
            className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-accent-soft"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        {props.children}
      </div>
      {/* The page itself is inert below this. */}
      <Toaster />
    </dialog>
  );
}
