import { SlidersHorizontal, X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from './button.tsx';

/**
 * Filters of a list: a button that opens them as a sheet on phones, and a row elsewhere. The sheet is a popover, which
 * opens, closes and returns the focus without scripts; a browser that does not know it shows the row. Stands in the form of
 * the filters.
 */
export function FilterSheet(props: {
  /** Number of filters in use. */
  count: number;
  children: ReactNode;
}) {
  const { count, children } = props;
  const id = useId();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={buttonClass('secondary', 'shrink-0 px-3! md:hidden')}
      >
        <SlidersHorizontal aria-hidden="true" className="size-5" />
        {m['platform.filters.open']()}
        {count > 0 && (
          <span className="min-w-6 rounded-full bg-accent px-1.5 text-center text-sm text-on-accent tabular-nums">
            {count}
          </span>
        )}
      </button>
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={m['platform.filters.title']()}
        className="filter-sheet"
      >
        <div className="flex items-center justify-between gap-3 md:hidden">
          <p className="text-lg font-bold">{m['platform.filters.title']()}</p>
          <button
            type="button"
            popoverTarget={id}
            popoverTargetAction="hide"
            aria-label={m['platform.filters.close']()}
            className="-mr-2 grid size-11 place-items-center rounded-full hover:bg-sunken"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        {children}
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          className={buttonClass('primary', 'mt-2 w-full md:hidden')}
        >
          {m['platform.filters.done']()}
        </button>
      </div>
    </>
  );
}
