import type { Ad } from '../contract.ts';

/** Beside a banner's words, which say what it is: a reader that reads aloud has it from them. Its box is as large before it is there. */
export function BannerPicture({
  ad: { id, picture },
  className,
}: {
  ad: Pick<Ad, 'id' | 'picture'>;
  className: string;
}) {
  if (!picture) return null;
  const address = (width: number) => `/api/ad-images/${id}/${width}.webp`;
  return (
    <img
      src={address(Math.min(...picture.widths))}
      alt=""
      width={picture.width}
      height={picture.height}
      decoding="async"
      className={`rounded-sm object-contain ${className}`}
    />
  );
}
