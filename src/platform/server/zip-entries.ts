import { validateFileName, type Entry } from 'yauzl';
import { zipNames } from '../shared/zip-names.ts';

export type NamedEntry = { name: string; entry: Entry };

/**
 * Names the entries of a ZIP that was opened with `decodeStrings: false`: yauzl knows neither Korean nor Japanese
 * encodings. Throws its error for a name that leads out of the archive.
 */
export function nameEntries(entries: readonly Entry[]): NamedEntry[] {
  const names = zipNames(
    entries.map(({ fileNameRaw, extraFieldRaw, generalPurposeBitFlag }) => ({
      name: fileNameRaw,
      extra: extraFieldRaw,
      flags: generalPurposeBitFlag,
    })),
  );
  return entries.map((entry, index) => {
    const name = names[index]!;
    const problem = validateFileName(name);
    if (problem !== null) throw new Error(problem);
    return { name, entry };
  });
}
