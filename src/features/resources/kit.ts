import { isNameOf } from '#platform/shared/file-name.ts';

/** How many of each printable file one thing needs: from the author, else from the bill of materials. */

export const maxNeeded = 1000;

/** Where a number comes from: the author, a line of the bill of materials, or nobody, where each file counts once. */
export const neededSources = ['author', 'parts_list', 'unsaid'] as const;
export type Needed = { count: number; from: (typeof neededSources)[number] };

type Line = { name: string; partNumber?: string | undefined; quantity: number };

/** Returns whether a line of a bill of materials names a file. */
export function isLineOfFile({ name, partNumber = '' }: Pick<Line, 'name' | 'partNumber'>, file: string) {
  return isNameOf(name, file) || isNameOf(partNumber, file);
}

/** Sums what lines of a bill of materials say of a file that they name, by its name with or without its ending. */
function countInList(file: string, lines: readonly Line[]): number | null {
  const found = lines.filter((line) => isLineOfFile(line, file));
  const sum = found.reduce((whole, { quantity }) => whole + quantity, 0);
  return found.length > 0 && Number.isInteger(sum) && sum <= maxNeeded ? sum : null;
}

/** Returns how many of a printable file are needed. */
export function neededOf(
  file: { name: string; needed: number | null },
  billOfMaterials: readonly Line[] = [],
): Needed {
  if (file.needed !== null) return { count: file.needed, from: 'author' };
  const count = countInList(file.name, billOfMaterials);
  return count === null ? { count: 1, from: 'unsaid' } : { count, from: 'parts_list' };
}
