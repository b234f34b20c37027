import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** Nearer than this to the end, a reader is taken along to what comes. */
const nearEndPx = 80;

type Held = { key: string; offset: number };

/**
 * Keeps what a reader looks at where it is, whatever is put above it or grows there; whoever is at the end stays at the end. Items have
 * `data-key`. The browser's own anchoring is off: not all have it, and two of them would move twice.
 */
export function useLogPlace(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  options: {
    /** Whether the newest that is shown is the newest that there is. */
    reachesEnd: boolean;
    onEnd(isAtEnd: boolean): void;
  },
) {
  const place = useRef<{ atEnd: boolean; held: Held | null; top: number }>({
    atEnd: true,
    held: null,
    top: 0,
  });
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  function note(): void {
    const element = box.current;
    if (!element) return;
    const { scrollHeight, scrollTop, clientHeight } = element;
    const before = place.current.atEnd;
    place.current.atEnd = latest.current.reachesEnd && scrollHeight - scrollTop - clientHeight < nearEndPx;
    place.current.held = firstInSight(element);
    place.current.top = scrollTop;
    if (before !== place.current.atEnd) latest.current.onEnd(place.current.atEnd);
  }

  function hold(): void {
    const element = box.current;
    if (!element) return;
    // The event of scrolling comes a frame later than the scrolling: whoever has just moved away is not taken back.
    if (hasMoved(element, place.current.top)) return note();
    const { atEnd, held } = place.current;
    if (atEnd && latest.current.reachesEnd) element.scrollTop = element.scrollHeight;
    else if (held) {
      const item = element.querySelector<HTMLElement>(`[data-key="${CSS.escape(held.key)}"]`);
      if (item) element.scrollTop += item.offsetTop - element.scrollTop - held.offset;
    }
    place.current.top = element.scrollTop;
  }

  useLayoutEffect(hold);
  useEffect(() => {
    const element = content.current;
    if (!element) return undefined;
    // Pictures, colours and marks come later than the text.
    const observer = new ResizeObserver(hold);
    observer.observe(element);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- refs, and a function of refs alone
  }, []);

  return {
    onScroll: note,
    /** Goes to the end and stays there. */
    toEnd(): void {
      place.current = { atEnd: true, held: null, top: box.current?.scrollTop ?? 0 };
      hold();
      latest.current.onEnd(true);
    },
    /** Shows one item in the middle; false where it is not there. */
    toItem(key: string): boolean {
      const element = box.current;
      const item = element?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
      if (!element || !item) return false;
      place.current.atEnd = false;
      element.scrollTop = item.offsetTop - (element.clientHeight - Math.min(item.offsetHeight, 200)) / 2;
      note();
      item.focus({ preventScroll: true });
      return true;
    },
  };
}

/** Whether its reader scrolled since it stood at `top`; what got shorter moves up to its end by itself. */
function hasMoved({ scrollTop, scrollHeight, clientHeight }: HTMLElement, top: number): boolean {
  const isAtLimit = scrollHeight - clientHeight - scrollTop < 1;
  return scrollTop > top + 1 || (scrollTop < top - 1 && !isAtLimit);
}

function firstInSight(element: HTMLElement): Held | null {
  const items = element.querySelectorAll<HTMLElement>('[data-key]');
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle]!;
    if (item.offsetTop + item.offsetHeight > element.scrollTop) high = middle;
    else low = middle + 1;
  }
  const found = items[low];
  return found ? { key: found.dataset['key'] ?? '', offset: found.offsetTop - element.scrollTop } : null;
}
