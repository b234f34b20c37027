import { Eye, Rotate3d, Scan, X, ZoomIn, ZoomOut } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { loadSharedModel, type SharedScene, type Sight } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import type { CallMark, Joined, ShownModel, Stage } from '../contract.ts';
import { isOnModel, type Place, type Point } from '../rules.ts';
import { modelAddress } from './api.ts';
import type { CallClient, CallState } from './call.ts';
import { DrawingLayer, type Choice, type Drawn, type LaidMark } from './drawing-layer.tsx';
import { describing, DrawingTools, ToolButton } from './drawing-tools.tsx';

const SharedModel = lazy(loadSharedModel);

/** The same aspect ratio for everyone, so that everyone sees the same part. */
const shape = { width: 4, height: 3 };
/** Number of points of a circle's outline on the model. */
const outlineSteps = 32;

/**
 * 3D model on the stage. Everyone follows the view of the person who shows it; others may turn it for
 * themselves and return. Marks are attached to the model: they follow when it is turned, and are the same
 * from any side.
 */
export function ModelStage({
  call,
  state,
  stage,
  model,
  seat,
}: {
  call: CallClient;
  state: CallState;
  stage: Stage;
  model: ShownModel;
  seat: Joined;
}) {
  const isOwn = stage.peerId === seat.peerId;
  const [choice, setChoice] = useState<Choice | 'turn'>(isOwn ? 'turn' : 'pen');
  const [scene, setScene] = useState<SharedScene | null>(null);
  const [isFollowing, setIsFollowing] = useState(true);
  const [isDrawing, setIsDrawing] = useState(false);
  /** Camera of the last frame: marks are laid out again for each frame. */
  const [sight, setSight] = useState<Sight | null>(null);
  const toldView = useRef('');
  const { people, marks, strokes, pointers } = state;
  const whose = people.find(({ peerId }) => peerId === stage.peerId)?.name ?? '';
  const label = m['calls.model.of']({ name: whose, model: model.name });
  const headers = useMemo(() => ({ 'x-call-key': seat.key }), [seat.key]);

  const view = stage.view?.view ?? null;
  useEffect(() => {
    // The model must not move while someone draws on it.
    if (scene && view && !isOwn && isFollowing && !isDrawing) scene.see(view);
  }, [scene, view, isOwn, isFollowing, isDrawing]);

  function onScene(opened: SharedScene | null): void {
    // The person who shows it returns to their own view.
    if (opened && isOwn && view) opened.see(view);
    setScene(opened);
    if (opened) onDrawn(opened.sight());
  }
  function onDrawn(now: Sight): void {
    setSight(now);
    const told = JSON.stringify(now.view);
    if (!isOwn || told === toldView.current) return;
    toldView.current = told;
    call.look(now.view);
  }

  const laid = useMemo(() => {
    const lay = (mark: CallMark) => (sight ? laidMark(sight, mark) : []);
    return {
      marks: marks.filter(isOnModel).flatMap(lay),
      strokes: Object.values(strokes).filter(isOnModel).flatMap(lay),
      pointers: Object.entries(pointers).flatMap(([from, at]) => {
        const place = sight && at.length === 3 ? sight.project(at) : null;
        return place ? [{ from, at: place }] : [];
      }),
    };
  }, [sight, marks, strokes, pointers]);

  return (
    <section aria-label={label} className="grid gap-2 rounded-lg border border-line bg-surface p-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="min-w-0 px-1 font-semibold wrap-anywhere">{label}</h2>
        <div role="toolbar" aria-label={m['calls.draw.tools']()} className="flex flex-wrap gap-1">
          <ToolButton
            isPressed={choice === 'turn'}
            name={m['calls.model.turn']()}
            icon={<Rotate3d />}
            onClick={() => setChoice('turn')}
          />
          <DrawingTools call={call} choice={choice} onChoose={setChoice} isOwn={isOwn} />
          <ToolButton name={m['calls.model.zoom_in']()} icon={<ZoomIn />} onClick={() => scene?.zoom(1.25)} />
          <ToolButton
            name={m['calls.model.zoom_out']()}
            icon={<ZoomOut />}
            onClick={() => scene?.zoom(0.8)}
          />
          <ToolButton name={m['calls.model.fit']()} icon={<Scan />} onClick={() => scene?.fit()} />
          {isOwn && (
            <ToolButton name={m['calls.draw.end']()} icon={<X />} onClick={() => void call.endStage()} />
          )}
        </div>
      </div>
      <div
        data-view={sight ? shortView(sight) : undefined}
        className="relative mx-auto aspect-4/3 w-[min(100%,calc(60vh*4/3))] overflow-hidden rounded-md"
      >
        <DrawingLayer
          picture={shape}
          label={m['calls.draw.surface']({ what: label })}
          tool={scene && choice !== 'turn' ? choice : null}
          marks={laid.marks}
          strokes={laid.strokes}
          pointers={laid.pointers}
          describe={describing(state, seat)}
          onDraw={(flat) => scene && void call.draw(onModel(scene, flat))}
          onStroke={(flat) => scene && call.stroke(onModel(scene, flat))}
          onPoint={(at) => call.point(at && scene ? (scene.placeOf([at])[0] ?? null) : null)}
          onUndo={call.undo}
          onBusy={setIsDrawing}
          className="size-full"
        >
          <Suspense fallback={<p role="status">{m['calls.model.loading']()}</p>}>
            <SharedModel
              address={modelAddress(seat, stage.id)}
              headers={headers}
              file={model}
              onScene={onScene}
              onDrawn={onDrawn}
              onTurned={() => setIsFollowing(false)}
            />
          </Suspense>
        </DrawingLayer>
      </div>
      {!isOwn && (
        <div
          role="status"
          className="flex min-h-11 flex-wrap items-center justify-between gap-2 px-1 text-sm"
        >
          {isFollowing ? (
            <p className="text-ink-soft">{m['calls.model.following']({ name: whose })}</p>
          ) : (
            <>
              <p>{m['calls.model.apart']()}</p>
              <button
                type="button"
                onClick={() => setIsFollowing(true)}
                className="flex min-h-11 items-center gap-2 rounded-md bg-accent-soft px-4 font-semibold text-accent-strong"
              >
                <Eye aria-hidden="true" className="size-5" />
                {m['calls.model.follow']()}
              </button>
            </>
          )}
        </div>
      )}
    </section>
  );
}

