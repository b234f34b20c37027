import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { m } from '#i18n/generated/messages.js';
import { measureLevel } from './devices.ts';
import type { Problem } from './call.ts';
import { problemWords } from './words.ts';

/** Live video. One's own is mirrored. */
export function MediaVideo({
  stream,
  tracks,
  isOwn = false,
  label,
  className = '',
  video,
  onShape,
}: {
  stream?: MediaStream | undefined;
  tracks?: readonly MediaStreamTrack[];
  isOwn?: boolean;
  label: string;
  className?: string;
  video?: RefObject<HTMLVideoElement | null>;
  onShape?(shape: { width: number; height: number }): void;
}) {
  const own = useRef<HTMLVideoElement>(null);
  const element = video ?? own;
  const track = tracks?.[0];
  useEffect(() => {
    if (element.current) element.current.srcObject = stream ?? (track ? new MediaStream([track]) : null);
  }, [element, stream, track]);
  return (
    <video
      ref={element}
      autoPlay
      playsInline
      muted
      aria-label={label}
      onResize={({ currentTarget: { videoWidth: width, videoHeight: height } }) => {
        if (width > 0 && height > 0) onShape?.({ width, height });
      }}
      className={`${className} ${isOwn ? '-scale-x-100' : ''}`}
    />
  );
}

/** Plays a person's voice on the chosen loudspeaker. Live speech has no captions. */
export function Voice({ stream, loudspeaker }: { stream: MediaStream; loudspeaker: string | undefined }) {
  const element = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const audio = element.current;
    if (!audio) return;
    audio.srcObject = stream;
    // Autoplay is allowed, because the user has clicked before.
    void audio.play().catch(() => {});
  }, [stream]);
  useEffect(() => {
    const audio = element.current;
    // Safari does not support choosing a loudspeaker.
    if (!audio || !('setSinkId' in audio)) return;
    void audio.setSinkId(loudspeaker ?? '').catch(() => {});
  }, [loudspeaker]);
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <audio ref={element} autoPlay />;
}

export function LevelMeter({ track }: { track: MediaStreamTrack }) {
  const [level, setLevel] = useState(0);
  useEffect(() => measureLevel(track, setLevel), [track]);
  return (
    <div className="grid gap-1">
      <span className="text-sm text-ink-soft">{m['calls.device.level']()}</span>
      <meter min={0} max={1} value={level} aria-label={m['calls.device.level']()} className="h-3 w-full" />
    </div>
  );
}

/** Problem of a device with its remedy. */
export function ProblemNote({ problem, onDismiss }: { problem: Problem; onDismiss?(): void }) {
  const { title, text } = problemWords(problem);
  return (
    <div role="alert" className="flex gap-3 rounded-md bg-danger-soft p-4 text-danger">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="grid gap-1">
        <p className="font-semibold">{title}</p>
        <p>{text}</p>
        {onDismiss && (
          <button
            type="button"
            onClick={onDismiss}
            className="min-h-11 justify-self-start font-semibold underline"
          >
            {m['calls.page.close']()}
          </button>
        )}
      </div>
    </div>
  );
}
