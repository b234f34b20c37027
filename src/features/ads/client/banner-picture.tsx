import { pictureSource, type PicturePlace } from '#platform/shared/pictures.ts';
import type { Ad } from '../contract.ts';

/** Beside a banner's words, which say what it is: a reader that reads aloud has it from them. Its box is as large before it is there. */
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