/** Projects a mark to the current frame; returns nothing if it is behind the viewer. */
function laidMark(sight: Sight, { id, from, tool, points, toward }: CallMark): LaidMark[] {
  const places = points.map((point) => (point.length === 3 ? sight.project(point) : null));
  if (!places.every((place) => place !== null)) return [];
  const [x = 0, y = 0, z = 0] = toward ?? [];
  const [nowX, nowY, nowZ] = sight.toward;
  const isFar = toward !== undefined && x * nowX + y * nowY + z * nowZ < 0;
  return [{ id, from, tool, points: places.map(([px, py]): Point => [rounded(px), rounded(py)]), isFar }];
}

/** Projects a drawing from the frame onto the model. */
function onModel(scene: SharedScene, { id, tool, points }: Drawn) {
  const [first = [0, 0], last = first] = [points[0], points.at(-1)];
  const places: readonly Place[] =
    tool === 'pen'
      ? scene.placeOf(points)
      : tool === 'arrow'
        ? scene.placeOf(points, last)
        : scene.placeOf(outlineOf(first, last), [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2]);
  const short = ([x, y, z]: Place): Place => [rounded(x), rounded(y), rounded(z)];
  return { id, tool, points: places.map(short), toward: short(scene.sight().toward) };
}

function outlineOf([ax, ay]: Point, [bx, by]: Point): Point[] {
  return Array.from({ length: outlineSteps + 1 }, (_, step): Point => {
    const angle = (step / outlineSteps) * 2 * Math.PI;
    return [
      (ax + bx) / 2 + (Math.cos(angle) * (bx - ax)) / 2,
      (ay + by) / 2 + (Math.sin(angle) * (by - ay)) / 2,
    ];
  });
}

/** Short form of the view, for tests that compare what two people see. */
const shortView = ({ view }: Sight) =>
  JSON.stringify(view, (_key, value: unknown) =>
    typeof value === 'number' ? Math.round(value * 1000) / 1000 : value,
  );

const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
