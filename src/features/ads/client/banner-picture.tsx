import { pictureSource, type PicturePlace } from '#platform/shared/pictures.ts';
import type { Ad } from '../contract.ts';

/** Decorative picture next to a banner's text, which screen readers read. Its size is reserved. */
export function BannerPicture({
  ad: { id, picture },
  place = 'tile',
  className,
}: {
  ad: Pick<Ad, 'id' | 'picture'>;
  place?: PicturePlace;
  className: string;
}) {
  if (!picture) return null;
  return (
    <img
      {...pictureSource(place, picture, (width) => `/api/ad-images/${id}/${width}.webp`)}
      alt=""
      width={picture.width}
      height={picture.height}
      loading="lazy"
      decoding="async"
      className={`rounded-sm object-contain ${className}`}
    />
  );
}
