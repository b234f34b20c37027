import { Snowflake, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import type { CallMark, Joined, Stage as Shown } from '../contract.ts';
import { callLimits, isOnModel, type Mark } from '../rules.ts';
import { loadFrame, sendFrame } from './api.ts';
import type { CallClient, CallState } from './call.ts';
import { captureStill } from './devices.ts';
import { DrawingLayer, type Choice } from './drawing-layer.tsx';
import { describing, DrawingTools, ToolButton } from './drawing-tools.tsx';
import { MediaVideo } from './media.tsx';
import { ModelStage } from './model-stage.tsx';

type StageProps = { call: CallClient; state: CallState; seat: Joined };

/** Shared stage with its marks. */
export function Stage({ stage, ...props }: StageProps & { stage: Shown }) {
  if (stage.model) return <ModelStage key={stage.id} {...props} stage={stage} model={stage.model} />;
  if (stage.kind === 'model') return null;
  return <PictureStage {...props} stage={stage} kind={stage.kind} />;
}

/** Someone's screen or camera, or a still of it. */
function PictureStage({
  call,
  state,
  stage,
  kind,
  seat,
}: StageProps & { stage: Shown; kind: 'screen' | 'camera' }) {
  const [choice, setChoice] = useState<Choice>('pen');
  const [shape, setShape] = useState({ width: 16, height: 9 });
  const [isFreezing, setIsFreezing] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const still = useStill(seat, stage.frameId);
  const { people, marks, strokes, pointers, own, sources } = state;
  const describe = describing(state, seat);
  const isOwn = stage.peerId === seat.peerId;
  const whose = people.find(({ peerId }) => peerId === stage.peerId)?.name ?? '';
  const label =
    kind === 'screen' ? m['calls.share.of']({ name: whose }) : m['calls.people.camera_of']({ name: whose });
  const track = own[kind];
  const stream = sources[stage.peerId]?.[kind];
  const mayEnd = isOwn || kind === 'camera';

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
        <h2 className="px-1 font-semibold wrap-anywhere">{label}</h2>
        <div role="toolbar" aria-label={m['calls.draw.tools']()} className="flex flex-wrap gap-1">
          <DrawingTools call={call} choice={choice} onChoose={setChoice} isOwn={isOwn} />
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
        marks={useMemo(() => marks.filter(isOnPicture), [marks])}
        strokes={useMemo(() => Object.values(strokes).filter(isOnPicture), [strokes])}
        pointers={useMemo(() => flatPointers(pointers), [pointers])}
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

const isOnPicture = (mark: CallMark): mark is CallMark & Mark => !isOnModel(mark);
const flatPointers = (pointers: CallState['pointers']) =>
  Object.entries(pointers).flatMap(([from, at]) => (at.length === 2 ? [{ from, at }] : []));

/** Returns the URL of the still; null while there is none. */
function useStill(seat: Joined, frameId: string | null): string | null {
  const [still, setStill] = useState<string | null>(null);
  useEffect(() => {
    if (frameId === null) return;
    let address: string | undefined;
    let isGone = false;
    async function load(id: string): Promise<void> {
      // The still may have been removed just now; the live picture is below it.
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
