import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { isLaidOut, maxTextBytes, sourceLanguage, viewOf } from '../viewing.ts';
import { Loading, Trouble } from './file-parts.tsx';
import { textQuery } from './load-text.ts';

const Markdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }));
const CodeView = lazy(async () => ({ default: (await import('./code-view.tsx')).CodeView }));

/** Loads a text and shows it as Markdown or as source. */
export function TextFile(props: {
  address: string;
  name: string;
  size: number;
  download: string;
  /** Returns the address of a picture in the text, or null if it is not one of ours. */
  pictureAddress(reference: string): string | null;
}) {
  const { address, name, size, download, pictureAddress } = props;
  const isTooLarge = size > maxTextBytes;
  const { data: text, error, refetch } = useQuery({ ...textQuery(address), enabled: !isTooLarge });
  if (isTooLarge) return <Trouble download={download}>{m['resources.reader.too_large']()}</Trouble>;
  if (error) {
    return (
      <Trouble download={download} onRetry={() => void refetch()}>
        {describeError(error)}
      </Trouble>
    );
  }
  if (text === undefined) return <Loading />;
  if (text.trim() === '') return <p className="text-ink-soft">{m['resources.reader.empty']()}</p>;
  return (
    <Suspense fallback={<Loading />}>
      {isLaidOut(name, size) ? (
        <Markdown text={text} pictureAddress={pictureAddress} />
      ) : (
        <>
          {viewOf(name)?.kind === 'markdown' && (
            <p className="text-ink-soft">{m['resources.reader.shown_as_source']()}</p>
          )}
          <CodeView name={name} source={text} language={sourceLanguage(name)} />
        </>
      )}
    </Suspense>
  );
}
