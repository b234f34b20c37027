import { sourceOf } from '#platform/shared/pictures.ts';

/**
 * Picture of a person, or the first letter of their name. Shown next to the name, so it needs no alternative text.
 */
export function Avatar({ name, url }: { name: string; url: string | null }) {
  return (
    <div className="size-24 shrink-0 overflow-hidden rounded-full border border-line bg-sunken md:size-32">
      {url === null ? (
        <div aria-hidden="true" className="mat grid size-full place-items-center text-4xl font-semibold">
          {[...name.trim()][0]?.toUpperCase()}
        </div>
      ) : (
        <img
          {...sourceOf('avatar', url)}
          alt=""
          width={320}
          height={320}
          className="size-full object-cover"
        />
      )}
    </div>
  );
}
