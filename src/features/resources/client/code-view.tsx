import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import type { Piece } from './highlight.ts';
import { loadColours } from './load-colours.ts';

/** Longest source, in characters, that is highlighted; a longer one would block the page. */
const maxColoured = 200_000;

/** Number of lines that are laid out together when they come near the viewport. */
const linesAtOnce = 200;

/** Shows a source or another text with line numbers and a copy button. */
export function CodeView({
  name,
  source,
  language,
}: {
  name: string;
  source: string;
  language: string | null;
}) {
  const [copied, setCopied] = useState(false);
  return (
    <div className="grid min-w-0 gap-2">
      <div>
        <Button
          look="quiet"
          onClick={() => void navigator.clipboard?.writeText(source).then(() => setCopied(true))}
        >
          {copied ? (
            <Check aria-hidden="true" className="size-5" />
          ) : (
            <Copy aria-hidden="true" className="size-5" />
          )}
          <span aria-live="polite">
            {copied ? m['resources.reader.copied']() : m['resources.reader.copy']()}
          </span>
        </Button>
      </div>
      <CodeLines name={name} source={source} language={language} />
    </div>
  );
}

/** Lines of a text. They are numbered when the text is a file of its own, which has a `name`. */
export function CodeLines(props: { name?: string; source: string; language: string | null }) {
  const { name, language } = props;
  const lines = useColours(props.source.replaceAll('\r\n', '\n'), language);
  const groups = Array.from({ length: Math.ceil(lines.length / linesAtOnce) }, (_, index) =>
    lines.slice(index * linesAtOnce, (index + 1) * linesAtOnce),
  );
  const numbered =
    name === undefined
      ? ''
      : 'before:inline-block before:w-10 before:shrink-0 before:pr-4 before:text-right before:text-ink-soft before:content-[attr(data-line)/""]';
  return (
    // Focusable, so that a keyboard can scroll it.
    <div
      role="region"
      aria-label={name === undefined ? m['resources.reader.code']() : m['resources.reader.source']({ name })}
      tabIndex={0}
      className="max-h-[80vh] min-w-0 overflow-auto rounded-md border border-line bg-paper py-3"
    >
      <pre className="w-max min-w-full font-mono text-sm leading-6">
        <code>
          {groups.map((group, index) => (
            <span
              key={index}
              className="block [contain-intrinsic-size:auto_1200px] [content-visibility:auto]"
            >
              {group.map((pieces, line) => (
                <span
                  key={line}
                  data-line={index * linesAtOnce + line + 1}
                  className={`block pr-4 ${name === undefined ? 'pl-4' : numbered}`}
                >
                  {pieces.map(({ text, className }, piece) => (
                    <span key={piece} className={className}>
                      {text}
                    </span>
                  ))}
                  {'\n'}
                </span>
              ))}
            </span>
          ))}
        </code>
      </pre>
    </div>
  );
}

/** Returns the plain lines at once and the highlighted ones when they are ready. */
function useColours(source: string, language: string | null): Piece[][] {
  const [coloured, setColoured] = useState<{ source: string; lines: Piece[][] } | null>(null);
  useEffect(() => {
    if (language === null || source.length > maxColoured) return undefined;
    const leaving = new AbortController();
    async function colour(known: string): Promise<void> {
      const lines = await loadColours({ source, language: known }, leaving.signal);
      if (lines && !leaving.signal.aborted) setColoured({ source, lines });
    }
    void colour(language);
    return () => leaving.abort();
  }, [source, language]);
  if (coloured?.source === source) return coloured.lines;
  return source.split('\n').map((text) => [{ text, className: '' }]);
}
