import { useHydrated } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { nearRef } from '#platform/client/near.tsx';
import { Mentioned, type MentionedPerson } from './mentioned.tsx';

const Markdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }));

/** Matches text that may contain Markdown. Most comments contain none and do not need the parser. */
const marks = /[*_`~#>|[\]\\]|https:\/\/|^[ \t]*(?:[-+]|\d+[.)])\s/m;

/**
 * Renders text with Markdown: blank lines separate paragraphs, single line breaks stay. A `remark` has inline
 * marks only.
 */
export function Prose(props: {
  text: string;
  kind?: 'text' | 'remark';
  lang?: string | undefined;
  /** People whose usernames in the text become links. */
  people?: readonly MentionedPerson[];
}) {
  const { text, kind = 'text', lang, people = [] } = props;
  const gap = kind === 'remark' ? 'gap-2' : 'gap-4';
  const plain = (
    <div className={`grid max-w-prose min-w-0 wrap-anywhere ${gap}`} lang={lang}>
      {text.split(/\n\s*\n/).map((paragraph, index) => (
        <p key={index} className="whitespace-pre-line">
          <Mentioned text={paragraph} people={people} />
        </p>
      ))}
    </div>
  );
  if (!marks.test(text)) return plain;
  return (
    <Marked text={text} plain={plain}>
      <Markdown text={text} kind={kind} lang={lang} className={gap} people={people} />
    </Marked>
  );
}

/**
 * Matches what looks like a fenced block of code, also in a list or a quotation, whose lines get their colours from the
 * Markdown component.
 */
const fence = /```|~~~/;

/**
 * Text with Markdown, `children`. In the browser, HTML that the server has rendered stays as it was sent, without the
 * parser's 48 KB of script; the component itself is needed for another text, and for the colours of code that comes near.
 */
function Marked({ text, plain, children }: { text: string; plain: ReactNode; children: ReactNode }) {
  const id = useId();
  const hydrated = useHydrated();
  const [sent, setSent] = useState(hydrated ? null : text);
  // Shown only once: what was dropped for another text is not there any more.
  if (sent !== null && sent !== text) setSent(null);
  const isSent = sent === text;
  const hasCode = fence.test(text);
  useEffect(() => {
    const drawn = document.getElementById(id)?.firstElementChild;
    if (!isSent || !hasCode || !(drawn instanceof HTMLElement)) return undefined;
    return nearRef(() => setSent(null), '600px')(drawn) ?? undefined;
  }, [id, isSent, hasCode]);
  // An empty text on hydration leaves the element's content alone.
  if (!import.meta.env.SSR && isSent)
    return (
      <div
        key="sent"
        id={id}
        className="contents"
        suppressHydrationWarning
        // oxlint-disable-next-line react/no-danger
        dangerouslySetInnerHTML={{ __html: '' }}
      />
    );
  return (
    <div id={id} className="contents">
      <Suspense fallback={<AsDrawn id={id}>{plain}</AsDrawn>}>{children}</Suspense>
    </div>
  );
}

/** Keeps the server's HTML while the Markdown parser loads: a rerender meanwhile would show the raw marks. */
function AsDrawn({ id, children }: { id: string; children: ReactNode }) {
  const [drawn] = useState(() =>
    typeof document === 'undefined' ? null : document.getElementById(id)?.querySelector(':scope > div'),
  );
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (drawn) place.current?.replaceChildren(drawn.cloneNode(true));
  }, [drawn]);
  return drawn ? <div ref={place} className="contents" /> : children;
}
