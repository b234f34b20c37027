import { ArrowLeft, ArrowRight, MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { m } from '#i18n/generated/messages.js';
import { IconButton, Loading, Trouble } from './file-parts.tsx';
import { drawPage, openPdf, type PdfDocument, type PdfProblem } from './pdf-document.ts';

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

const problemWords: Record<PdfProblem, () => string> = {
  broken: () => m['resources.reader.pdf_broken'](),
  locked: () => m['resources.reader.pdf_locked'](),
  network: () => m['resources.reader.network'](),
};

type Opened = { document: PdfDocument } | { problem: PdfProblem } | null;

type Props = {
  address: string;
  name: string;
  download: string;
  /** Page that is shown first. */
  page?: number | undefined;
};

export function PdfView(props: Props) {
  const [tries, setTries] = useState(0);
  return <OnePdf key={tries} {...props} onRetry={() => setTries(tries + 1)} />;
}

function OnePdf(props: Props & { onRetry(): void }) {
  const { address, name, download, page = 1, onRetry } = props;
  const [opened, setOpened] = useState<Opened>(null);
  useEffect(() => {
    const gone = new AbortController();
    async function open(): Promise<void> {
      const result = await openPdf(address, gone.signal);
      if (!gone.signal.aborted) setOpened(result);
    }
    void open();
    return () => gone.abort();
  }, [address]);

  if (!opened) return <Loading />;
  if ('document' in opened) {
    return (
      <Pages
        pdf={opened.document}
        name={name}
        page={page}
        onBroken={() => setOpened({ problem: 'broken' })}
      />
    );
  }
  return (
    <Trouble download={download} {...(opened.problem === 'network' && { onRetry })}>
      {problemWords[opened.problem]()}
    </Trouble>
  );
}

function Pages(props: { pdf: PdfDocument; name: string; page: number; onBroken(): void }) {
  const { pdf, name, onBroken } = props;
  const count = pdf.numPages;
  const [number, setNumber] = useState(Math.min(count, props.page));
  const [zoom, setZoom] = useState(1);
  const frame = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);

  const tellBroken = useEffectEvent(onBroken);
  useEffect(() => {
    const { current } = place;
    if (!current || width === 0) return undefined;
    const stop = new AbortController();
    async function draw(into: HTMLElement): Promise<void> {
      try {
        await drawPage(into, pdf, { number, width, zoom }, stop.signal);
      } catch {
        if (!stop.signal.aborted) tellBroken();
      }
    }
    void draw(current);
    return () => stop.abort();
  }, [pdf, number, width, zoom]);

  function turnTo(page: number): void {
    setNumber(Math.min(count, Math.max(1, page)));
    frame.current?.scrollTo({ top: 0 });
  }
  const zoomBy = (steps: number) =>
    setZoom(zooms[Math.min(zooms.length - 1, Math.max(0, zooms.indexOf(zoom) + steps))] ?? 1);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isWide = frame.current !== null && frame.current.scrollWidth > frame.current.clientWidth;
    const actions: Record<string, () => void> = {
      PageDown: () => turnTo(number + 1),
      PageUp: () => turnTo(number - 1),
      Home: () => turnTo(1),
      End: () => turnTo(count),
      '+': () => zoomBy(1),
      '=': () => zoomBy(1),
      '-': () => zoomBy(-1),
      '0': () => setZoom(1),
      // Arrow keys scroll a page that is wider than its frame.
      ...(!isWide && { ArrowRight: () => turnTo(number + 1), ArrowLeft: () => turnTo(number - 1) }),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const { current } = frame;
    const follow = (event: KeyboardEvent) => press(event);
    current?.addEventListener('keydown', follow);
    return () => current?.removeEventListener('keydown', follow);
  }, []);

  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex items-center gap-2">
          <IconButton
            label={m['resources.reader.pdf_previous']()}
            disabled={number === 1}
            onClick={() => turnTo(number - 1)}
          >
            <ArrowLeft aria-hidden="true" className="size-5" />
          </IconButton>
          <label className="flex items-center gap-2">
            <span className="sr-only">{m['resources.reader.pdf_page']()}</span>
            <input
              type="number"
              inputMode="numeric"
              min={1}
              max={count}
              value={number}
              onChange={(event) => {
                if (event.target.validity.valid && event.target.value !== '')
                  turnTo(Number(event.target.value));
              }}
              className="min-h-11 w-16 rounded-md border border-line-strong bg-surface px-2 text-center tabular-nums"
            />
            <span className="tabular-nums">{m['resources.reader.pdf_of']({ count })}</span>
          </label>
          <IconButton
            label={m['resources.reader.pdf_next']()}
            disabled={number === count}
            onClick={() => turnTo(number + 1)}
          >
            <ArrowRight aria-hidden="true" className="size-5" />
          </IconButton>
        </div>
        <div className="flex items-center gap-2">
          <IconButton
            label={m['resources.reader.pdf_out']()}
            disabled={zoom === zooms[0]}
            onClick={() => zoomBy(-1)}
          >
            <ZoomOut aria-hidden="true" className="size-5" />
          </IconButton>
          <IconButton
            label={m['resources.reader.pdf_in']()}
            disabled={zoom === zooms.at(-1)}
            onClick={() => zoomBy(1)}
          >
            <ZoomIn aria-hidden="true" className="size-5" />
          </IconButton>
          <IconButton
            label={m['resources.reader.pdf_fit']()}
            disabled={zoom === 1}
            onClick={() => setZoom(1)}
          >
            <MoveHorizontal aria-hidden="true" className="size-5" />
          </IconButton>
        </div>
      </div>
      <div
        ref={frame}
        role="region"
        aria-label={m['resources.reader.pdf_shown']({ name, number })}
        tabIndex={0}
        className="max-h-[80vh] min-h-64 min-w-0 overflow-auto rounded-md border border-line bg-sunken"
      >
        <div ref={place} className="relative mx-auto bg-[white]" />
      </div>
    </div>
  );
}

/** Returns the inner width of an element and follows its changes. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const watch = new ResizeObserver(() => setWidth(current.clientWidth));
    watch.observe(current);
    return () => watch.disconnect();
  }, [element]);
  return width;
}
