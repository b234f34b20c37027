import { queryOptions, useQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import {
  asComments,
  BgcodeError,
  readBgcode,
  type BgcodePicture,
  type BgcodeProblem,
} from '#platform/shared/bgcode.ts';
import { decodeText } from '#platform/shared/decode-text.ts';
import { numberFormat } from '#platform/shared/formats.ts';
import { Button } from '#ui/button.tsx';
import { isOfPrinter } from '../gcode-layers.ts';
import { gcodeHeadBytes, gcodeTailBytes, readGcode, wholeLines, type GcodeFigures } from '../gcode.ts';
import { CodeView } from './code-view.tsx';
import { Loading, Trouble } from './file-parts.tsx';
import { fetchRange } from './load-text.ts';
import { formatGrams } from './model-words.ts';
import { Pairs } from './pairs.tsx';
import { formatCount } from './words.ts';

const GcodeLayersView = lazy(async () => ({
  default: (await import('./gcode-layers-view.tsx')).GcodeLayersView,
}));

/** Length of the text that is shown; the rest of a large file stays on the server. */
const shownBytes = gcodeHeadBytes;

function gcodeQuery(address: string, size: number) {
  return queryOptions({
    queryKey: ['gcode', address],
    // Files are immutable.
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const head = await fetchRange(address, 0, Math.min(size, gcodeHeadBytes), signal);
      const from = Math.max(head.length, size - gcodeTailBytes);
      const tail = from < size ? await fetchRange(address, from, size, signal) : new Uint8Array();
      const text = decodeText(wholeLines(head, { isStart: true, isEnd: head.length === size }));
      const end = decodeText(wholeLines(tail, { isStart: from === head.length, isEnd: true }));
      return { text, figures: readGcode(text, end) };
    },
  });
}

/** Figures and the beginning of a G-code file of any size, read by ranges. */
export function GcodeView(props: { address: string; name: string; size: number; download: string }) {
  const { address, name, size, download } = props;
  const { data, error, refetch } = useQuery(gcodeQuery(address, size));
  const [isShown, setIsShown] = useState(false);
  if (error) {
    return (
      <Trouble download={download} onRetry={() => void refetch()}>
        {describeError(error)}
      </Trouble>
    );
  }
  if (!data) return <Loading />;
  return (
    <div className="grid min-w-0 gap-4">
      <Figures figures={data.figures} />
      {isShown ? (
        <Suspense fallback={<Loading />}>
          <GcodeLayersView
            address={address}
            size={size}
            hasExtruder={isOfPrinter(data.text)}
            download={download}
          />
        </Suspense>
      ) : (
        <Button look="secondary" className="w-fit" onClick={() => setIsShown(true)}>
          <Layers aria-hidden="true" className="size-5" />
          {m['resources.gcode.show_layers']()}
        </Button>
      )}
      {size > shownBytes && <p className="text-ink-soft">{m['resources.gcode.beginning']()}</p>}
      <CodeView name={name} source={data.text} language={null} />
    </div>
  );
}

function bgcodeQuery(address: string, size: number) {
  return queryOptions({
    queryKey: ['bgcode', address],
    // Files are immutable.
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      try {
        const found = await readBgcode(
          inPieces((start, end) => fetchRange(address, start, Math.min(end, size), signal)),
          size,
        );
        const text = asComments(found);
        return { text, figures: readGcode(text, ''), picture: largestOf(found.pictures) };
      } catch (error) {
        if (error instanceof BgcodeError) return { problem: error.problem };
        throw error;
      }
    },
  });
}

/** Fetches more than a reader asks for, because what it reads next stands next to it. */
function inPieces(fetchPiece: (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>) {
  let from = 0;
  let held = new Uint8Array();
  return async (start: number, length: number) => {
    if (start < from || start + length > from + held.length) {
      held = await fetchPiece(start, start + Math.max(length, gcodeHeadBytes));
      from = start;
    }
    return held.subarray(start - from, start - from + length);
  };
}

function largestOf(pictures: readonly BgcodePicture[]): string | null {
  const [largest] = pictures.toSorted((a, b) => b.width * b.height - a.width * a.height);
  if (!largest) return null;
  const characters = Array.from(largest.bytes, (byte) => String.fromCharCode(byte)).join('');
  return `data:${largest.mediaType};base64,${btoa(characters)}`;
}

const problemWords: Record<BgcodeProblem, () => string> = {
  malformed: () => m['resources.gcode.problem.malformed'](),
  too_large: () => m['resources.gcode.problem.too_large'](),
  unknown: () => m['resources.gcode.problem.unknown'](),
};

/** Figures, picture and settings of binary G-code, read by ranges; the code itself is not. */
export function BgcodeView(props: { address: string; name: string; size: number; download: string }) {
  const { address, name, size, download } = props;
  const { data, error, refetch } = useQuery(bgcodeQuery(address, size));
  if (error) {
    return (
      <Trouble download={download} onRetry={() => void refetch()}>
        {describeError(error)}
      </Trouble>
    );
  }
  if (!data) return <Loading />;
  if ('problem' in data) return <Trouble download={download}>{problemWords[data.problem]()}</Trouble>;
  return (
    <div className="grid min-w-0 gap-4">
      {data.picture !== null && (
        <img
          src={data.picture}
          alt={m['resources.gcode.picture']({ name })}
          className="max-w-full rounded-md"
        />
      )}
      <Figures figures={data.figures} />
      <CodeView name={name} source={data.text} language={null} />
    </div>
  );
}

function Figures({ figures }: { figures: GcodeFigures }) {
  const { slicer, layers, filamentMm, filamentGrams, seconds } = figures;
  const pairs: [string, string][] = [];
  if (slicer !== null) pairs.push([m['resources.gcode.slicer'](), slicer]);
  if (seconds !== null) pairs.push([m['resources.gcode.time'](), formatDuration(seconds)]);
  if (layers !== null) pairs.push([m['resources.gcode.layers'](), formatCount(layers)]);
  if (filamentMm !== null)
    pairs.push([m['resources.gcode.length'](), `${formatCount(Math.round(filamentMm))} mm`]);
  if (filamentGrams !== null) pairs.push([m['resources.gcode.weight'](), formatGrams(filamentGrams)]);
  return pairs.length > 0 ? <Pairs pairs={pairs} /> : null;
}

function formatDuration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const part = (value: number, unit: 'hour' | 'minute') =>
    numberFormat(currentLocale(), { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  const hours = Math.floor(minutes / 60);
  return [
    hours > 0 ? part(hours, 'hour') : '',
    minutes % 60 > 0 || hours === 0 ? part(minutes % 60, 'minute') : '',
  ]
    .filter(Boolean)
    .join(' ');
}
