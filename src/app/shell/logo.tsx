/** 공: two set squares and a base line; the character for craft (工) that all three names share. */
export function Logo({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" className="fill-mat" />
      <path
        d="M8 9h16M16 9v14M6 23h20"
        className="stroke-on-mat"
        strokeWidth="3"
        strokeLinecap="square"
        fill="none"
      />
    </svg>
  );
}
