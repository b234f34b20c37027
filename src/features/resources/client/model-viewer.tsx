import { Crosshair, Expand, Grid3x3, Ruler, Scan, Shrink, Slice, ZoomIn, ZoomOut } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import { isApple } from '#platform/client/apple.ts';
import { m } from '#i18n/generated/messages.js';
import type { Coarse } from '#platform/shared/models/coarsen.ts';
import { modelLimits, type Mesh } from '#platform/shared/models/mesh.ts';
import type { Place } from '#platform/shared/models/printability.ts';
import { Button } from '#ui/button.tsx';
import { loadModel } from './load-model.ts';
import { findContext, openScene, views, type ModelScene, type Section, type View } from './model-scene.ts';
import { formatLength, type ShownUnit } from './model-words.ts';
import { problemWords } from './model-problems.ts';

/** `triangles` is null until they have been counted. */
type File = { name: string; size: number; triangles: number | null };

const viewWords: Record<View, () => string> = {
  iso: () => m['resources.model.view.iso'](),
  front: () => m['resources.model.view.front'](),
  back: () => m['resources.model.view.back'](),
  left: () => m['resources.model.view.left'](),
  right: () => m['resources.model.view.right'](),
  top: () => m['resources.model.view.top'](),
  bottom: () => m['resources.model.view.bottom'](),
};
const viewNames = Object.keys(views) as View[];

/**
 * Returns the number of triangles that the device can draw. Devices often report more memory than a page
 * gets.
 */
function maxTriangles(): number {
  const memory = (navigator as { deviceMemory?: number }).deviceMemory ?? 8;
  return memory <= 2 ? 500_000 : modelLimits.triangles;
}

function isTooBig({ size, triangles }: File): boolean {
  return size > modelLimits.bytes || (triangles ?? 0) > maxTriangles();
}

export type Model = { mesh: Mesh; coarse: Coarse | null };

type Loading = { state: 'loading'; part: number } | { state: 'failed' } | { state: 'trouble'; words: string };

/** Loads a model once it is visible, and lets it be turned and measured. */
export function ModelViewer(props: { address: string; file: File; spot?: Place | null }) {
  const { spot = null, ...loaded } = props;
  return (
    <LoadedModel {...loaded}>
      {(model, onTrouble) => <Stage model={model} name={props.file.name} spot={spot} onTrouble={onTrouble} />}
    </LoadedModel>
  );
}

type Loaded = {
  address: string;
  file: File;
  /** Headers of the request for the model. */
  headers?: Record<string, string>;
  children(model: Model, onTrouble: (words: string) => void): ReactNode;
};

/** Loads a model, shows progress and errors, and passes the model to its child. */
export function LoadedModel(props: Loaded) {
  const [tries, setTries] = useState(0);
  if (isTooBig(props.file)) return <Trouble>{m['resources.model.view.too_big']()}</Trouble>;
  return <OneTry key={tries} {...props} onRetry={() => setTries(tries + 1)} />;
}

function OneTry(props: Loaded & { onRetry(): void }) {
  const { address, headers, onRetry } = props;
  const { name, size } = props.file;
  const [model, setModel] = useState<Model | null>(null);
  const [loading, setLoading] = useState<Loading>({ state: 'loading', part: 0 });
  const stopWith = useCallback((words: string) => setLoading({ state: 'trouble', words }), []);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    async function load(): Promise<void> {
      const onProgress = (part: number) => setLoading({ state: 'loading', part });
      try {
        const loaded = await loadModel(
          address,
          { name, size },
          { signal, onProgress, ...(headers && { headers }) },
        );
        if (signal.aborted) return;
        if ('mesh' in loaded) setModel(loaded);
        else stopWith(problemWords[loaded.problem]());
      } catch {
        if (!signal.aborted) setLoading({ state: 'failed' });
      }
    }
    void load();
    return () => stop.abort();
  }, [address, headers, name, size, stopWith]);

  if (loading.state === 'trouble') return <Trouble>{loading.words}</Trouble>;
  if (loading.state === 'failed') {
    return (
      <Trouble>
        {m['resources.model.view.network']()}{' '}
        <button type="button" className="min-h-6 font-semibold underline" onClick={onRetry}>
          {m['resources.model.view.retry']()}
        </button>
      </Trouble>
    );
  }
  if (model) return props.children(model, stopWith);
  const isHere = loading.part === 1;
  return (
    <div className="mat grid aspect-4/3 place-content-center gap-3 rounded-lg p-4 text-center md:aspect-video">
      <p role="status">
        {isHere ? m['resources.model.view.reading']() : m['resources.model.view.loading']()}
      </p>
      <progress
        aria-label={m['resources.model.view.loading']()}
        className="w-64 max-w-full bg-mat-line text-on-mat accent-on-mat"
        {...(!isHere && { value: loading.part })}
      />
    </div>
  );
}

