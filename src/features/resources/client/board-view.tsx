import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import {
  boardLimits,
  type BoardProblem,
  type DrawnBoard,
  type LayerRole,
} from '#platform/shared/boards/board.ts';
import type { BoardFile } from '#platform/shared/boards/read-board.ts';
import type { BoardAnswer } from './board-reader.ts';
import { Loading, Trouble } from './file-parts.tsx';
import { fetchBytes } from './load-text.ts';
import { formatSizes } from './model-words.ts';

const slowMs = 20_000;

const roleWords: Record<LayerRole, () => string> = {
  top_silk: () => m['resources.board.role.top_silk'](),
  top_mask: () => m['resources.board.role.top_mask'](),
  top_copper: () => m['resources.board.role.top_copper'](),
  inner_copper: () => m['resources.board.role.inner_copper'](),
  bottom_copper: () => m['resources.board.role.bottom_copper'](),
  bottom_mask: () => m['resources.board.role.bottom_mask'](),
  bottom_silk: () => m['resources.board.role.bottom_silk'](),
  outline: () => m['resources.board.role.outline'](),
  drill: () => m['resources.board.role.drill'](),
  other: () => m['resources.board.role.other'](),
};
const problemWords: Record<BoardProblem, () => string> = {
  empty: () => m['resources.board.problem.empty'](),
  malformed: () => m['resources.board.problem.malformed'](),
  too_large: () => m['resources.board.problem.too_large'](),
  too_complex: () => m['resources.board.problem.too_complex'](),
  too_slow: () => m['resources.board.problem.too_complex'](),
  failed: () => m['resources.board.problem.malformed'](),
};

/** Masks cover nearly everything, so that they are shown only when asked for. */
const hiddenAtFirst: ReadonlySet<LayerRole> = new Set(['top_mask', 'bottom_mask', 'bottom_silk']);
const zooms = [1, 2, 4] as const;

type Source = { address: string; name: string; size: number };

/** Shows a board of KiCad, or layers of one in the Gerber format, as pictures that lie on each other. */
export function BoardView(props: Source & { download: string }) {
  return <BoardOf {...props} sources={[props]} />;
}

/** Shows the layers of a board that are separate files, such as those of an archive. */
export function BoardOf(props: { name: string; sources: readonly Source[]; download: string }) {
  const { name, sources, download } = props;
  const isTooLarge =
    sources.length > boardLimits.layers ||
    sources.reduce((sum, { size }) => sum + size, 0) > boardLimits.bytes;
  const { data, error, refetch } = useQuery({
    queryKey: ['board', ...sources.map(({ address }) => address)],
    staleTime: Infinity,
    enabled: !isTooLarge,
    queryFn: async ({ signal }) => {
      const files: BoardFile[] = [];
      // One after the other: an archive is opened on the server for each.
      for (const source of sources) {
        const bytes = new Uint8Array(await fetchBytes(source.address, signal));
        files.push({ name: source.name, bytes });
      }
      return readInWorker(files, signal);
    },
  });
  if (isTooLarge) return <Trouble download={download}>{problemWords.too_large()}</Trouble>;
  if (error) {
    return (
      <Trouble download={download} onRetry={() => void refetch()}>
        {describeError(error)}
      </Trouble>
    );
  }
  if (!data) return <Loading />;
  if ('problem' in data) return <Trouble download={download}>{problemWords[data.problem]()}</Trouble>;
  return <Layers board={data.board} name={name} />;
}

function Layers({ board, name }: { board: DrawnBoard; name: string }) {
  const { layers, widthMm, heightMm } = board;
  // A picture of an address of its own runs no scripts, and none when it is opened by itself either.
  const addresses = useMemo(() => layers.map(({ svg }) => svgAddress(svg)), [layers]);
  const [hidden, setHidden] = useState<ReadonlySet<number>>(
    () =>
      new Set(
        layers.length === 1
          ? []
          : layers.flatMap(({ role }, index) => (hiddenAtFirst.has(role) ? [index] : [])),
      ),
  );
  const [zoom, setZoom] = useState<(typeof zooms)[number]>(1);
  const toggle = (index: number) => {
    const next = new Set(hidden);
    if (!next.delete(index)) next.add(index);
    setHidden(next);
  };
  return (
    <div className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="tabular-nums">
          {m['resources.board.size']({ size: formatSizes([widthMm, heightMm], 'mm') })}
        </p>
        <div role="group" aria-label={m['resources.board.zoom']()} className="flex gap-2">
          {zooms.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === zoom}
              onClick={() => setZoom(each)}
              className="min-h-11 min-w-11 rounded-md border border-line-strong bg-surface px-3 tabular-nums aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-semibold"
            >
              {each}×
            </button>
          ))}
        </div>
      </div>
      <div
        role="region"
        aria-label={m['resources.board.picture']({ name })}
        tabIndex={0}
        className="mat max-h-[75vh] overflow-auto rounded-lg"
      >
        <div className="relative" style={{ width: `${zoom * 100}%` }}>
          {addresses.map((address, index) => (
            <img
              key={address}
              src={address}
              alt={index === 0 ? m['resources.board.picture']({ name }) : ''}
              className={`w-full ${index === 0 ? '' : 'absolute inset-0'} ${hidden.has(index) ? 'invisible' : 'opacity-85'}`}
            />
          ))}
        </div>
      </div>
      {layers.length > 1 && (
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-semibold">{m['resources.board.layers']()}</legend>
          <div className="grid gap-x-4 sm:grid-cols-2">
            {layers
              .map((layer, index) => ({ ...layer, index }))
              .toReversed()
              .map((layer) => (
                <label key={layer.index} className="flex min-h-11 min-w-0 items-center gap-3">
                  <input
                    type="checkbox"
                    checked={!hidden.has(layer.index)}
                    onChange={() => toggle(layer.index)}
                    className="size-5 shrink-0 accent-accent"
                  />
                  <span className="min-w-0 break-words">
                    {roleWords[layer.role]()} <span className="text-sm text-ink-soft">{layer.name}</span>
                  </span>
                </label>
              ))}
          </div>
        </fieldset>
      )}
    </div>
  );
}

const svgAddress = (svg: string) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

function readInWorker(files: BoardFile[], signal: AbortSignal): Promise<BoardAnswer> {
  const worker = new Worker(new URL('./board-reader.ts', import.meta.url), { type: 'module' });
  return new Promise<BoardAnswer>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    worker.addEventListener('message', ({ data }: MessageEvent<BoardAnswer>) => resolve(data));
    // The worker ran out of memory, or its script no longer exists after a deployment.
    worker.addEventListener('error', () => resolve({ problem: 'failed' }));
    setTimeout(() => resolve({ problem: 'too_slow' }), slowMs);
    worker.postMessage(files, { transfer: [] });
  }).finally(() => worker.terminate());
}
