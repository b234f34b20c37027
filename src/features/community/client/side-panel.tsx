import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';

/** Beside a channel; over it where there is no room for both. */
export function SidePanel(props: { title: string; onClose(): void; children: ReactNode }) {
  const { title, onClose, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    // Escape is a shortcut for its own button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={title}
      onKeyDown={({ key, defaultPrevented }) => {
        if (key === 'Escape' && !defaultPrevented) onClose();
      }}
      className="absolute inset-0 z-20 flex min-h-0 flex-col border-l border-line bg-surface xl:static xl:w-88 xl:shrink-0"
    >
      <header className="flex items-center gap-2 border-b border-line px-3 py-2">
        <h2
          ref={heading}
          tabIndex={-1}
          className="mr-auto min-w-0 truncate px-1 text-lg font-bold outline-none"
        >
          {title}
        </h2>
        <button
          type="button"
          aria-label={m['community.talk.close']()}
          onClick={onClose}
          className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-accent-soft"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </header>
      {children}
    </section>
  );
}