function Trouble({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-md bg-sunken px-4 py-3">
      {children}
    </p>
  );
}

/** Canvas with its controls. */
function Stage(props: {
  model: Model;
  name: string;
  /** Place of a finding that is marked and looked at. */
  spot: Place | null;
  onTrouble(words: string): void;
}) {
  const { model, name, spot, onTrouble } = props;
  const { mesh } = model;
  const frame = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useRef<ModelScene>(null);
  const helpId = useId();
  const [wireframe, setWireframe] = useState(false);
  const [section, setSection] = useState<Section>(null);
  const [measuring, setMeasuring] = useState(false);
  const [measured, setMeasured] = useState<{ points: number; lengthMm: number | null }>(nothingMeasured);
  const [explosion, setExplosion] = useState(0);
  const [unit, setUnit] = useState<ShownUnit>('mm');
  const isFull = useFullScreen(frame);
  const [isHinted, setIsHinted] = useState(false);
  const hinted = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(hinted.current), []);

  /** The wheel scrolls the page unless the canvas has the focus or a modifier key is held. */
  const takesWheel = useEffectEvent(({ ctrlKey, metaKey }: WheelEvent): boolean => {
    const isIn = document.activeElement === stage.current || document.fullscreenElement !== null;
    const takes = isIn || ctrlKey || metaKey;
    clearTimeout(hinted.current);
    setIsHinted(!takes);
    if (!takes) hinted.current = setTimeout(() => setIsHinted(false), hintMs);
    return takes;
  });

  useEffect(() => {
    const element = canvas.current;
    const context = element && findContext(element);
    if (!element || !context) {
      onTrouble(m['resources.model.view.no_webgl']());
      return;
    }
    const opened = openScene(element, context, model, {
      onMeasure: (points, lengthMm) => setMeasured({ points, lengthMm }),
      onLost: () => onTrouble(m['resources.model.view.lost']()),
      takesWheel: (event) => takesWheel(event),
    });
    scene.current = opened;
    return () => {
      scene.current = null;
      opened.dispose();
    };
  }, [model, onTrouble]);
  useEffect(() => scene.current?.setWireframe(wireframe), [wireframe]);
  useEffect(() => scene.current?.setSection(section), [section]);
  useEffect(() => scene.current?.setMeasuring(measuring), [measuring]);
  useEffect(() => scene.current?.setExplosion(explosion), [explosion]);
  useEffect(() => {
    if (!spot) return;
    scene.current?.showSpot(spot);
    stage.current?.scrollIntoView({ block: 'nearest' });
    stage.current?.focus({ preventScroll: true });
  }, [spot]);

  const toggleSection = () => setSection(section ? null : { axis: 0, place: 0.5 });
  const toggleUnit = () => setUnit(unit === 'mm' ? 'in' : 'mm');
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !scene.current) return;
    const act = keyAction(event, scene.current, {
      wireframe: () => setWireframe(!wireframe),
      section: toggleSection,
      measure: () => setMeasuring(!measuring),
      unit: toggleUnit,
    });
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const element = stage.current;
    const follow = (event: KeyboardEvent) => press(event);
    element?.addEventListener('keydown', follow);
    return () => element?.removeEventListener('keydown', follow);
  }, []);

  return (
    <div
      ref={frame}
      className={`grid gap-3 ${isFull ? 'h-full grid-rows-[minmax(0,1fr)_auto] overflow-y-auto bg-paper p-4' : ''}`}
    >
      <div
        className={`mat relative overflow-hidden rounded-lg ${isFull ? 'min-h-48' : 'aspect-4/3 md:aspect-video'}`}
      >
        {/* The role `application` lets keys reach the canvas instead of the screen reader. */}
        <div
          ref={stage}
          role="application"
          tabIndex={0}
          aria-label={m['resources.model.view.label']({ name })}
          aria-describedby={helpId}
          className="absolute inset-0 outline-offset-[-3px]"
        >
          <canvas ref={canvas} className="size-full touch-none" />
        </div>
        {isHinted && (
          <p
            aria-hidden="true"
            className="pointer-events-none absolute inset-x-4 bottom-4 mx-auto w-fit rounded-full bg-surface/95 px-4 py-2 text-sm text-ink"
          >
            {m['resources.model.view.wheel']({ key: isApple() ? '⌘' : 'Ctrl' })}
          </p>
        )}
        {measuring && (
          <Crosshair
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 m-auto size-6 text-on-mat"
          />
        )}
      </div>
      <div className="grid gap-3">
        <div role="group" aria-label={m['resources.model.view.tools']()} className="flex flex-wrap gap-2">
          <Tool
            icon={ZoomIn}
            name={m['resources.model.view.zoom_in']()}
            onClick={() => scene.current?.zoom(1.25)}
          />
          <Tool
            icon={ZoomOut}
            name={m['resources.model.view.zoom_out']()}
            onClick={() => scene.current?.zoom(0.8)}
          />
          <Tool icon={Scan} name={m['resources.model.view.fit']()} onClick={() => scene.current?.fit()} />
          <Tool
            icon={Grid3x3}
            name={m['resources.model.view.wireframe']()}
            pressed={wireframe}
            onClick={() => setWireframe(!wireframe)}
          />
          <Tool
            icon={Slice}
            name={m['resources.model.view.section']()}
            pressed={section !== null}
            onClick={toggleSection}
          />
          <Tool
            icon={Ruler}
            name={m['resources.model.view.measure']()}
            pressed={measuring}
            onClick={() => setMeasuring(!measuring)}
          />
          {document.fullscreenEnabled && (
            <Tool
              icon={isFull ? Shrink : Expand}
              name={
                isFull ? m['resources.model.view.fullscreen_off']() : m['resources.model.view.fullscreen']()
              }
              onClick={() => void (isFull ? document.exitFullscreen() : frame.current?.requestFullscreen())}
            />
          )}
          <label className="ml-auto flex items-center gap-2">
            <span className="text-sm text-ink-soft">{m['resources.model.view.unit']()}</span>
            <select
              value={unit}
              onChange={(event) => setUnit(event.target.value === 'in' ? 'in' : 'mm')}
              className="min-h-11 rounded-md border border-line-strong bg-surface px-3"
            >
              <option value="mm">mm</option>
              <option value="in">in</option>
            </select>
          </label>
        </div>
        <div
          role="group"
          aria-label={m['resources.model.view.views']()}
          className="flex flex-wrap gap-2 text-sm"
        >
          {viewNames.map((view) => (
            <Button key={view} look="secondary" className="px-3" onClick={() => scene.current?.look(view)}>
              {viewWords[view]()}
            </Button>
          ))}
        </div>
        {section && <SectionControls section={section} onChange={setSection} />}
        {mesh.parts.length > 1 && (
          <Range label={m['resources.model.view.explode']()} value={explosion} onChange={setExplosion} />
        )}
        <p role="status" className={measuring ? 'font-semibold tabular-nums' : 'sr-only'}>
          {measuring && measureWords(measured, unit)}
        </p>
        <details className="rounded-lg border border-line bg-surface p-4 text-sm">
          <summary className="font-semibold">{m['resources.model.view.help']()}</summary>
          <ul id={helpId} className="mt-3 grid gap-1 sm:grid-cols-2">
            {helpLines().map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </details>
      </div>
    </div>
  );
}

