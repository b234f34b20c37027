/** Skills as single words; only the first ones if there are many. */
export function Chips({ words, most }: { words: readonly string[]; most: number }) {
  if (words.length === 0) return null;
  const more = words.length - most;
  return (
    <ul className="flex flex-wrap gap-1 text-sm">
      {words.slice(0, most).map((word) => (
        <li key={word} className="max-w-40 truncate rounded-sm bg-accent-soft px-2 text-accent-strong">
          {word}
        </li>
      ))}
      {more > 0 && <li className="rounded-sm bg-sunken px-2 text-ink-soft">+{more}</li>}
    </ul>
  );
}
