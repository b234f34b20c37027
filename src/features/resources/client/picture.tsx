import {
  Box,
  CircuitBoard,
  Code,
  File,
  Gamepad2,
  BookOpen,
  BrainCircuit,
  type LucideIcon,
} from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { pictureSource, type PicturePlace } from '#platform/shared/pictures.ts';
import { DrawnPicture } from '#ui/drawn-picture.tsx';
import type { Category } from '../rules.ts';

const icons: Record<Category, LucideIcon> = {
  hardware_design: CircuitBoard,
  software: Code,
  ai_model: BrainCircuit,
  '3d_model': Box,
  free_content: BookOpen,
  flash_game: Gamepad2,
  other: File,
};

/** Picture of a resource in the width that the screen needs; without one, a drawing of it, or a sign of its category. */
export function Picture(props: {
  image: { id: string; width: number; height: number; widths: readonly number[] } | null;
  /** Folder in the API that serves the picture. */
  folder?: 'images' | 'service-images' | 'auction-images' | 'wanted-images';
  alt?: string;
  category: Category;
  /** What is drawn where there is no picture: its name, which stands next to it, and its kind, if that is not its category. */
  name?: string;
  kind?: string;
  place: PicturePlace;
  /** First picture of the page: it is loaded with high priority. */
  first?: boolean;
  /** Shows the picture uncropped; a card crops it to fill its place. */
  whole?: boolean;
  className?: string;
}) {
  const {
    image,
    folder = 'images',
    alt = '',
    category,
    name,
    kind = category,
    place,
    first = false,
    whole = false,
    className = '',
  } = props;
  if (!image && name !== undefined) return <DrawnPicture name={name} kind={kind} />;
  if (!image) {
    const Icon = icons[category];
    return (
      <div
        className="mat grid size-full place-items-center"
        role="img"
        aria-label={m['resources.card.no_image']()}
      >
        <Icon aria-hidden="true" className="size-12 text-on-mat-soft" strokeWidth={1.25} />
      </div>
    );
  }
  return (
    <img
      {...pictureSource(place, image, (width) => `/api/${folder}/${image.id}/${width}.webp`)}
      width={image.width}
      height={image.height}
      alt={alt}
      loading={first ? 'eager' : 'lazy'}
      decoding={first ? 'sync' : 'async'}
      fetchPriority={first ? 'high' : undefined}
      className={`size-full ${whole ? 'object-contain' : 'object-cover'} ${className}`}
    />
  );
}