/** Time that a hint stays visible: as long as it takes to read. */
const hintMs = 2000;

const nothingMeasured = { points: 0, lengthMm: null };

function measureWords(
  { points, lengthMm }: { points: number; lengthMm: number | null },
  unit: ShownUnit,
): string {
  if (lengthMm !== null) return m['resources.model.view.measured']({ length: formatLength(lengthMm, unit) });
  return points === 1 ? m['resources.model.view.measure_second']() : m['resources.model.view.measure_hint']();
}

function helpLines(): string[] {
  return [
    m['resources.model.view.keys.arrows'](),
    m['resources.model.view.keys.shift'](),
    m['resources.model.view.keys.zoom'](),
    m['resources.model.view.keys.fit'](),
    m['resources.model.view.keys.wireframe'](),
    m['resources.model.view.keys.section'](),
    m['resources.model.view.keys.measure'](),
    m['resources.model.view.keys.views'](),
    m['resources.model.view.keys.unit'](),
    m['resources.model.view.keys.pointer'](),
    m['resources.model.view.keys.touch'](),
  ];
}

const step = Math.PI / 24;
const panStep = 0.05;

/** Returns the action of a key on the canvas, or nothing for a key that belongs to the page. */
export function keyAction(
  { key, code, shiftKey }: KeyboardEvent,
  scene: ModelScene,
  toggle: Partial<Record<'wireframe' | 'section' | 'measure' | 'unit', () => void>> = {},
): (() => void) | null {
  const way = (
    { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as Record<
      string,
      [number, number]
    >
  )[key];
  if (way) {
    const [x, y] = way;
    return () => (shiftKey ? scene.pan(x * panStep, y * panStep) : scene.orbit(-x * step, -y * step));
  }
  const view = viewNames[Number(key) - 1];
  if (view) return () => scene.look(view);
  if (key === '+' || key === '=') return () => scene.zoom(1.25);
  if (key === '-' || key === '_') return () => scene.zoom(0.8);
  if (key === 'Enter') return () => scene.pick();
  // Use the physical key: in a Korean keyboard layout "w" is "ㅈ".
  switch (code) {
    case 'KeyF':
      return () => scene.fit();
    case 'KeyW':
      return toggle.wireframe ?? null;
    case 'KeyX':
      return toggle.section ?? null;
    case 'KeyM':
      return toggle.measure ?? null;
    case 'KeyU':
      return toggle.unit ?? null;
    default:
      return null;
  }
}

function Tool(props: { icon: LucideIcon; name: string; pressed?: boolean; onClick(): void }) {
  const { icon: Icon, name, pressed, onClick } = props;
  return (
    <button
      type="button"
      aria-label={name}
      data-tooltip={name}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-md border border-line-strong bg-surface hover:border-accent aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  );
}

function SectionControls(props: {
  section: NonNullable<Section>;
  onChange(section: NonNullable<Section>): void;
}) {
  const { section, onChange } = props;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-end gap-4">
      <label className="grid gap-1 text-sm">
        <span className="font-semibold">{m['resources.model.view.section_axis']()}</span>
        <select
          value={section.axis}
          onChange={(event) => onChange({ ...section, axis: axisOf(event.target.value) })}
          className="min-h-11 rounded-md border border-line-strong bg-surface px-3 text-base"
        >
          <option value={0}>X</option>
          <option value={1}>Y</option>
          <option value={2}>Z</option>
        </select>
      </label>
      <Range
        label={m['resources.model.view.section_place']()}
        value={section.place}
        onChange={(place) => onChange({ ...section, place })}
      />
    </div>
  );
}

function axisOf(value: string): 0 | 1 | 2 {
  return value === '1' ? 1 : value === '2' ? 2 : 0;
}

/** `value` is from 0 to 1. */
function Range(props: { label: string; value: number; onChange(value: number): void }) {
  const { label, value, onChange } = props;
  return (
    <label className="grid gap-1 text-sm">
      <span className="font-semibold">{label}</span>
      <input
        type="range"
        min={0}
        max={100}
        value={Math.round(value * 100)}
        onChange={(event) => onChange(Number(event.target.value) / 100)}
        className="h-11 w-full accent-accent"
      />
    </label>
  );
}

function useFullScreen(frame: { current: HTMLElement | null }): boolean {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const follow = () =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [frame]);
  return isFull;
}
