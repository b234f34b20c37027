import { lazy, Suspense } from 'react';

const Markdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }));

export const proseLook = {
  text: 'grid max-w-prose min-w-0 gap-4 break-words',
  remark: 'grid max-w-prose min-w-0 gap-2 break-words',
};

/** What Markdown could make something of. Most of what people say holds nothing of it, and needs no reader. */
const marks = /[*_`~#>|[\]\\]|https:\/\/|^\s*(?:[-+]|\d+[.)])\s/m;

/**
 * Text as its writer typed it, with the marks of Markdown: blank lines part paragraphs, single line breaks stay. A
 * `remark` has marks within its lines alone.
 */
export function Prose(props: { text: string; kind?: 'text' | 'remark'; lang?: string | undefined }) {
  const { text, kind = 'text', lang } = props;
  const plain = (
    <div className={proseLook[kind]} lang={lang}>
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
      <Markdown text={text} kind={kind} lang={lang} />
    </Suspense>
  );
}
