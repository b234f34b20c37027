import {
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';

/**
 * ARIA toolbar: one tab stop, with arrow keys, Home and End to move between its buttons, which must be direct
 * children.
 */
export function Toolbar(props: { label: string; className: string; children: ReactNode }) {
  const { label, className, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState<HTMLElement | null>(null);
  /** Without those that are hidden on narrow screens. */
  const buttons = () =>
    [...(box.current?.querySelectorAll<HTMLElement>(':scope > button:enabled') ?? [])].filter(
      (button) => button.getClientRects().length > 0,
    );
  // The buttons come from several components, none of which knows which is the first.
  useLayoutEffect(() => {
    const all = buttons();
    const only = stop !== null && all.includes(stop) ? stop : all[0];
    for (const button of box.current?.querySelectorAll<HTMLElement>(':scope > button') ?? [])
      button.tabIndex = button === only ? 0 : -1;
  });
  function move(event: KeyboardEvent): void {
    const all = buttons();
    const at = all.indexOf(event.target as HTMLElement);
    // An open popover has arrow keys of its own.
    if (at < 0) return;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all.at(to === all.length ? 0 : to)?.focus();
  }
  return (
    // Handles keys for its buttons.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={box}
      role="toolbar"
      aria-label={label}
      onKeyDown={move}
      onFocus={({ target }: FocusEvent<HTMLElement>) => {
        if (target.parentElement === box.current) setStop(target);
      }}
      className={className}
    >
      {children}
    </div>
  );
}
