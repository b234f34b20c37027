import type { Author } from '../contract.ts';

/** Small avatar shown next to the name, so it needs no alternative text. */
export function Face({ author }: { author: Author | null }) {
  return (
    <span className="block size-10 shrink-0 overflow-hidden rounded-full bg-sunken">
      {author?.avatarUrl ? (
        <img
          src={author.avatarUrl}
          alt=""
          width={96}
          height={96}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        <span aria-hidden="true" className="mat grid size-full place-items-center font-semibold">
          {[...(author?.fullName.trim() ?? '')][0]?.toUpperCase()}
        </span>
      )}
    </span>
  );
}
