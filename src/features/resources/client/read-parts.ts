import { PartsFileError, readPartsFile, type PartsTable } from '../parts-files.ts';
import { delimiterOf, parseTable, proposeReading, readParts, rowsInWon } from '../parts-reading.ts';
import { type PartRow } from '../parts-numbers.ts';

export type PartsAnswer =
  | { parts: PartRow[] }
  /** Tables that leave something open. */
  | { tables: PartsTable[] }
  | { problem: 'no_rows' | PartsFileError['problem'] };

/** Reads a list of parts; tables that leave something open are for the preview. */
export function readPartsOf(source: string | Uint8Array): PartsAnswer {
  let tables: PartsTable[];
  try {
    tables =
      typeof source === 'string'
        ? [{ name: '', rows: parseTable(source), delimiter: delimiterOf(source) }]
        : readPartsFile(source);
  } catch (error) {
    if (error instanceof PartsFileError) return { problem: error.problem };
    throw error;
  }
  const filled = tables.filter(({ rows }) => rows.length > 0);
  const [only] = filled;
  if (!only) return { problem: 'no_rows' };
  const proposal = proposeReading(only.rows, only.delimiter);
  if (filled.length > 1 || proposal.doubts.length > 0) return { tables: filled };
  const parts = rowsInWon(readParts(only.rows, proposal), proposal.currency, null);
  return parts.length === 0 ? { problem: 'no_rows' } : { parts };
}
