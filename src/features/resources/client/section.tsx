import type { ReactNode } from 'react';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="ruler pb-3 text-xl font-bold">{title}</h2>
      {children}
    </section>
  );
}

/** Text as its writer typed it: blank lines part paragraphs, single line breaks stay. */
export function Prose({ text, lang }: { text: string; lang?: string | undefined }) {
  return (
    <div className="grid max-w-prose gap-4" lang={lang}>
      {text.split(/\n\s*\n/).map((paragraph, index) => (
        <p key={index} className="whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </div>
  );
}
