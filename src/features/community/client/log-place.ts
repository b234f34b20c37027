import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** Distance to the end at which the log still follows new messages. */
const nearEndPx = 80;

type Held = { key: string; offset: number };

/**
 * Keeps the visible items in place while others above are inserted or resized; a reader at the end stays at
 * the end. Items have `data-key`. The browser's own scroll anchoring is off: not all browsers have it, and
 * both together would move twice.
 */
export function useLogPlace(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  options: {
    /** True if the newest loaded message is the newest in the channel. */
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
    // The scroll event comes a frame after the scrolling: do not undo a move that has just begun.
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
    // Pictures, highlighting and Markdown arrive later than the text.
    const observer = new ResizeObserver(hold);
    observer.observe(element);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- depends on refs only
  }, []);

  return {
    onScroll: note,
    /** Scrolls to the end and follows it. */
    toEnd(): void {
      place.current = { atEnd: true, held: null, top: box.current?.scrollTop ?? 0 };
      hold();
      latest.current.onEnd(true);
    },
    /** Scrolls an item to the middle; returns false if it is not loaded. */
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

/**
 * Returns true if the reader has scrolled since `top`. A log that got shorter also moves, but only to its
 * end.
 */
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
