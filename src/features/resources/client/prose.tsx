import { lazy, Suspense } from 'react';

const Markdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }));

/** What Markdown could make something of. Most of what people say holds nothing of it, and needs no reader. */
const marks = /[*_`~#>|[\]\\]|https:\/\/|^[ \t]*(?:[-+]|\d+[.)])\s/m;

/**
 * Text as its writer typed it, with the marks of Markdown: blank lines part paragraphs, single line breaks stay. A
 * `remark` has marks within its lines alone.
 */
export function Prose(props: { text: string; kind?: 'text' | 'remark'; lang?: string | undefined }) {
  const { text, kind = 'text', lang } = props;
  const gap = kind === 'remark' ? 'gap-2' : 'gap-4';
  const plain = (
    <div className={`grid max-w-prose min-w-0 wrap-anywhere ${gap}`} lang={lang}>
      {text.split(/\n\s*\n/).map((paragraph, index) => (
        <p key={index} className="whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </div>
  );
  if (!marks.test(text)) return plain;
  return (
    <Suspense fallback={plain}>
      <Markdown text={text} kind={kind} lang={lang} className={gap} />
    </Suspense>
  );
}
