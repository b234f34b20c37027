/** Returns true for two names that would collide in one folder. */
function isSameName(a: string, b: string): boolean {
  return a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase();
}

/** Returns the change of each file since the previous version, and the files that were removed. */
export function fileChanges<File extends { id: string; name: string; sha256: string }>(
  before: readonly File[],
  now: readonly File[],
): { marks: ReadonlyMap<string, 'new' | 'changed'>; gone: readonly File[] } {
  const left = [...before];
  const marks = new Map<string, 'new' | 'changed'>();
  // Two files may share a name: match exact duplicates first.
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
 * Returns the files of the next version: kept files in their places, then added ones. An added file replaces
 * one of the same name. Without `keptIds`, all files are kept.
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
 * Sorts newest first; files of the same time keep their order. Files that a new version adds come before
 * those it has kept, regardless of names.
 */
export function newestFirst<File extends { createdAt: Date | string }>(files: readonly File[]): File[] {
  return files.toSorted((a, b) => new Date(b.createdAt).getTime() - new Date(a.createdAt).getTime());
}
