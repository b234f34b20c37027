import {
  lazy,
  memo,
  Suspense,
  useEffect,
  useRef,
  type ComponentType,
  type ReactNode,
  type RefCallback,
} from 'react';

/**
 * Returns a ref that calls `onNear` when its element comes into view, or within `rootMargin` of it. Keep the returned
 * function for as long as the element is the same: a new function makes React observe again.
 */
export function nearRef(onNear: () => void, rootMargin = '0px'): RefCallback<HTMLElement> {
  return (element) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNear();
      },
      { rootMargin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  };
}

/**
 * Component whose script the browser loads only when the reader comes within 600 px of what the server has rendered for
 * it; until then the markup stands as it was sent. Where there is no such markup, because the reader came by a link of
 * ours or React had to drop it for other props, the script loads at once, and `fallback` stands until then. `onServer` is
 * the component itself on the server and null in the browser; `load` may return undefined if the script could not be
 * loaded: then nothing is shown.
 */
export function lazyUntilNear<Props extends object>(
  onServer: ComponentType<Props> | null,
  load: () => Promise<ComponentType<Props> | undefined>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  let begin: () => void = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const Part = (onServer ??
    lazy(async () => {
      await begun;
      return { default: (await load()) ?? (() => null) };
    })) as ComponentType<Props>;

  function Fallback() {
    useEffect(begin, []);
    return fallback;
  }

  return memo(function UntilNear(props: Props) {
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => {
      const element = place.current;
      // What rendered nothing on the server may render something in the browser.
      if (!element?.firstElementChild) return begin();
      const stop = nearRef(begin, '600px')(element);
      return () => {
        if (stop) stop();
      };
    }, []);
    return (
      // Presses before the script is there are kept by early-presses.ts.
      <div ref={place} data-waits="" className="grid min-w-0 empty:hidden">
        <Suspense fallback={<Fallback />}>
          <Part {...props} />
        </Suspense>
      </div>
    );
  }) as unknown as ComponentType<Props>;
}
