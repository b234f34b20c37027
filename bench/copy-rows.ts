import { once } from 'node:events';
import type { Socket } from 'node:net';
import type pg from 'pg';

/** What pg's own queries are given; `pg-copy-streams` is built on the same. */
type CopyConnection = {
  stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

/** Loads rows with COPY. Values are numbers, texts without control characters, or null. */
export function copyRows(
  client: pg.Client,
  target: string,
  rows: Iterable<readonly (string | number | null)[]>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const ignore = () => {};
    const query = {
      submit(connection: CopyConnection) {
        connection.query(`copy ${target} from stdin`);
      },
      handleCopyInResponse(connection: CopyConnection) {
        void send(connection);
      },
      // pg tells a query that failed of nothing after this.
      handleError(error: Error) {
        failed = true;
        reject(error);
      },
      handleReadyForQuery: () => resolve(),
      handleRowDescription: ignore,
      handleDataRow: ignore,
      handleCommandComplete: ignore,
      handlePortalSuspended: ignore,
      handleEmptyQuery: ignore,
    };

    async function send(connection: CopyConnection): Promise<void> {
      try {
        let chunk = '';
        for (const row of rows) {
          chunk += `${row.map(copyValue).join('\t')}\n`;
          if (chunk.length < 65_536) continue;
          connection.sendCopyFromChunk(Buffer.from(chunk));
          chunk = '';
          if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
          if (failed) return;
        }
        connection.sendCopyFromChunk(Buffer.from(chunk));
        connection.endCopyFrom();
      } catch (error) {
        connection.sendCopyFail(String(error));
      }
    }
    client.query(query as unknown as pg.Submittable);
  });
}

function copyValue(value: string | number | null): string {
  if (value === null) return '\\N';
  return typeof value === 'number' ? String(value) : value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

/** An array in PostgreSQL's notation. */
export function arrayLiteral(values: readonly (string | number)[]): string {
  return `{${values.map((value) => (typeof value === 'number' ? value : `"${value.replace(/[\\"]/g, '\\$&')}"`)).join(',')}}`;
}
