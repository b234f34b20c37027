import { once } from 'node:events';
import type { Socket } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import type pg from 'pg';

/** What pg's own queries are given; `pg-copy-streams` is built on the same. */
type CopyConnection = {
  stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

const ignore = () => {};
const unheard = {
  handleRowDescription: ignore,
  handleDataRow: ignore,
  handleCommandComplete: ignore,
  handlePortalSuspended: ignore,
  handleEmptyQuery: ignore,
};

/** The rows of `copy … to stdout`, as fast as they are read. */
export function copyOut(client: pg.Client, statement: string): Readable {
  const rows = new PassThrough();
  const query = {
    ...unheard,
    submit(connection: CopyConnection) {
      const goOn = () => void connection.stream.resume();
      rows.on('drain', goOn).on('close', goOn);
      connection.query(statement);
    },
    handleCopyData({ chunk }: { chunk: Buffer }, { stream }: CopyConnection) {
      // The buffer that it stands in is used again.
      if (!rows.write(Buffer.from(chunk))) stream.pause();
    },
    handleError: (error: Error) => void rows.destroy(error),
    handleReadyForQuery: () => void rows.end(),
  };
  client.query(query as unknown as pg.Submittable);
  return rows;
}

/** Feeds `copy … from stdin`. */
export function copyIn(client: pg.Client, statement: string, rows: AsyncIterable<Buffer>): Promise<void> {
  return new Promise((resolve, reject) => {
    let failed = false;
    async function send(connection: CopyConnection): Promise<void> {
      try {
        for await (const chunk of rows) {
          // pg tells a query that failed of nothing after this.
          if (failed) return;
          connection.sendCopyFromChunk(chunk);
          if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
        }
        connection.endCopyFrom();
      } catch (error) {
        connection.sendCopyFail(String(error));
      }
    }
    const query = {
      ...unheard,
      submit: (connection: CopyConnection) => connection.query(statement),
      handleCopyInResponse: (connection: CopyConnection) => void send(connection),
      handleError(error: Error) {
        failed = true;
        reject(error);
      },
      handleReadyForQuery: () => resolve(),
    };
    client.query(query as unknown as pg.Submittable);
  });
}
