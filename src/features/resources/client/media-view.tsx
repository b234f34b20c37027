import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { viewOf } from '../viewing.ts';
import { IconButton, Trouble, WholePicture } from './file-parts.tsx';
import type { Shown } from './file-view.tsx';
import { viewAddress } from './load-text.ts';

/** Shows the chosen picture, with the other pictures of the resource to browse. */
export function Pictures({ resourceId, file, files }: Shown) {
  const pictures = files.filter(({ name }) => viewOf(name)?.kind === 'picture');
  const [index, setIndex] = useState(pictures.findIndex(({ id }) => id === file.id));
  const picture = pictures[index] ?? file;
  const step = (by: number) => setIndex((index + by + pictures.length) % pictures.length);
  return (
    <div className="grid gap-3">
      <WholePicture
        key={picture.id}
        address={viewAddress(resourceId, picture.id)}
        name={picture.name}
        download={`/api/resources/${resourceId}/download?file=${picture.id}`}
      />
      {pictures.length > 1 && (
        <div className="flex items-center justify-between gap-3">
          <IconButton label={m['resources.reader.previous_picture']()} onClick={() => step(-1)}>
            <ArrowLeft aria-hidden="true" className="size-5" />
          </IconButton>
          <p aria-live="polite" className="min-w-0 text-center text-sm text-ink-soft">
            {picture.name} ·{' '}
            {m['resources.reader.of_pictures']({ number: index + 1, count: pictures.length })}
          </p>
          <IconButton label={m['resources.reader.next_picture']()} onClick={() => step(1)}>
            <ArrowRight aria-hidden="true" className="size-5" />
          </IconButton>
        </div>
      )}
    </div>
  );
}

const stemOf = (name: string) => name.slice(0, name.lastIndexOf('.'));

/** Plays a file in the browser's own player. Captions come from a file of the same name. */
export function Media({ resourceId, file, files }: Shown) {
  const [broken, setBroken] = useState(false);
  const download = `/api/resources/${resourceId}/download?file=${file.id}`;
  if (broken) return <Trouble download={download}>{m['resources.reader.not_played']()}</Trouble>;
  const captions = files.find(({ name }) => name === `${stemOf(file.name)}.vtt`);
  const Player = viewOf(file.name)?.kind === 'audio' ? 'audio' : 'video';
  return (
    <Player
      // The player may have failed before hydration.
      ref={(player: HTMLMediaElement | null) => {
        if (player?.error) setBroken(true);
      }}
      controls
      preload="metadata"
      aria-label={file.name}
      src={viewAddress(resourceId, file.id)}
      onError={() => setBroken(true)}
      // A video with an unsupported codec is played as audio only.
      onLoadedMetadata={({ currentTarget }) => {
        if (currentTarget instanceof HTMLVideoElement && currentTarget.videoWidth === 0) setBroken(true);
      }}
      className="max-h-[80vh] w-full"
    >
      {captions && (
        <track
          default
          kind="captions"
          label={m['resources.reader.captions']()}
          src={viewAddress(resourceId, captions.id)}
        />
      )}
    </Player>
  );
}
