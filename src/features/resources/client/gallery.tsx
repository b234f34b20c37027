import { Expand } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { PictureDialog } from '#ui/picture-dialog.tsx';
import type { PicturePlace } from '#platform/shared/pictures.ts';
import type { Category } from '../rules.ts';
import { Picture } from './picture.tsx';

type Shown = {
  id: string;
  width: number;
  height: number;
  widths: number[];
  alt: string;
  /** Label of the picture in the set, such as "picture" or "sample". */
  name: string;
  placeholder?: string | null;
  /** Remark about the picture. */
  note?: string | undefined;
};

/** Set of pictures with arrow keys and a full-screen view. */
export function Gallery(props: {
  pictures: readonly Shown[];
  /** Folder in the API that serves the pictures. */
  folder?: 'images' | 'service-images' | 'auction-images' | 'wanted-images';
  title: string;
  category?: Category;
  place: PicturePlace;
  /** Shows pictures uncropped; by default they are cropped to fill the frame. */
  whole?: boolean;
}) {
  const { pictures, folder = 'images', title, category = 'other', place, whole = false } = props;
  const [index, setIndex] = useState(0);
  const [isLarge, setIsLarge] = useState(false);
  const picture = pictures[index];
  const step = (by: number) => setIndex((index + by + pictures.length) % pictures.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (pictures.length < 2) return;
    if (event.key === 'ArrowLeft') step(-1);
    else if (event.key === 'ArrowRight') step(1);
    else return;
    event.preventDefault();
  };
  if (!picture) {
    return (
      <div className="aspect-4/3 overflow-hidden rounded-lg bg-sunken">
        <Picture image={null} category={category} name={title} place={place} />
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <button
        type="button"
        aria-label={`${m['resources.gallery.enlarge']()}: ${picture.alt || title}`}
        onClick={() => setIsLarge(true)}
        onKeyDown={onKeyDown}
        className="group relative aspect-4/3 cursor-zoom-in overflow-hidden rounded-lg border border-line bg-sunken"
      >
        {picture.placeholder && (
          <img src={picture.placeholder} alt="" className="absolute size-full object-contain" />
        )}
        <Picture
          key={picture.id}
          className="relative"
          image={picture}
          folder={folder}
          alt={picture.alt || title}
          category={category}
          place={place}
          first
          whole={whole}
        />
        <span className="absolute right-2 bottom-2 grid size-11 place-items-center rounded-full bg-surface/95 text-ink group-hover:text-accent-strong">
          <Expand aria-hidden="true" className="size-5" />
        </span>
      </button>
      {picture.note && <p className="text-sm text-ink-soft">{picture.note}</p>}
      {pictures.length > 1 && (
        <ul aria-label={m['resources.gallery.gallery']()} className="flex gap-3 overflow-x-auto p-1">
          {pictures.map((each, position) => (
            <li key={each.id}>
              <button
                type="button"
                aria-label={each.name}
                aria-pressed={position === index}
                onClick={() => setIndex(position)}
                className="block size-20 overflow-hidden rounded-md border-2 border-line aria-pressed:border-accent"
              >
                <Picture image={each} folder={folder} category={category} place="thumbnail" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isLarge && (
        <PictureDialog
          label={m['resources.gallery.gallery']()}
          name={<span className="sr-only">{picture.name}</span>}
          index={index}
          count={pictures.length}
          onIndex={setIndex}
          onClose={() => setIsLarge(false)}
        >
          <Picture
            key={picture.id}
            image={picture}
            folder={folder}
            alt={picture.alt || title}
            category="other"
            place="screen"
            first
            whole
          />
        </PictureDialog>
      )}
    </div>
  );
}
