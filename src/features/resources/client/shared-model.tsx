import { useEffect, useEffectEvent, useRef } from 'react';
import { m } from '#i18n/generated/messages.js';
import { findContext, openScene, type ModelScene, type Sight } from './model-scene.ts';
import { keyAction, LoadedModel, type Model } from './model-viewer.tsx';

/** Part of the scene that people who look at a model together need. */
export type SharedScene = Pick<ModelScene, 'see' | 'sight' | 'placeOf' | 'zoom' | 'fit'>;

type Following = {
  /** Called with the scene when it is ready and with null when it is gone. */
  onScene(scene: SharedScene | null): void;
  onDrawn(sight: Sight): void;
  /** Called when the user turns the model by hand. */
  onTurned(): void;
};

/** 3D model without controls, for overlays that follow it. It fills its container. */
export function SharedModel({
  address,
  headers,
  file,
  ...following
}: Following & {
  address: string;
  headers: Record<string, string>;
  file: { name: string; size: number; triangles: number | null };
}) {
  return (
    <LoadedModel address={address} headers={headers} file={file}>
      {(model, onTrouble) => (
        <Drawn model={model} name={file.name} onTrouble={onTrouble} following={following} />
      )}
    </LoadedModel>
  );
}

function Drawn({
  model,
  name,
  onTrouble,
  following,
}: {
  model: Model;
  name: string;
  onTrouble(words: string): void;
  following: Following;
}) {
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const onScene = useEffectEvent((scene: SharedScene | null) => following.onScene(scene));
  const onDrawn = useEffectEvent((sight: Sight) => following.onDrawn(sight));
  const onTurned = useEffectEvent(() => following.onTurned());
  useEffect(() => {
    const element = canvas.current;
    const context = element && findContext(element);
    if (!element || !context) {
      onTrouble(m['resources.model.view.no_webgl']());
      return;
    }
    const opened = openScene(element, context, model, {
      onMeasure: () => {},
      onLost: () => onTrouble(m['resources.model.view.lost']()),
      // The wheel scrolls the page unless the canvas has the focus or a modifier key is held.
      takesWheel: ({ ctrlKey, metaKey }) => ctrlKey || metaKey || document.activeElement === place.current,
      onDrawn,
      onTurned: () => onTurned(),
    });
    onScene(opened);
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const act = keyAction(event, opened);
      if (!act) return;
      event.preventDefault();
      act();
    };
    const around = place.current;
    around?.addEventListener('keydown', press);
    return () => {
      around?.removeEventListener('keydown', press);
      onScene(null);
      opened.dispose();
    };
  }, [model, onTrouble]);
  return (
    // The role `application` lets keys reach the canvas instead of the screen reader.
    <div
      ref={place}
      role="application"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it handles keys
      tabIndex={0}
      aria-label={m['resources.model.view.label']({ name })}
      className="mat absolute inset-0 outline-offset-[-3px]"
    >
      <canvas ref={canvas} className="size-full touch-none" />
    </div>
  );
}
