import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, Download } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { buttonClass } from '#ui/button.tsx';
import type { ResourceFile } from '../contract.ts';
import { besides, mostTextBytes, sourceLanguage, viewOf } from '../viewing.ts';
import { textQuery, viewAddress } from './load-text.ts';

const Markdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }));
const CodeView = lazy(async () => ({ default: (await import('./code-view.tsx')).CodeView }));
const PdfView = lazy(async () => ({ default: (await import('./pdf-view.tsx')).PdfView }));
const ArchiveView = lazy(async () => ({ default: (await import('./archive-view.tsx')).ArchiveView }));

type Shown = { resourceId: string; file: ResourceFile; files: readonly ResourceFile[] };

/** One file, shown as what it is. */
export function FileView({ resourceId, file, files }: Shown) {
  const address = viewAddress(resourceId, file.id);
  const download = `/api/resources/${resourceId}/download?file=${file.id}`;
  switch (viewOf(file.name)?.kind) {
    case 'pdf':
      return <PdfView address={address} name={file.name} download={download} />;
    case 'picture':
      return <Pictures resourceId={resourceId} file={file} files={files} />;
    case 'audio':
    case 'video':
      return <Media resourceId={resourceId} file={file} files={files} />;
    case 'archive':
      return <ArchiveView resourceId={resourceId} file={file} download={download} />;
    default:
      return (
        <TextFile
          address={address}
          name={file.name}
          size={file.size}
          download={download}
          pictureAddress={(reference) => {
            const name = besides(file.name, reference);
            const found = files.find((each) => each.name === name && viewOf(each.name)?.kind === 'picture');
            return found ? viewAddress(resourceId, found.id) : null;
          }}
        />
      );
  }
}

/** A text that is read as Markdown or as source, once it is there. */
export function TextFile(props: {
  address: string;
  name: string;
  size: number;
  download: string;
  /** Where a picture is that the text refers to; null for what is none of ours. */
  pictureAddress(reference: string): string | null;
}) {
  const { address, name, size, download, pictureAddress } = props;
  const isTooLarge = size > mostTextBytes;
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
      {viewOf(name)?.kind === 'markdown' ? (
        <Markdown text={text} pictureAddress={pictureAddress} />
      ) : (
        <CodeView name={name} source={text} language={sourceLanguage(name)} />
      )}
    </Suspense>
  );
}

export function Loading() {
  return <p role="status">{m['resources.reader.loading']()}</p>;
}

/** What went wrong, and the ways on from there. */
export function Trouble(props: { download: string; onRetry?(): void; children: ReactNode }) {
  const { download, onRetry, children } = props;
  return (
    <div className="grid justify-items-start gap-4">
      <p role="alert">{children}</p>
      <div className="flex flex-wrap gap-3">
        {onRetry && (
          <button type="button" onClick={onRetry} className={buttonClass('secondary')}>
            {m['resources.reader.retry']()}
          </button>
        )}
        <a href={download} className={buttonClass('secondary')}>
          <Download aria-hidden="true" className="size-5" />
          {m['resources.reader.download']()}
        </a>
      </div>
    </div>
  );
}

/** A picture that is looked at whole; `onRetry` is none, because a browser has no more to say than that it failed. */
export function WholePicture({
  address,
  name,
  download,
}: {
  address: string;
  name: string;
  download: string;
}) {
  const [broken, setBroken] = useState(false);
  if (broken) return <Trouble download={download}>{m['resources.reader.picture_broken']()}</Trouble>;
  return (
    <img
      src={address}
      alt={name}
      onError={() => setBroken(true)}
      className="mx-auto max-h-[80vh] max-w-full rounded-md bg-sunken object-contain"
    />
  );
}

/** The picture that was opened, and from there on all others. */
function Pictures({ resourceId, file, files }: Shown) {
  const pictures = files.filter(({ name }) => viewOf(name)?.kind === 'picture');
  const [index, setIndex] = useState(pictures.findIndex(({ id }) => id === file.id));
  const picture = pictures[index] ?? file;
  const step = (by: number) => setIndex((index + by + pictures.length) % pictures.length);
  return (
    <div className="grid gap-3">
      <WholePicture
        key={picture.id}
        address={viewAddress(resourceId, picture.id)}
        name={picture.name}
        download={`/api/resources/${resourceId}/download?file=${picture.id}`}
      />
      {pictures.length > 1 && (
        <div className="flex items-center justify-between gap-3">
          <IconButton label={m['resources.reader.previous_picture']()} onClick={() => step(-1)}>
            <ArrowLeft aria-hidden="true" className="size-5" />
          </IconButton>
          <p aria-live="polite" className="min-w-0 text-center text-sm text-ink-soft">
            {picture.name} ·{' '}
            {m['resources.reader.of_pictures']({ number: index + 1, count: pictures.length })}
          </p>
          <IconButton label={m['resources.reader.next_picture']()} onClick={() => step(1)}>
            <ArrowRight aria-hidden="true" className="size-5" />
          </IconButton>
        </div>
      )}
    </div>
  );
}

export function IconButton(props: {
  label: string;
  disabled?: boolean;
  onClick(): void;
  children: ReactNode;
}) {
  const { label, disabled = false, onClick, children } = props;
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      aria-disabled={disabled}
      onClick={() => !disabled && onClick()}
      className="grid size-11 shrink-0 place-items-center rounded-md border border-line-strong bg-surface hover:border-accent aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
    >
      {children}
    </button>
  );
}

const stemOf = (name: string) => name.slice(0, name.lastIndexOf('.'));

/** The browser's own player; captions lie beside the file under its name. */
function Media({ resourceId, file, files }: Shown) {
  const [broken, setBroken] = useState(false);
  const download = `/api/resources/${resourceId}/download?file=${file.id}`;
  if (broken) return <Trouble download={download}>{m['resources.reader.not_played']()}</Trouble>;
  const captions = files.find(({ name }) => name === `${stemOf(file.name)}.vtt`);
  const Player = viewOf(file.name)?.kind === 'audio' ? 'audio' : 'video';
  return (
    <Player
      controls
      preload="metadata"
      aria-label={file.name}
      src={viewAddress(resourceId, file.id)}
      onError={() => setBroken(true)}
      className="max-h-[80vh] w-full"
    >
      {captions && (
        <track
          default
          kind="captions"
          label={m['resources.reader.captions']()}
          src={viewAddress(resourceId, captions.id)}
        />
      )}
    </Player>
  );
}
