import { lazy, Suspense, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
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
  const id = useId();
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
    <div id={id} className="contents">
      <Suspense fallback={<AsDrawn id={id}>{plain}</AsDrawn>}>
        <Markdown text={text} kind={kind} lang={lang} className={gap} people={people} />
      </Suspense>
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
