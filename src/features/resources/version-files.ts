/** Two files that a folder could not hold beside each other. */
function isSameName(a: string, b: string): boolean {
  return a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase();
}

/** What became of each file of a version since the one before it, and which of that one's have gone. */
export function fileChanges<File extends { id: string; name: string; sha256: string }>(
  before: readonly File[],
  now: readonly File[],
): { marks: ReadonlyMap<string, 'new' | 'changed'>; gone: readonly File[] } {
  const left = [...before];
  const marks = new Map<string, 'new' | 'changed'>();
  // Two may have one name: those that are the same to the letter are found first.
  const take = (fits: (old: File) => boolean) => {
    const index = left.findIndex(fits);
    return index >= 0 ? left.splice(index, 1)[0] : undefined;
  };
  const other = now.filter(
    ({ name, sha256 }) => !take((old) => isSameName(old.name, name) && old.sha256 === sha256),
  );
  for (const { id, name } of other)
    marks.set(id, take((old) => isSameName(old.name, name)) ? 'changed' : 'new');
  return { marks, gone: left };
}

/**
 * The files of what comes next: those that are there and stay, in their places, then what is added. What is added
 * under the name of one that is there takes its place. Without `keptIds` all stay.
 */
export function nextFiles<Old extends { id: string; name: string }, New extends { name: string }>(
  current: readonly Old[],
  added: readonly New[],
  keptIds?: ReadonlySet<string>,
): (Old | New)[] {
  const waiting = [...added];
  const staying = current.flatMap((file): (Old | New)[] => {
    const same = waiting.findIndex(({ name }) => isSameName(name, file.name));
    if (same >= 0) return waiting.splice(same, 1);
    return keptIds === undefined || keptIds.has(file.id) ? [file] : [];
  });
  return [...staying, ...waiting];
}

/**
 * Those that came last first; those that came together stay in their order. What a new version brings comes before
 * what it has from the last one, under whatever name.
 */
export function newestFirst<File extends { createdAt: Date | string }>(files: readonly File[]): File[] {
  return files.toSorted((a, b) => new Date(b.createdAt).getTime() - new Date(a.createdAt).getTime());
}

/** Names as they can stand in one folder: who comes second under a name is numbered. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((each) => {
    const name = each.normalize('NFC');
    const dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length;
    let distinct = name;
    for (let number = 2; taken.has(distinct.toLowerCase()); number += 1)
      distinct = `${name.slice(0, dot)} (${number})${name.slice(dot)}`;
    taken.add(distinct.toLowerCase());
    return distinct;
  });
}
