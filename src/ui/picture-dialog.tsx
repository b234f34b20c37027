import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';

export const roundButton =
  'grid size-11 shrink-0 place-items-center rounded-full border border-line bg-surface hover:text-accent-strong';

/** Full-screen picture; buttons and arrow keys go to the next. */
export function PictureDialog({
  label,
  name,
  index,
  count,
  onIndex,
  onClose,
  more,
  children,
}: {
  label: string;
  /** Caption; screen readers announce it when the picture changes. */
  name: ReactNode;
  index: number;
  count: number;
  onIndex(index: number): void;
  onClose(): void;
  /** Further actions for the picture. */
  more?: ReactNode;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Unmounting without closing would lose the focus.
    return () => element?.close();
  }, []);
  const step = (by: number) => onIndex((index + by + count) % count);
  const steps = [
    { by: -1, key: 'ArrowLeft', icon: ChevronLeft, words: m['platform.pictures.before']() },
    { by: 1, key: 'ArrowRight', icon: ChevronRight, words: m['platform.pictures.after']() },
  ];
  return (
    // Arrow keys are a shortcut for its own buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        const wanted = steps.find(({ key }) => key === event.key);
        if (!wanted || count < 2) return;
        event.preventDefault();
        step(wanted.by);
      }}
      className="m-0 h-dvh max-h-none w-dvw max-w-none bg-paper p-4 text-ink"
    >
      <div className="grid h-full grid-rows-[auto_minmax(0,1fr)] gap-4">
        <div className="flex items-center justify-end gap-3">
          <p aria-live="polite" className="mr-auto min-w-0 break-all text-ink-soft tabular-nums">
            {name} {count > 1 && `${index + 1} / ${count}`}
          </p>
          {count > 1 &&
            steps.map(({ by, icon: Icon, words }) => (
              <button
                key={by}
                type="button"
                aria-label={words}
                data-tooltip={words}
                onClick={() => step(by)}
                className={roundButton}
              >
                <Icon aria-hidden="true" className="size-5" />
              </button>
            ))}
          {more}
          <button
            type="button"
            aria-label={m['platform.pictures.close']()}
            data-tooltip={m['platform.pictures.close']()}
            onClick={onClose}
            className={roundButton}
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
