import type { Person } from '../contract.ts';

/** Small avatar next to a name; decorative, because the name is there. */
export function Face({ person, small = false }: { person: Person | null; small?: boolean }) {
  return (
    <span className={`block shrink-0 overflow-hidden rounded-full bg-sunken ${small ? 'size-6' : 'size-10'}`}>
      {person?.avatarUrl ? (
        <img
          src={person.avatarUrl}
          alt=""
          width={96}
          height={96}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        <span
          aria-hidden="true"
          className={`mat grid size-full place-items-center font-semibold ${small ? 'text-sm' : ''}`}
        >
          {[...(person?.fullName.trim() ?? '')][0]?.toUpperCase()}
        </span>
      )}
    </span>
  );
}
