import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { formatSize } from '#platform/client/format-size.ts';
import { PictureDialog, roundButton } from '#ui/picture-dialog.tsx';
import { pictureSource } from '#platform/shared/pictures.ts';
import type { Attachment } from '../contract.ts';

type Shown = Attachment & { picture: NonNullable<Attachment['picture']> };

const pictureAddress = (id: string, width: number) => `/api/message-images/${id}/${width}.webp`;

export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  const [large, setLarge] = useState<number | null>(null);
  const pictures = attachments.filter((each): each is Shown => each.picture !== null);
  const files = attachments.filter(({ picture }) => picture === null);
  const shown = large === null ? undefined : pictures[large];
  return (
    <>
      {pictures.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {pictures.map(({ id, name, picture }, index) => (
            <li key={id} className="max-w-full">
              <button
                type="button"
                aria-label={m['community.talk.enlarge']({ name })}
                onClick={() => setLarge(index)}
                className="block max-w-full cursor-zoom-in overflow-hidden rounded-md border border-line bg-sunken"
              >
                <img
                  {...pictureSource(pictures.length > 1 ? 'smallMessage' : 'message', picture, (width) =>
                    pictureAddress(id, width),
                  )}
                  width={picture.width}
                  height={picture.height}
                  alt={name}
                  loading="lazy"
                  decoding="async"
                  className={`h-auto max-h-72 max-w-full object-contain ${pictures.length > 1 ? 'w-44' : 'w-80'}`}
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {files.length > 0 && (
        <ul className="mt-2 grid max-w-md gap-2">
          {files.map(({ id, name, size, url }) => (
            <li key={id}>
              <a
                href={url}
                download={name}
                className="flex items-center gap-3 rounded-md border border-line bg-sunken p-3 hover:border-accent"
              >
                <FileText aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
                <span className="min-w-0 flex-1 break-all">
                  {name} <span className="text-sm text-ink-soft">{formatSize(size)}</span>
                </span>
                <Download aria-hidden="true" className="size-5 shrink-0 text-accent-strong" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {large !== null && shown && (
        <PictureDialog
          label={shown.name}
          name={shown.name}
          index={large}
          count={pictures.length}
          onIndex={setLarge}
          onClose={() => setLarge(null)}
          more={
            <a
              href={shown.url}
              download={shown.name}
              aria-label={m['community.talk.download']({ name: shown.name })}
              className={roundButton}
            >
              <Download aria-hidden="true" className="size-5" />
            </a>
          }
        >
          <img
            key={shown.id}
            {...pictureSource('screen', shown.picture, (width) => pictureAddress(shown.id, width))}
            width={shown.picture.width}
            height={shown.picture.height}
            alt={shown.name}
            className="size-full object-contain"
          />
        </PictureDialog>
      )}
    </>
  );
}
