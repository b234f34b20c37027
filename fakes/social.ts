import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

/** Account at a service, as a test defines it. */
export type FakeAccount = {
  id: string;
  name?: string;
  email?: string;
  /** True if the service has verified the address; Naver and LINE never say. */
  emailVerified?: boolean;
};

/**
 * Kakao, Naver, LINE and Google in one server, for `SOCIAL_FAKE_ORIGIN`. It requires what the real ones require: each
 * code works once, for its client and redirect address, with the right PKCE verifier, and the nonce is returned.
 *
 * A browser at `/<service>/authorize` sees a page with links: sign in as each account that the fake knows,
 * or cancel. Tests without a browser add `&as=<id>` or `&cancel=1` to that address and follow the redirect.
 */
export function createSocialFakes(accounts: FakeAccount[]) {
  type Grant = {
    service: string;
    account: FakeAccount;
    clientId: string;
    redirectUri: string;
    challenge: string;
    nonce: string;
  };
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Grant>();
  const idTokens = new Map<string, Grant>();
  /** Response in place of the profile, for tests of failures. */
  const broken = new Map<string, { status: number; body: string }>();

  function claims(grant: Grant) {
    return {
      iss: grant.service === 'google' ? 'https://accounts.google.com' : 'https://access.line.me',
      aud: grant.clientId,
      sub: grant.account.id,
      exp: Math.floor(Date.now() / 1000) + 300,
      nonce: grant.nonce,
      name: grant.account.name,
      email: grant.account.email,
      ...(grant.service === 'google' && { email_verified: grant.account.emailVerified ?? false }),
    };
  }

  function authorize(service: string, url: URL): { status: number; location?: string; html?: string } {
    const query = (name: string) => url.searchParams.get(name) ?? '';
    const back = new URL(query('redirect_uri'));
    back.searchParams.set('state', query('state'));
    if (url.searchParams.has('cancel')) {
      back.searchParams.set('error', service === 'google' ? 'access_denied' : 'ACCESS_DENIED'.toLowerCase());
      return { status: 302, location: back.href };
    }
    if (url.searchParams.has('fail')) {
      back.searchParams.set('error', 'server_error');
      return { status: 302, location: back.href };
    }
    const account = accounts.find(({ id }) => id === query('as'));
    if (account) {
      const code = randomUUID();
      codes.set(code, {
        service,
        account,
        clientId: query('client_id'),
        redirectUri: query('redirect_uri'),
        challenge: query('code_challenge'),
        nonce: query('nonce'),
      });
      back.searchParams.set('code', code);
      return { status: 302, location: back.href };
    }
    const link = (name: string, value: string, label: string) => {
      const to = new URL(url);
      to.searchParams.set(name, value);
      return `<li><a href="${to.pathname}${to.search.replaceAll('&', '&amp;')}">${label}</a></li>`;
    };
    const items = accounts.map(({ id, name }) => link('as', id, name ?? id));
    return {
      status: 200,
      html: `<!doctype html><html lang="en"><title>Fake ${service}</title><link rel="icon" href="data:,"><h1>Fake ${service}</h1><ul>${items.join('')}${link('cancel', '1', 'Cancel')}</ul></html>`,
    };
  }

  function trade(service: string, form: URLSearchParams): { status: number; body: unknown } {
    const code = form.get('code') ?? '';
    const grant = codes.get(code);
    codes.delete(code);
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (
      !grant ||
      grant.service !== service ||
      form.get('grant_type') !== 'authorization_code' ||
      form.get('client_id') !== grant.clientId ||
      form.get('client_secret') !== `${grant.clientId}-secret` ||
      form.get('redirect_uri') !== grant.redirectUri ||
      (grant.challenge !== '' && verifier !== grant.challenge)
    ) {
      return { status: 400, body: { error: 'invalid_grant' } };
    }
    const accessToken = randomUUID();
    tokens.set(accessToken, grant);
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const idToken = `${encode({ alg: 'HS256' })}.${encode(claims(grant))}.fake`;
    idTokens.set(idToken, grant);
    return {
      status: 200,
      body: {
        access_token: accessToken,
        token_type: 'bearer',
        ...((service === 'line' || service === 'google') && { id_token: idToken }),
      },
    };
  }

  function profile(
    service: string,
    authorization: string,
    form: URLSearchParams,
  ): { status: number; body: unknown } {
    if (service === 'line') {
      const grant = idTokens.get(form.get('id_token') ?? '');
      const right = grant && form.get('client_id') === grant.clientId && form.get('nonce') === grant.nonce;
      return right
        ? { status: 200, body: claims(grant) }
        : { status: 400, body: { error: 'invalid_request' } };
    }
    const grant = tokens.get(authorization.replace('Bearer ', ''));
    if (!grant || grant.service !== service) return { status: 401, body: { code: -401 } };
    const { id, name, email, emailVerified = false } = grant.account;
    if (service === 'naver') {
      return { status: 200, body: { resultcode: '00', message: 'success', response: { id, name, email } } };
    }
    return {
      status: 200,
      body: {
        id: Number(id) || id,
        kakao_account: {
          ...(email !== undefined && {
            email,
            is_email_valid: emailVerified,
            is_email_verified: emailVerified,
          }),
          profile: { nickname: name },
        },
      },
    };
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://fakes.invalid');
      const [, service = '', what = ''] = url.pathname.split('/');
      const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
      const sendJson = ({ status, body }: { status: number; body: unknown }) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(typeof body === 'string' ? body : JSON.stringify(body));
      const failure = broken.get(service);
      if (what === 'authorize') {
        const { status, location, html = '' } = authorize(service, url);
        response
          .writeHead(
            status,
            location === undefined ? { 'content-type': 'text/html; charset=utf-8' } : { location },
          )
          .end(html);
      } else if (failure) sendJson(failure);
      else if (what === 'token') sendJson(trade(service, form));
      else if (what === 'profile') sendJson(profile(service, request.headers.authorization ?? '', form));
      else sendJson({ status: 404, body: { error: 'not_found' } });
    });
  });

  return {
    server,
    accounts,
    broken,
    async start(port = 0): Promise<string> {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      const address = server.address();
      return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** `node fakes/social.ts 4000` serves them for development; see SOCIAL_FAKE_ORIGIN. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const fakes = createSocialFakes([
    { id: '1001', name: '김가짜', email: 'fake.kim@example.com', emailVerified: true },
    { id: '1002', name: 'No Mail' },
  ]);
  console.log(`Kakao, Naver, LINE and Google at ${await fakes.start(Number(process.argv[2] ?? 4000))}`);
}
