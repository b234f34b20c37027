import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { m } from '#i18n/generated/messages.js';

/**
 * Panel next to a channel, or over it on narrow screens. It takes the focus, and returns it to the opener, or
 * to the message of the opener.
 */
export function SidePanel(props: {
  title: string;
  onClose(): void;
  /** Element that gets the focus first; by default the heading. */
  first?: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  const { title, onClose, first, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const openers = useRef<readonly (Element | null)[]>([]);
  useEffect(() => {
    const { activeElement } = document;
    openers.current = [activeElement, activeElement?.closest('[data-key]') ?? null];
    (first ?? heading).current?.focus();
  }, [first]);
  function close(): void {
    const opener = openers.current.find((element) => element?.isConnected);
    if (opener instanceof HTMLElement) opener.focus();
    onClose();
  }
  return (
    // Escape is a shortcut for the close button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      tabIndex={-1}
      aria-label={title}
      onKeyDown={({ key, defaultPrevented }) => {
        if (key === 'Escape' && !defaultPrevented) close();
      }}
      className="absolute inset-0 z-20 flex min-h-0 flex-col border-l border-line bg-surface outline-none xl:static xl:w-88 xl:shrink-0"
    >
      <header className="flex items-center gap-2 border-b border-line px-3 py-2">
        <h2 ref={heading} tabIndex={-1} className="mr-auto min-w-0 truncate px-1 text-lg font-bold">
          {title}
        </h2>
        <button
          type="button"
          aria-label={m['community.talk.close']()}
          onClick={close}
          className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-accent-soft"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </header>
      {children}
    </section>
  );
}
