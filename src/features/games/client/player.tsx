import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Maximize,
  Minimize,
  Pause,
  Play,
  RotateCcw,
  Proportions,
  Volume2,
  VolumeX,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import type { Game } from '../contract.ts';
import { fitZoom, nextZoom, zooms } from '../rules.ts';
import { gameQuery } from './api.ts';
import { openBridge, type Bridge, type FrameEvent } from './bridge.ts';
import { openSaveStore } from './save-store.ts';

/** A frame without a message from its script this long after loading contains no game. */
const silentMs = 3000;

type Stage = 'poster' | 'loading' | 'playing' | 'failed';

export function Player(props: { game: Game; play: NonNullable<Game['play']>; title: string }) {
  const { game, play, title } = props;
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const client = useQueryClient();
  const [stage, setStage] = useState<Stage>('poster');
  const [run, setRun] = useState(0);
  const [zoom, setZoom] = useState<number>(fitZoom);
  const [muted, setMuted] = useState(false);
  const [paused, setPaused] = useState(false);
  const [hidden, setHidden] = useState(false);
  const [focused, setFocused] = useState(false);
  const [full, setFull] = useState(false);
  const box = useRef<HTMLElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const leave = useRef<HTMLButtonElement>(null);
  const bridge = useRef<Bridge | null>(null);
  const spoke = useRef(false);
  const running = stage === 'loading' || stage === 'playing';
  const isSignedIn = user !== null;

  const hear = useEffectEvent((event: FrameEvent) => {
    spoke.current = true;
    if (event === 'hello') bridge.current?.setState({ muted, paused: paused || hidden });
    else if (event === 'ready') {
      setStage((now) => (now === 'loading' ? 'playing' : now));
      frame.current?.focus();
    } else if (event === 'failed') setStage('failed');
    else leave.current?.focus();
  });

  useEffect(() => {
    if (!running) return undefined;
    const saves = openSaveStore(game.id, isSignedIn);
    const opened = openBridge(
      () => frame.current?.contentWindow ?? null,
      saves,
      (event) => hear(event),
    );
    bridge.current = opened;
    return () => opened.close();
  }, [running, game.id, isSignedIn]);

  useEffect(() => {
    bridge.current?.setState({ muted, paused: paused || hidden });
  }, [muted, paused, hidden]);

  useEffect(() => {
    const watchTab = () => setHidden(document.hidden);
    const watchScreen = () => setFull(document.fullscreenElement === box.current);
    // Focus in a frame is only visible as a loss of focus on the page.
    const watchFocus = () => setTimeout(() => setFocused(document.activeElement === frame.current), 0);
    document.addEventListener('visibilitychange', watchTab);
    document.addEventListener('fullscreenchange', watchScreen);
    window.addEventListener('blur', watchFocus);
    window.addEventListener('focus', watchFocus);
    document.addEventListener('focusin', watchFocus);
    return () => {
      document.removeEventListener('visibilitychange', watchTab);
      document.removeEventListener('fullscreenchange', watchScreen);
      window.removeEventListener('blur', watchFocus);
      window.removeEventListener('focus', watchFocus);
      document.removeEventListener('focusin', watchFocus);
    };
  }, []);

  function start(): void {
    spoke.current = false;
    setPaused(false);
    setStage('loading');
    setRun((count) => count + 1);
  }

  async function retry(): Promise<void> {
    // The frame's address may have expired.
    await client.refetchQueries({ queryKey: gameQuery(game.id).queryKey });
    start();
  }

  function onLoad(): void {
    setTimeout(() => {
      if (!spoke.current) setStage((now) => (now === 'loading' ? 'failed' : now));
    }, silentMs);
  }

  function toggleFull(): void {
    void (document.fullscreenElement ? document.exitFullscreen() : box.current?.requestFullscreen());
  }

  const canFull = typeof document === 'undefined' || document.fullscreenEnabled;
  return (
    <section
      ref={box}
      aria-label={m['games.player.frame']({ title })}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 bg-paper fullscreen:grid-rows-[minmax(0,1fr)_auto] fullscreen:p-3"
    >
      <div className="relative aspect-square sm:aspect-4/3 max-h-[75vh] w-full overflow-auto rounded-lg border border-line-strong bg-sunken in-[:fullscreen]:aspect-auto in-[:fullscreen]:max-h-none">
        {running && (
          <Zoomed zoom={zoom} scales={play.kind === 'html5'}>
            {(style) => (
              <iframe
                key={run}
                ref={frame}
                src={play.frameUrl}
                title={m['games.player.frame']({ title })}
                sandbox="allow-scripts allow-pointer-lock"
                allow=""
                referrerPolicy="no-referrer"
                onLoad={onLoad}
                className="absolute top-0 left-0 block origin-top-left border-0"
                style={style}
              />
            )}
          </Zoomed>
        )}
        {stage === 'loading' && <Notice busy>{m['games.player.loading']()}</Notice>}
        {stage === 'poster' && (
          <Notice>
            <Button onClick={start} className="min-h-14 px-6 text-lg">
              <Play aria-hidden="true" className="size-5" />
              {m['games.player.start']()}
            </Button>
            {play.kind === 'swf' && <p className="text-sm text-ink-soft">{m['games.player.about_swf']()}</p>}
          </Notice>
        )}
        {stage === 'failed' && (
          <Notice>
            <div role="alert" className="grid gap-1">
              <p className="text-lg font-bold">{m['games.player.failed']()}</p>
              <p>{m['games.player.failed_text']()}</p>
            </div>
            <Button onClick={() => void retry()}>{m['games.player.retry']()}</Button>
          </Notice>
        )}
      </div>
      {running && <TouchPad press={(key, down) => bridge.current?.press(key, down)} />}
      <div
        role="toolbar"
        aria-label={m['games.player.toolbar']()}
        className="flex flex-wrap items-center gap-2"
      >
        <Tool ref={leave} label={m['games.player.restart']()} onClick={start}>
          <RotateCcw aria-hidden="true" />
        </Tool>
        <Tool
          label={paused ? m['games.player.resume']() : m['games.player.pause']()}
          onClick={() => setPaused(!paused)}
        >
          {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        </Tool>
        <Tool
          label={muted ? m['games.player.unmute']() : m['games.player.mute']()}
          onClick={() => setMuted(!muted)}
        >
          {muted ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
        </Tool>
        <Tool
          label={m['games.player.zoom_out']()}
          disabled={zoom === zooms[0]}
          onClick={() => setZoom(nextZoom(zoom, -1))}
        >
          <ZoomOut aria-hidden="true" />
        </Tool>
        <output
          aria-label={m['games.player.zoom']({ percent: Math.round(zoom * 100) })}
          className="min-w-14 text-center tabular-nums"
        >
          {Math.round(zoom * 100)}%
        </output>
        <Tool
          label={m['games.player.zoom_in']()}
          disabled={zoom === zooms.at(-1)}
          onClick={() => setZoom(nextZoom(zoom, 1))}
        >
          <ZoomIn aria-hidden="true" />
        </Tool>
        <Tool label={m['games.player.fit']()} onClick={() => setZoom(fitZoom)}>
          <Proportions aria-hidden="true" />
        </Tool>
        {canFull && (
          <Tool
            label={full ? m['games.player.leave_full_screen']() : m['games.player.full_screen']()}
            onClick={toggleFull}
          >
            {full ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
          </Tool>
        )}
        <p role="status" className="text-sm text-ink-soft">
          {paused
            ? m['games.player.paused']()
            : focused
              ? m['games.player.focused']()
              : m['games.player.keyboard']()}
        </p>
      </div>
      <p className="text-sm text-ink-soft in-[:fullscreen]:hidden">
        {isSignedIn ? m['games.player.saves_account']() : m['games.player.saves_guest']()}
      </p>
    </section>
  );
}

function Notice({ busy = false, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <div
      role={busy ? 'status' : undefined}
      className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-sunken p-4 text-center"
    >
      {children}
    </div>
  );
}

/**
 * Zooms a game. A film is redrawn at any size; an HTML page is scaled up, or gets more room when it is smaller. Its
 * styles are set by script, which the CSP allows, so it is rendered only after somebody has started the game.
 */
function Zoomed(props: {
  zoom: number;
  scales: boolean;
  children(style: { width: string; height: string; transform: string }): ReactNode;
}) {
  const { zoom, scales, children } = props;
  const around = scales ? Math.max(1, zoom) : zoom;
  const size = scales ? `${100 / zoom}%` : '100%';
  return (
    <div className="relative m-auto" style={{ width: `${around * 100}%`, height: `${around * 100}%` }}>
      {children({ width: size, height: size, transform: scales ? `scale(${zoom})` : 'none' })}
    </div>
  );
}

function Tool(props: {
  label: string;
  disabled?: boolean;
  ref?: Ref<HTMLButtonElement>;
  onClick(): void;
  children: ReactNode;
}) {
  const { label, disabled = false, ref, onClick, children } = props;
  return (
    <button
      type="button"
      ref={ref}
      aria-label={label}
      data-tooltip={label}
      aria-disabled={disabled}
      onClick={() => {
        if (!disabled) onClick();
      }}
      className="grid size-11 place-items-center rounded-md border border-line-strong bg-surface hover:border-accent hover:text-accent-strong aria-disabled:cursor-not-allowed aria-disabled:opacity-60 [&>svg]:size-5"
    >
      {children}
    </button>
  );
}

type PadKey = { key: string; code: string; keyCode: number };

const arrows: { name: () => string; icon: ReactNode; place: string; key: PadKey }[] = [
  {
    name: () => m['games.player.up'](),
    icon: <ArrowUp aria-hidden="true" />,
    place: 'col-start-2 row-start-1',
    key: { key: 'ArrowUp', code: 'ArrowUp', keyCode: 38 },
  },
  {
    name: () => m['games.player.left'](),
    icon: <ArrowLeft aria-hidden="true" />,
    place: 'col-start-1 row-start-2',
    key: { key: 'ArrowLeft', code: 'ArrowLeft', keyCode: 37 },
  },
  {
    name: () => m['games.player.right'](),
    icon: <ArrowRight aria-hidden="true" />,
    place: 'col-start-3 row-start-2',
    key: { key: 'ArrowRight', code: 'ArrowRight', keyCode: 39 },
  },
  {
    name: () => m['games.player.down'](),
    icon: <ArrowDown aria-hidden="true" />,
    place: 'col-start-2 row-start-3',
    key: { key: 'ArrowDown', code: 'ArrowDown', keyCode: 40 },
  },
];

const buttons: { name: () => string; key: PadKey }[] = [
  { name: () => m['games.player.space'](), key: { key: ' ', code: 'Space', keyCode: 32 } },
  { name: () => m['games.player.enter'](), key: { key: 'Enter', code: 'Enter', keyCode: 13 } },
];

/** Touch controls: each holds a key of the game down while it is touched. */
function TouchPad({ press }: { press(key: PadKey, down: boolean): void }) {
  const pad = (key: PadKey) => ({
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      press(key, true);
    },
    onPointerUp: () => press(key, false),
    onPointerCancel: () => press(key, false),
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
  });
  const look =
    'grid min-h-14 min-w-14 touch-none place-items-center rounded-md border border-line-strong bg-surface font-semibold select-none active:bg-accent-soft [&>svg]:size-6';
  return (
    <div
      role="group"
      aria-label={m['games.player.pad']()}
      className="hidden items-center justify-between gap-4 pointer-coarse:flex"
    >
      <div className="grid grid-cols-3 grid-rows-3 gap-1">
        {arrows.map(({ name, icon, place, key }) => (
          <button
            key={key.code}
            type="button"
            aria-label={name()}
            className={`${look} ${place}`}
            {...pad(key)}
          >
            {icon}
          </button>
        ))}
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        {buttons.map(({ name, key }) => (
          <button key={key.code} type="button" className={`${look} px-4`} {...pad(key)}>
            {name()}
          </button>
        ))}
      </div>
    </div>
  );
}
