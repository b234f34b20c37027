import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { formatSize } from '#platform/client/format-size.ts';
import type { ArchiveContents, ResourceFile } from '../contract.ts';
import { besides, isBoardLayer, viewOfEntry } from '../viewing.ts';
import { Loading, Trouble, WholePicture } from './file-parts.tsx';
import { archiveQuery, viewAddress } from './load-text.ts';
import { TextFile } from './text-file.tsx';
import { formatCount } from './words.ts';

const BoardOf = lazy(async () => ({ default: (await import('./board-view.tsx')).BoardOf }));

/** Shows the contents of a ZIP: its README first, then the chosen file. */
export function ArchiveView(props: { resourceId: string; file: ResourceFile; download: string }) {
  const { resourceId, file, download } = props;
  const { data: contents, error, refetch } = useQuery(archiveQuery(resourceId, file.id));
  if (error) {
    return (
      <Trouble download={download} onRetry={() => void refetch()}>
        {describeError(error)}
      </Trouble>
    );
  }
  if (!contents) return <Loading />;
  if (contents.total === 0) return <p className="text-ink-soft">{m['resources.reader.zip_empty']()}</p>;
  return <Contents {...props} contents={contents} />;
}

function Contents(props: Within) {
  const { entries, readme, total } = props.contents;
  const [chosen, setChosen] = useState(readme);
  const entry = entries.find(({ name }) => name === chosen);
  const layers = entries.filter(({ name, size }) => isBoardLayer(name) && viewOfEntry(name, size));
  const heading = m['resources.reader.zip_files']({ count: formatCount(total) });
  return (
    <div className="grid min-w-0 gap-4">
      {layers.length >= 2 && (
        <Suspense fallback={<Loading />}>
          <BoardOf
            name={props.file.name}
            download={props.download}
            sources={layers.map(({ name, size }) => ({
              name,
              size,
              address: viewAddress(props.resourceId, props.file.id, name),
            }))}
          />
        </Suspense>
      )}
      <h3 className="font-semibold">{heading}</h3>
      <div
        role="region"
        aria-label={heading}
        tabIndex={0}
        className="max-h-72 overflow-y-auto rounded-md border border-line"
      >
        <ul className="grid divide-y divide-line">
          {entries.map(({ name, size }) => (
            <li key={name} className="flex min-w-0 items-center gap-3 px-3 text-sm">
              {viewOfEntry(name, size) ? (
                <button
                  type="button"
                  aria-pressed={name === chosen}
                  onClick={() => setChosen(name)}
                  className="min-h-10 min-w-0 flex-1 py-2 text-left text-accent-strong underline aria-pressed:font-bold"
                >
                  {name}
                </button>
              ) : (
                <span className="min-w-0 flex-1 py-2">{name}</span>
              )}
              <span className="shrink-0 text-ink-soft tabular-nums">{formatSize(size)}</span>
            </li>
          ))}
        </ul>
      </div>
      {entries.length < total && (
        <p className="text-sm text-ink-soft">
          {m['resources.reader.zip_more']({ shown: formatCount(entries.length) })}
        </p>
      )}
      {entry && (
        <section aria-label={entry.name} className="grid min-w-0 gap-3 border-t border-line pt-4">
          <h4 className="font-mono text-sm text-ink-soft">{entry.name}</h4>
          <Entry key={entry.name} {...props} entry={entry} />
        </section>
      )}
    </div>
  );
}

type Within = { resourceId: string; file: ResourceFile; download: string; contents: ArchiveContents };

function Entry(props: Within & { entry: ArchiveContents['entries'][number] }) {
  const { resourceId, file, download, contents } = props;
  const { name, size } = props.entry;
  const address = viewAddress(resourceId, file.id, name);
  if (viewOfEntry(name, size)?.kind === 'picture') {
    return <WholePicture address={address} name={name} download={download} />;
  }
  return (
    <TextFile
      address={address}
      name={name}
      size={size}
      download={download}
      pictureAddress={(reference) => {
        const path = besides(name, reference);
        const found = contents.entries.find((each) => each.name === path);
        return found && viewOfEntry(found.name, found.size)?.kind === 'picture'
          ? viewAddress(resourceId, file.id, found.name)
          : null;
      }}
    />
  );
}
