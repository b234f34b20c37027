import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import {
  callLimits,
  fromPicture,
  pictureBox,
  sendable,
  toPicture,
  type Box,
  type Mark,
  type Point,
  type Tool,
} from '../rules.ts';

export type Drawn = { id: string; tool: Tool; points: readonly Point[] };
export type Choice = Tool | 'pointer';
/** Mark at its current position; `isFar` if it is on the far side of a turned model. */
export type LaidMark = Mark & { isFar?: boolean };

/** Interval at which unfinished lines and pointers are sent. */
const tellEveryMs = 120;
const none: readonly never[] = [];
const step = 0.01;
const bigStep = 0.05;

/** Marks are also distinguishable without colours: each has its author's name. */
const colours = ['#e5484d', '#0091ff', '#f5a524', '#30a46c', '#8e4ec6', '#e93d82', '#12a594', '#978365'];
export const colourOf = (index: number) => colours[Math.max(0, index) % colours.length] ?? colours[0]!;

/**
 * Marks over a picture: a video, a still, or anything else with an aspect ratio, such as a 3D model. The
 * picture is centred and shown whole; positions are relative to the picture, so that they are equal on every
 * screen.
 */
export function DrawingLayer({
  picture,
  marks,
  strokes = none,
  pointers = none,
  describe,
  tool,
  label,
  onDraw,
  onStroke,
  onPoint,
  onUndo,
  onBusy,
  children,
  className = '',
}: {
  /** Size in any unit: only the aspect ratio counts. */
  picture: { width: number; height: number };
  marks: readonly LaidMark[];
  strokes?: readonly LaidMark[];
  pointers?: readonly { from: string; at: Point }[];
  /** Name and colour of a mark's author. */
  describe(from: string): { name: string; colour: string };
  /** Null for viewing only. */
  tool: Choice | null;
  label: string;
  onDraw(drawn: Drawn): void;
  onStroke?(drawn: Drawn): void;
  onPoint?(at: Point | null): void;
  onUndo?(): void;
  /** Called when a drawing begins and ends: what is below must not move meanwhile. */
  onBusy?(isDrawing: boolean): void;
  children: ReactNode;
  className?: string;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [current, setCurrent] = useState<Drawn | null>(null);
  const [cursor, setCursor] = useState<Point | null>(null);
  const drawing = useRef<Drawn | null>(null);
  const toldAt = useRef(0);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const box = pictureBox(size, picture);

  function now(): boolean {
    if (performance.now() - toldAt.current < tellEveryMs) return false;
    toldAt.current = performance.now();
    return true;
  }
  function show(drawn: Drawn | null): void {
    if ((drawn === null) !== (drawing.current === null)) onBusy?.(drawn !== null);
    drawing.current = drawn;
    setCurrent(drawn);
    if (drawn && now()) onStroke?.({ ...drawn, points: sendable(drawn.points, 100) });
  }
  function goOn(at: Point): void {
    const drawn = drawing.current;
    if (!drawn) return;
    const [first = at] = drawn.points;
    show({ ...drawn, points: drawn.tool === 'pen' ? [...drawn.points, at] : [first, at] });
  }
  function finish(): void {
    const drawn = drawing.current;
    if (!drawn) return;
    const [first] = drawn.points;
    const isDot = drawn.points.every(([x, y]) => x === first?.[0] && y === first[1]);
    // A mere click with an arrow or a circle would draw nothing visible.
    if (!isDot || drawn.tool === 'pen')
      onDraw({ ...drawn, points: sendable(drawn.points, callLimits.points) });
    show(null);
  }
  const begin = (at: Point) =>
    tool && tool !== 'pointer' && show({ id: crypto.randomUUID(), tool, points: [at] });

  const placeOf = (event: PointerEvent): Point => {
    const { left, top } = frame.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return toPicture(box, event.clientX - left, event.clientY - top);
  };
  function onKeyDown(event: KeyboardEvent): void {
    const by = event.shiftKey ? bigStep : step;
    const moves: Record<string, readonly [number, number]> = {
      ArrowLeft: [-by, 0],
      ArrowRight: [by, 0],
      ArrowUp: [0, -by],
      ArrowDown: [0, by],
    };
    const move = moves[event.key];
    const at = cursor ?? [0.5, 0.5];
    if (move) {
      const next: Point = [clamp(at[0] + move[0]), clamp(at[1] + move[1])];
      setCursor(next);
      onPoint?.(next);
      goOn(next);
    } else if (event.key === 'Enter') {
      setCursor(at);
      if (drawing.current) finish();
      else begin(at);
      onPoint?.(at);
    } else if (event.key === 'Escape') show(null);
    else if (event.key === 'Backspace' || event.key === 'Delete') onUndo?.();
    else return;
    event.preventDefault();
  }

  return (
    <div ref={frame} className={`relative overflow-hidden select-none ${className}`}>
      {children}
      {tool && (
        // The role `application` lets keys and gestures reach this element.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <div
          role="application"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it handles keys
          tabIndex={0}
          aria-label={`${label}. ${m['calls.draw.keys']()}`}
          aria-roledescription={m['calls.draw.role']()}
          className="absolute inset-0 cursor-crosshair touch-none -outline-offset-4"
          onKeyDown={onKeyDown}
          onBlur={() => {
            setCursor(null);
            onPoint?.(null);
          }}
          onPointerDown={(event) => {
            if (!event.isPrimary || event.button > 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            setCursor(null);
            onPoint?.(null);
            begin(placeOf(event));
          }}
          onPointerMove={(event) => {
            if (!event.isPrimary) return;
            goOn(placeOf(event));
            if (!drawing.current && now()) onPoint?.(placeOf(event));
          }}
          onPointerUp={finish}
          onPointerCancel={() => show(null)}
          onPointerLeave={() => onPoint?.(null)}
        />
      )}
      <svg
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 size-full"
        viewBox={`0 0 ${Math.max(1, size.width)} ${Math.max(1, size.height)}`}
      >
        {marks.map((mark) => (
          <Drawing key={mark.id} box={box} drawn={mark} {...describe(mark.from)} isDone />
        ))}
        {strokes.map((mark) => (
          <Drawing key={mark.id} box={box} drawn={mark} {...describe(mark.from)} />
        ))}
        {current && <Drawing box={box} drawn={current} {...describe('')} />}
        {pointers.map(({ from, at }) => (
          <Hand key={from} box={box} at={at} {...describe(from)} />
        ))}
        {cursor && <Hand box={box} at={cursor} {...describe('')} />}
      </svg>
    </div>
  );
}

const clamp = (value: number) => Math.min(1, Math.max(0, Math.round(value * 10_000) / 10_000));

/** One mark, with a light outline that is visible on any background. */
function Drawing({
  box,
  drawn: { id, tool, points, isFar = false },
  name,
  colour,
  isDone = false,
}: {
  box: Box;
  drawn: Drawn & { isFar?: boolean };
  name: string;
  colour: string;
  isDone?: boolean;
}) {
  const path = pathOf(box, tool, points);
  const shared = { d: path, fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
  return (
    <g
      {...(isDone && { 'data-mark': id })}
      data-tool={tool}
      data-points={JSON.stringify(points)}
      opacity={isFar ? 0.25 : 1}
    >
      <title>{name}</title>
      <path {...shared} stroke="white" strokeOpacity={0.8} strokeWidth={7} />
      <path {...shared} stroke={colour} strokeWidth={4} />
    </g>
  );
}

function pathOf(box: Box, tool: Tool, points: readonly Point[]): string {
  const places = points.map((point) => fromPicture(box, point));
  const [first] = places;
  const last = places.at(-1);
  if (!first || !last) return '';
  const at = ({ x, y }: { x: number; y: number }) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  // A circle on a turned model arrives as its outline.
  if (tool === 'circle' && places.length === 2) {
    const [rx, ry] = [Math.abs(last.x - first.x) / 2, Math.abs(last.y - first.y) / 2];
    const [x, y] = [(first.x + last.x) / 2, (first.y + last.y) / 2];
    return `M${at({ x: x - rx, y })}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`;
  }
  const line = places.map((place, index) => `${index === 0 ? 'M' : 'L'}${at(place)}`).join('');
  if (tool !== 'arrow') return places.length === 1 ? `${line}l0.1 0` : line;
  const angle = Math.atan2(last.y - first.y, last.x - first.x);
  const wing = (turn: number) => ({
    x: last.x - 16 * Math.cos(angle + turn),
    y: last.y - 16 * Math.sin(angle + turn),
  });
  return `${line}M${at(wing(0.5))}L${at(last)}L${at(wing(-0.5))}`;
}

function Hand({ box, at, name, colour }: { box: Box; at: Point; name: string; colour: string }) {
  const { x, y } = fromPicture(box, at);
  return (
    <g data-pointer={name} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
      <circle r={9} fill={colour} fillOpacity={0.35} stroke="white" strokeWidth={2} />
      <circle r={3} fill={colour} />
      {name !== '' && (
        <text
          x={13}
          y={5}
          fontSize={13}
          fontWeight={600}
          fill={colour}
          stroke="white"
          strokeWidth={3}
          paintOrder="stroke"
        >
          {name}
        </text>
      )}
    </g>
  );
}
