import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Loads rows with COPY. Values are numbers, texts without control characters, or null. */
export function copyRows(
  client: pg.Client,
  target: string,
  rows: Iterable<readonly (string | number | null)[]>,
): Promise<void> {
  return pipeline(Readable.from(chunksOf(rows)), client.query(copyFrom(`copy ${target} from stdin`)));
}

function* chunksOf(rows: Iterable<readonly (string | number | null)[]>): Generator<Buffer> {
  let chunk = '';
  for (const row of rows) {
    chunk += `${row.map(copyValue).join('\t')}\n`;
    if (chunk.length < 65_536) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  yield Buffer.from(chunk);
}

function copyValue(value: string | number | null): string {
  if (value === null) return '\\N';
  return typeof value === 'number' ? String(value) : value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

/** An array in PostgreSQL's notation. */
export function arrayLiteral(values: readonly (string | number)[]): string {
  return `{${values.map((value) => (typeof value === 'number' ? value : `"${value.replace(/[\\"]/g, '\\$&')}"`)).join(',')}}`;
}
