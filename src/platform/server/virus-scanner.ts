import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import type { Config } from './config.ts';

export type VirusScanner = {
  /** Throws if the scanner does not respond, or refuses the size. */
  isClean(bytes: Readable): Promise<boolean>;
};

/** Maximum silence of the scanner, which responds only after the last byte. */
const silenceMs = 120_000;
/** clamd refuses chunks larger than its stream limit; this is far below. */
const chunkBytes = 256 * 1024;

/** Connects to a ClamAV daemon with its INSTREAM command; null if none is configured. */
export function createVirusScanner({ clamav }: Pick<Config, 'clamav'>): VirusScanner | null {
  if (!clamav) return null;
  return {
    async isClean(bytes) {
      const socket = connect(clamav.port, clamav.host);
      socket.setTimeout(silenceMs, () => socket.destroy(new Error('the virus scanner is silent')));
      const answer = new Promise<string>((resolve, reject) => {
        let text = '';
        socket.on('data', (data) => (text += data.toString('latin1')));
        socket.on('end', () => resolve(text));
        socket.on('error', reject);
      });
      // The error reaches the caller through the response; until it is awaited, it must not end the process.
      answer.catch(() => {});
      try {
        await write('zINSTREAM\0');
        for await (const chunk of bytes as AsyncIterable<Buffer>) {
          for (let start = 0; start < chunk.length; start += chunkBytes) {
            const part = chunk.subarray(start, start + chunkBytes);
            const length = Buffer.alloc(4);
            length.writeUInt32BE(part.length);
            await write(Buffer.concat([length, part]));
          }
        }
        await write(Buffer.alloc(4));
        return isCleanAnswer(await answer);
      } catch (error) {
        // A scanner that closes the connection has sent its reason, or the network failed.
        if (socket.errored || socket.readableEnded) return isCleanAnswer(await answer);
        throw error;
      } finally {
        socket.destroy();
      }

      function write(data: string | Buffer): Promise<void> {
        return new Promise((resolve, reject) =>
          socket.write(data, (error) => (error ? reject(error) : resolve())),
        );
      }
    },
  };
}

function isCleanAnswer(answer: string): boolean {
  const text = answer.replace(/\0/g, '').trim();
  if (text === 'stream: OK') return true;
  if (text.endsWith(' FOUND')) return false;
  throw new Error(`the virus scanner answered: ${text.slice(0, 200)}`);
}
