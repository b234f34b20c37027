import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';

export type SentSms = { service: 'solapi' | 'twilio'; to: string; from: string; text: string };

/**
 * Solapi and Twilio in one server, for `SMS_FAKE_ORIGIN`. It requires what the real ones require: a valid, recent
 * signature that was not used before, or the right password. `refuse` makes them fail.
 */
export function createSmsFakes(keys: { id: string; secret: string }) {
  const sent: SentSms[] = [];
  const used = new Set<string>();
  const state = { refuse: false };

  function solapi(authorization: string, body: string): number {
    const given = Object.fromEntries(
      authorization
        .replace('HMAC-SHA256 ', '')
        .split(', ')
        .map((pair): [string, string] => [
          pair.slice(0, pair.indexOf('=')),
          pair.slice(pair.indexOf('=') + 1),
        ]),
    );
    const { apiKey, date = '', salt = '', signature = '' } = given;
    const right = createHmac('sha256', keys.secret)
      .update(date + salt)
      .digest('hex');
    const skewMs = Math.abs(Date.now() - Date.parse(date));
    if (apiKey !== keys.id || signature !== right || !(skewMs < 15 * 60_000) || used.has(signature))
      return 403;
    used.add(signature);
    const { message } = JSON.parse(body) as { message: { to: string; from: string; text: string } };
    if (/\D/.test(message.to)) return 400;
    sent.push({ service: 'solapi', ...message });
    return 200;
  }
  function twilio(authorization: string, body: string): number {
    if (authorization !== `Basic ${Buffer.from(`${keys.id}:${keys.secret}`).toString('base64')}`) return 401;
    const form = new URLSearchParams(body);
    const [to, from, text] = ['To', 'From', 'Body'].map((name) => form.get(name) ?? '');
    sent.push({ service: 'twilio', to: to ?? '', from: from ?? '', text: text ?? '' });
    return 201;
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const authorization = request.headers.authorization ?? '';
      let status = 404;
      if (state.refuse) status = 500;
      else if (request.url === '/messages/v4/send') status = solapi(authorization, body);
      else if (request.url === `/2010-04-01/Accounts/${keys.id}/Messages.json`)
        status = twilio(authorization, body);
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  return {
    sent,
    state,
    async start(): Promise<string> {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
