import { ArrowUpRight, Circle, MousePointer2, Pencil, Snowflake, Trash2, Undo2, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import type { Joined, Stage as Shown } from '../contract.ts';
import { callLimits } from '../rules.ts';
import { loadFrame, sendFrame } from './api.ts';
import type { CallClient, CallState } from './call.ts';
import { captureStill } from './devices.ts';
import { colourOf, DrawingLayer, type Choice } from './drawing-layer.tsx';
import { MediaVideo } from './media.tsx';

const toolChoices: { choice: Choice; icon: ReactNode; name: () => string }[] = [
  { choice: 'pointer', icon: <MousePointer2 />, name: () => m['calls.draw.pointer']() },
  { choice: 'pen', icon: <Pencil />, name: () => m['calls.draw.pen']() },
  { choice: 'arrow', icon: <ArrowUpRight />, name: () => m['calls.draw.arrow']() },
  { choice: 'circle', icon: <Circle />, name: () => m['calls.draw.circle']() },
];

/** What all look at together: somebody's screen or camera, or a picture of it that stands still, and what is drawn on it. */
export function Stage({
  call,
  state,
  stage,
  seat,
}: {
  call: CallClient;
  state: CallState;
  stage: Shown;
  seat: Joined;
}) {
  const [choice, setChoice] = useState<Choice>('pen');
  const [shape, setShape] = useState({ width: 16, height: 9 });
  const [isFreezing, setIsFreezing] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const still = useStill(seat, stage.frameId);
  const { people, marks, strokes, pointers, own, sources } = state;
  const index = (from: string) => people.findIndex(({ peerId }) => peerId === from);
  const describe = (from: string) => {
    const at = index(from === '' ? seat.peerId : from);
    return { name: from === '' ? '' : (people[at]?.name ?? ''), colour: colourOf(at) };
  };
  const isOwn = stage.peerId === seat.peerId;
  const whose = people.find(({ peerId }) => peerId === stage.peerId)?.name ?? '';
  const label =
    stage.kind === 'screen'
      ? m['calls.share.of']({ name: whose })
      : m['calls.people.camera_of']({ name: whose });
  const track = own[stage.kind];
  const stream = sources[stage.peerId]?.[stage.kind];
  const mayEnd = isOwn || stage.kind === 'camera';

  async function freeze(): Promise<void> {
    const picture = video.current && captureStill(video.current, callLimits.frameSide, callLimits.frameChars);
    if (!picture) return toast('danger', m['calls.draw.freeze_failed']());
    setIsFreezing(true);
    try {
      await sendFrame(seat, picture);
    } catch (error) {
      toast('danger', m['calls.draw.freeze_failed'](), describeError(error));
    } finally {
      setIsFreezing(false);
    }
  }

  return (
    <section aria-label={label} className="grid gap-2 rounded-lg border border-line bg-surface p-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="px-1 font-semibold break-words">{label}</h2>
        <div role="toolbar" aria-label={m['calls.draw.tools']()} className="flex flex-wrap gap-1">
          {toolChoices.map(({ choice: each, icon, name }) => (
            <ToolButton
              key={each}
              isPressed={choice === each}
              name={name()}
              icon={icon}
              onClick={() => setChoice(each)}
            />
          ))}
          <ToolButton name={m['calls.draw.undo']()} icon={<Undo2 />} onClick={call.undo} />
          <ToolButton
            name={isOwn ? m['calls.draw.clear_all']() : m['calls.draw.clear_mine']()}
            icon={<Trash2 />}
            onClick={() => void call.clear()}
          />
          <ToolButton
            isPressed={stage.frameId !== null}
            name={stage.frameId === null ? m['calls.draw.freeze']() : m['calls.draw.unfreeze']()}
            icon={<Snowflake />}
            isOff={isFreezing}
            onClick={() => void (stage.frameId === null ? freeze() : call.unfreeze())}
          />
          {mayEnd && (
            <ToolButton name={m['calls.draw.end']()} icon={<X />} onClick={() => void call.endStage()} />
          )}
        </div>
      </div>
      <DrawingLayer
        picture={shape}
        label={m['calls.draw.surface']({ what: label })}
        tool={choice}
        marks={marks}
        strokes={useMemo(() => Object.values(strokes), [strokes])}
        pointers={useMemo(() => Object.entries(pointers).map(([from, at]) => ({ from, at })), [pointers])}
        describe={describe}
        onDraw={(drawn) => void call.draw(drawn)}
        onStroke={call.stroke}
        onPoint={call.point}
        onUndo={call.undo}
        className="aspect-video max-h-[70vh] w-full rounded-md bg-sunken"
      >
        <MediaVideo
          video={video}
          {...(isOwn && track ? { tracks: [track] } : { stream })}
          label={label}
          onShape={setShape}
          className="size-full object-contain"
        />
        {still !== null && (
          <img
            src={still}
            alt={m['calls.draw.still']({ what: label })}
            className="absolute inset-0 size-full object-contain"
          />
        )}
      </DrawingLayer>
      {stage.frameId !== null && <p className="px-1 text-sm text-ink-soft">{m['calls.draw.frozen']()}</p>}
    </section>
  );
}

function ToolButton({
  name,
  icon,
  isPressed,
  isOff = false,
  onClick,
}: {
  name: string;
  icon: ReactNode;
  isPressed?: boolean;
  isOff?: boolean;
  onClick(): void;
}) {
  return (
    <button
      type="button"
      title={name}
      aria-label={name}
      {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
      disabled={isOff}
      onClick={onClick}
      className={`grid size-11 place-items-center rounded-md [&_svg]:size-5 ${isPressed ? 'bg-accent text-on-accent' : 'hover:bg-sunken'}`}
    >
      {icon}
    </button>
  );
}

/** The address of the picture that stands still; null while there is none. */
function useStill(seat: Joined, frameId: string | null): string | null {
  const [still, setStill] = useState<string | null>(null);
  useEffect(() => {
    if (frameId === null) return;
    let address: string | undefined;
    let isGone = false;
    async function load(id: string): Promise<void> {
      // It may be taken away at this very moment; the picture that moves is underneath.
      const made = await loadFrame(seat, id).catch(() => null);
      if (made === null) return;
      if (isGone) return URL.revokeObjectURL(made);
      address = made;
      setStill(made);
    }
    void load(frameId);
    return () => {
      isGone = true;
      setStill(null);
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [seat, frameId]);
  return still;
}
