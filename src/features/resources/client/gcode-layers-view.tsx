import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Button } from '#ui/button.tsx';
import { LayerFinder, layerLimits, readLayer, type Layer } from '../gcode-layers.ts';
import { Trouble } from './file-parts.tsx';
import { fetchRange } from './load-text.ts';
import { formatCount } from './words.ts';

type Source = { address: string; size: number; hasExtruder: boolean; download: string };

/** Length of the pieces in which a file is searched for layers: only one is held at a time. */
const pieceBytes = 2 * 1024 * 1024;

function layersQuery({ address, size, hasExtruder }: Source, onPart: (part: number) => void) {
  return queryOptions({
    queryKey: ['gcode layers', address],
    // Files are immutable.
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }) => {
      const finder = new LayerFinder(hasExtruder);
      for (let at = 0; at < size && !finder.isFull; at += pieceBytes) {
        finder.add(await fetchRange(address, at, Math.min(size, at + pieceBytes), signal));
        onPart(Math.min(1, (at + pieceBytes) / size));
      }
      return { layers: finder.finish(), box: finder.box, isFull: finder.isFull };
    },
  });
}

/** Draws the layers of a file one by one. The file is searched once, in pieces; of it one layer is held. */
export function GcodeLayersView(props: Source) {
  const [part, setPart] = useState(0);
  const { data, error, refetch } = useQuery(layersQuery(props, setPart));
  const [chosen, setChosen] = useState(0);
  const id = useId();
  if (error) {
    return (
      <Trouble download={props.download} onRetry={() => void refetch()}>
        {describeError(error)}
      </Trouble>
    );
  }
  if (!data) {
    return (
      <p role="status">
        {m['resources.gcode.searching']()} {formatCount(Math.floor(part * 100))}%
      </p>
    );
  }
  const { layers, box, isFull } = data;
  const layer = layers[chosen];
  if (!layer) return <p>{m['resources.gcode.no_layers']()}</p>;
  return (
    <div className="grid gap-3">
      <LayerPicture key={props.address} source={props} layer={layer} box={box} number={chosen + 1} />
      <div className="flex items-center gap-3">
        <Button
          look="secondary"
          disabled={chosen === 0}
          aria-label={m['resources.gcode.layer_before']()}
          onClick={() => setChosen(chosen - 1)}
        >
          −
        </Button>
        <input
          id={id}
          type="range"
          min={1}
          max={layers.length}
          value={chosen + 1}
          aria-label={m['resources.gcode.layer']()}
          onChange={({ target }) => setChosen(Number(target.value) - 1)}
          className="min-h-11 min-w-0 flex-1 accent-accent"
        />
        <Button
          look="secondary"
          disabled={chosen === layers.length - 1}
          aria-label={m['resources.gcode.layer_after']()}
          onClick={() => setChosen(chosen + 1)}
        >
          +
        </Button>
      </div>
      <output htmlFor={id} className="text-sm text-ink-soft tabular-nums">
        {m['resources.gcode.layer_of']({
          number: formatCount(chosen + 1),
          count: formatCount(layers.length),
          height: formatCount(Math.round(layer.z * 1000) / 1000),
        })}
      </output>
      {isFull && <p className="text-sm text-ink-soft">{m['resources.gcode.layers_cut']()}</p>}
    </div>
  );
}

/** Turns four numbers for each line into the path of an SVG, whose heights grow downwards. */
function pathOf(lines: readonly number[]): string {
  const parts: string[] = [];
  const round = (value: number) => Math.round(value * 1000) / 1000;
  for (let at = 0; at + 3 < lines.length; at += 4) {
    const isGoingOn = at > 0 && lines[at] === lines[at - 2] && lines[at + 1] === lines[at - 1];
    if (!isGoingOn) parts.push(`M${round(lines[at]!)} ${round(-lines[at + 1]!)}`);
    parts.push(`L${round(lines[at + 2]!)} ${round(-lines[at + 3]!)}`);
  }
  return parts.join('');
}

function LayerPicture(props: {
  source: Source;
  layer: Layer;
  box: readonly [number, number, number, number];
  number: number;
}) {
  const { source, box, number } = props;
  // A slider that is drawn along asks for the layer at which it stays.
  const layer = useDeferredValue(props.layer);
  const { address, hasExtruder } = source;
  const { data, error } = useQuery({
    queryKey: ['gcode layer', address, layer.start],
    staleTime: Infinity,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const end = Math.min(layer.end, layer.start + layerLimits.bytes);
      const paths = readLayer(await fetchRange(address, layer.start, end, signal), layer, hasExtruder);
      const isCut = paths.isCut || end < layer.end;
      return { work: pathOf(paths.work), moves: pathOf(paths.moves), isCut };
    },
  });
  const [left, front, right, back] = box;
  const margin = Math.max(right - left, back - front, 1) * 0.03;
  const [width, height] = [right - left + margin * 2, back - front + margin * 2];
  return (
    <figure className="grid gap-2">
      <svg
        role="img"
        aria-label={m['resources.gcode.picture_of_layer']({ number: formatCount(number) })}
        aria-busy={data === undefined}
        viewBox={`${left - margin} ${-back - margin} ${width} ${height}`}
        className="aspect-square w-full max-w-2xl rounded-md border border-line bg-paper"
      >
        <path
          d={data?.moves ?? ''}
          fill="none"
          vectorEffect="non-scaling-stroke"
          className="stroke-line-strong"
          strokeWidth={0.5}
          strokeDasharray="3 3"
        />
        <path
          d={data?.work ?? ''}
          fill="none"
          vectorEffect="non-scaling-stroke"
          className="stroke-accent-strong"
          strokeWidth={1.2}
        />
      </svg>
      {error && <figcaption role="alert">{describeError(error)}</figcaption>}
      {data?.isCut && (
        <figcaption className="text-sm text-ink-soft">{m['resources.gcode.layer_cut']()}</figcaption>
      )}
    </figure>
  );
}
