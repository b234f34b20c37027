import { createServer } from 'node:http';

/** PortOne's account look-up, for `BANK_FAKE_ORIGIN`: knows the given holders, by `BANK/digits`. */
export function createBankFake(secret: string, holders: Record<string, string>) {
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.headers.authorization !== `PortOne ${secret}`) return answer(401, { type: 'UNAUTHORIZED' });
    const [, account = ''] =
      /^\/platform\/bank-accounts\/([A-Z_]+\/\d+)\/holder$/.exec(request.url ?? '') ?? [];
    if (account.startsWith('POST/')) return answer(502, { type: 'PLATFORM_EXTERNAL_API_TEMPORARILY_FAILED' });
    const holderName = holders[account];
    if (holderName === undefined) return answer(502, { type: 'PLATFORM_EXTERNAL_API_FAILED' });
    return answer(200, { holderName, accountVerificationId: 'fake' });
  });
  return {
    async start(): Promise<string> {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
