import { createServer, type Socket } from 'node:net';

const eicar = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$` + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';

/** clamd's INSTREAM over TCP, which detects one virus: EICAR's test file. */
export function createClamavFake(maxBytes = 100 * 1024 * 1024) {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    let waiting = Buffer.alloc(0);
    let isGreeted = false;
    let size = 0;
    let tail = '';
    let found = false;
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
    socket.on('data', (data) => {
      waiting = Buffer.concat([waiting, data]);
      if (!isGreeted) {
        const command = 'zINSTREAM\0';
        if (waiting.length < command.length) return;
        if (waiting.toString('latin1', 0, command.length) !== command) {
          socket.end('UNKNOWN COMMAND\0');
          return;
        }
        isGreeted = true;
        waiting = waiting.subarray(command.length);
      }
      while (waiting.length >= 4) {
        const length = waiting.readUInt32BE(0);
        if (length === 0) {
          socket.end(found ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0');
          return;
        }
        if (waiting.length < 4 + length) return;
        const text = tail + waiting.toString('latin1', 4, 4 + length);
        found ||= text.includes(eicar);
        tail = text.slice(-eicar.length);
        size += length;
        waiting = waiting.subarray(4 + length);
        if (size > maxBytes) {
          socket.end('INSTREAM size limit exceeded. ERROR\0');
          return;
        }
      }
    });
  });
  return {
    eicar,
    async start(port = 0): Promise<number> {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      const address = server.address();
      return typeof address === 'object' ? (address?.port ?? 0) : 0;
    },
    stop: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
