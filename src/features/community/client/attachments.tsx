import { ChevronLeft, ChevronRight, Download, FileText, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { formatSize } from '#platform/client/format-size.ts';
import type { Attachment } from '../contract.ts';

type Shown = Attachment & { picture: NonNullable<Attachment['picture']> };

const pictureAddress = (id: string, width: number) => `/api/message-images/${id}/${width}.webp`;

/** Pictures and files of a message. */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  const [large, setLarge] = useState<number | null>(null);
  const pictures = attachments.filter((each): each is Shown => each.picture !== null);
  const files = attachments.filter(({ picture }) => picture === null);
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
                  src={pictureAddress(id, picture.widths[0] ?? 480)}
                  srcSet={picture.widths.map((width) => `${pictureAddress(id, width)} ${width}w`).join(', ')}
                  sizes="20rem"
                  width={picture.width}
                  height={picture.height}
                  alt={name}
                  loading="lazy"
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
      {large !== null && (
        <Viewer pictures={pictures} index={large} onIndex={setLarge} onClose={() => setLarge(null)} />
      )}
    </>
  );
}

/** A picture as large as the screen; arrow keys go to the next. */
function Viewer(props: {
  pictures: readonly Shown[];
  index: number;
  onIndex(index: number): void;
  onClose(): void;
}) {
  const { pictures, index, onIndex, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Taken away without being closed, the focus would be lost.
    return () => element?.close();
  }, []);
  const shown = pictures[index];
  if (!shown) return null;
  const step = (by: number) => onIndex((index + by + pictures.length) % pictures.length);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (pictures.length < 2) return;
    if (key === 'ArrowLeft') step(-1);
    else if (key === 'ArrowRight') step(1);
  };
  const round =
    'grid size-11 place-items-center rounded-full border border-line bg-surface hover:text-accent-strong';
  return (
    // Arrow keys are a shortcut for its own buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={shown.name}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={onKeyDown}
      className="m-0 h-dvh max-h-none w-dvw max-w-none bg-paper p-4 text-ink"
    >
      <div className="grid h-full grid-rows-[auto_minmax(0,1fr)] gap-4">
        <div className="flex items-center justify-end gap-3">
          <p aria-live="polite" className="mr-auto min-w-0 break-all text-ink-soft tabular-nums">
            {shown.name} {pictures.length > 1 && `${index + 1} / ${pictures.length}`}
          </p>
          {pictures.length > 1 && (
            <>
              <button
                type="button"
                aria-label={m['community.talk.picture_before']()}
                onClick={() => step(-1)}
                className={round}
              >
                <ChevronLeft aria-hidden="true" className="size-5" />
              </button>
              <button
                type="button"
                aria-label={m['community.talk.picture_after']()}
                onClick={() => step(1)}
                className={round}
              >
                <ChevronRight aria-hidden="true" className="size-5" />
              </button>
            </>
          )}
          <a
            href={shown.url}
            download={shown.name}
            aria-label={m['community.talk.download']({ name: shown.name })}
            className={round}
          >
            <Download aria-hidden="true" className="size-5" />
          </a>
          <button type="button" aria-label={m['community.talk.close']()} onClick={onClose} className={round}>
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        <img
          src={pictureAddress(shown.id, shown.picture.widths.at(-1) ?? 480)}
          width={shown.picture.width}
          height={shown.picture.height}
          alt={shown.name}
          className="size-full object-contain"
        />
      </div>
    </dialog>
  );
}
