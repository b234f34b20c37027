import { useEffect, useRef, type RefObject } from 'react';

/**
 * A heading that gets the focus once the dialog is closed in which something was done: what the dialog was opened from goes with it,
 * after the list was loaded again, and the focus would be nowhere.
 */
export function useFocusBack(isOpen: boolean): {
  heading: RefObject<HTMLHeadingElement | null>;
  done(): void;
} {
  const heading = useRef<HTMLHeadingElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    if (isOpen || !isDone.current) return;
    isDone.current = false;
    heading.current?.focus();
  }, [isOpen]);
  return {
    heading,
    done() {
      isDone.current = true;
    },
  };
}
