import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

const gapPx = 4;

/**
 * Button with a popover in the top layer. Closed by Escape, by a click elsewhere and by a selection. Arrow
 * keys move between its items.
 */
export function Floating(props: {
  /** Label of the button and of the popover. */
  label: string;
  role: 'menu' | 'dialog';
  icon: ReactNode;
  className: string;
  panelClass?: string;
  onOpen?(isOpen: boolean): void;
  children: ReactNode;
}) {
  const { label, role, icon, className, panelClass = '', onOpen, children } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  // The content, and with it the size, is known only now.
  useLayoutEffect(() => {
    const element = panel.current;
    const from = button.current?.getBoundingClientRect();
    if (!isOpen || !element || !from) return;
    const { width, height } = element.getBoundingClientRect();
    const below = from.bottom + gapPx;
    const fits = below + height <= innerHeight;
    element.style.top = `${Math.max(gapPx, fits ? below : from.top - gapPx - height)}px`;
    element.style.left = `${Math.max(gapPx, Math.min(from.right - width, innerWidth - width - gapPx))}px`;
    element.querySelector<HTMLElement>('a[href], button:enabled')?.focus();
  }, [isOpen]);
  function move(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step === undefined || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    event.stopPropagation();
    const items = [...(panel.current?.querySelectorAll<HTMLElement>('a[href], button:enabled') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    items.at((at + step + items.length) % items.length)?.focus();
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        aria-haspopup={role}
        aria-expanded={isOpen}
        data-tooltip={label}
        className={className}
      >
        {icon}
      </button>
      {/* Arrow keys and clicks are shortcuts for the buttons inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role={role}
        aria-label={label}
        tabIndex={-1}
        onKeyDown={move}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('button, a')) panel.current?.hidePopover();
        }}
        onToggle={({ newState }) => {
          const opened = newState === 'open';
          setOpen(opened);
          onOpen?.(opened);
        }}
        className={`fixed inset-auto m-0 max-h-[min(24rem,80dvh)] max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md border border-line bg-surface p-1 text-ink shadow-lg ${panelClass}`}
      >
        {isOpen && children}
      </div>
    </>
  );
}

export const menuItemClass =
  'flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-left hover:bg-accent-soft focus-visible:bg-accent-soft focus-visible:-outline-offset-2';

/** Item of a menu. */
export function MenuItem(props: {
  icon: ReactNode;
  danger?: boolean;
  onChoose(): void;
  children: ReactNode;
}) {
  const { icon, danger = false, onChoose, children } = props;
  return (
    <button
      type="button"
      role="menuitem"
      onClick={onChoose}
      className={`${menuItemClass} ${danger ? 'text-danger' : ''}`}
    >
      {icon}
      {children}
    </button>
  );
}
