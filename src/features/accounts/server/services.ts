import { createHash } from 'node:crypto';
import { z } from 'zod';
import { currentTime } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import { AppError } from '#platform/shared/errors.ts';
import { accountsErrors } from '../contract.ts';
import { serviceNames, type ServiceName } from '../going-on.ts';

/** Identity of a person at an external service. */
export type ServiceAccount = {
  accountId: string;
  fullName: string;
  email: string | null;
  /** True if the service itself has verified the address. Naver and LINE do not say. */
  emailVerified: boolean;
};

type Endpoints = { authorize: string; token: string; profile: string };

/**
 * Endpoints of each service. LINE verifies its ID token at "profile"; Google's ID token comes with the token
 * response.
 */
const endpoints: Record<ServiceName, Endpoints> = {
  kakao: {
    authorize: 'https://kauth.kakao.com/oauth/authorize',
    token: 'https://kauth.kakao.com/oauth/token',
    profile: 'https://kapi.kakao.com/v2/user/me',
  },
  naver: {
    authorize: 'https://nid.naver.com/oauth2.0/authorize',
    token: 'https://nid.naver.com/oauth2.0/token',
    profile: 'https://openapi.naver.com/v1/nid/me',
  },
  line: {
    authorize: 'https://access.line.me/oauth2/v2.1/authorize',
    token: 'https://api.line.me/oauth2/v2.1/token',
    profile: 'https://api.line.me/oauth2/v2.1/verify',
  },
  google: {
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    profile: '',
  },
};

const scopes: Record<ServiceName, string> = {
  kakao: 'account_email profile_nickname',
  naver: '',
  line: 'openid profile email',
  google: 'openid profile email',
};

/** Services with OpenID Connect accept a nonce and PKCE. */
const speaksOpenId: Record<ServiceName, boolean> = { kakao: false, naver: false, line: true, google: true };

const timeoutMs = 10_000;

const tokenAnswer = z.object({ access_token: z.string(), id_token: z.string().optional() });
const text = z.string().optional().catch(undefined);
const kakaoProfile = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  kakao_account: z
    .object({
      email: text,
      is_email_valid: z.boolean().optional(),
      is_email_verified: z.boolean().optional(),
      profile: z.object({ nickname: text }).optional(),
    })
    .optional(),
});
const naverProfile = z.object({
  resultcode: z.literal('00'),
  response: z.object({ id: z.string().min(1), email: text, name: text, nickname: text }),
});
const idTokenClaims = z.object({
  iss: z.string(),
  aud: z.string(),
  sub: z.string().min(1),
  exp: z.number(),
  nonce: z.string(),
  name: text,
  email: text,
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
});

export type SocialConfig = Config['social'];

export function configuredServices(social: SocialConfig): ServiceName[] {
  return serviceNames.filter((service) => social.keys[service] !== undefined);
}

function endpointsOf(social: SocialConfig, service: ServiceName): Endpoints {
  if (social.fakeOrigin === undefined) return endpoints[service];
  const at = `${social.fakeOrigin}/${service}`;
  return { authorize: `${at}/authorize`, token: `${at}/token`, profile: `${at}/profile` };
}

function keysOf(social: SocialConfig, service: ServiceName) {
  const keys = social.keys[service];
  if (!keys) throw new AppError(accountsErrors.service_not_offered);
  return keys;
}

/** Returns the address at which the browser signs in with a service. */
export function authorizeUrl(
  social: SocialConfig,
  service: ServiceName,
  request: { redirectUri: string; state: string; nonce: string; codeVerifier: string },
): string {
  const url = new URL(endpointsOf(social, service).authorize);
  const query: Record<string, string> = {
    response_type: 'code',
    client_id: keysOf(social, service).clientId,
    redirect_uri: request.redirectUri,
    state: request.state,
    ...(scopes[service] !== '' && { scope: scopes[service] }),
    ...(speaksOpenId[service] && {
      nonce: request.nonce,
      code_challenge: createHash('sha256').update(request.codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    }),
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Sends a request to a service and throws for anything but a well-formed success; the caller reports only
 * that it failed.
 */
async function ask(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/json', ...(init.headers as Record<string, string>) },
  });
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`);
  return response.json();
}

/** Exchanges the authorization code for the identity. */
export async function findAccount(
  social: SocialConfig,
  service: ServiceName,
  request: { code: string; state: string; redirectUri: string; nonce: string; codeVerifier: string },
): Promise<ServiceAccount> {
  const keys = keysOf(social, service);
  const at = endpointsOf(social, service);
  const token = tokenAnswer.parse(
    await ask(at.token, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: request.code,
        redirect_uri: request.redirectUri,
        client_id: keys.clientId,
        client_secret: keys.clientSecret,
        ...(service === 'naver' && { state: request.state }),
        ...(speaksOpenId[service] && { code_verifier: request.codeVerifier }),
      }),
    }),
  );
  const withToken = { headers: { authorization: `Bearer ${token.access_token}` } };
  if (service === 'kakao') {
    const { id, kakao_account: account } = kakaoProfile.parse(await ask(at.profile, withToken));
    return {
      accountId: id,
      fullName: account?.profile?.nickname ?? '',
      email: account?.email ?? null,
      emailVerified: account?.is_email_valid === true && account.is_email_verified === true,
    };
  }
  if (service === 'naver') {
    const { response } = naverProfile.parse(await ask(at.profile, withToken));
    return {
      accountId: response.id,
      fullName: response.name ?? response.nickname ?? '',
      email: response.email ?? null,
      emailVerified: false,
    };
  }
  if (token.id_token === undefined) throw new Error(`${service} sent no ID token`);
  const claims = idTokenClaims.parse(
    service === 'line'
      ? await ask(at.profile, {
          method: 'POST',
          body: new URLSearchParams({
            id_token: token.id_token,
            client_id: keys.clientId,
            nonce: request.nonce,
          }),
        })
      : // Received directly from Google over TLS: by OpenID Connect Core 3.1.3.7 its signature need not be checked.
        JSON.parse(Buffer.from(token.id_token.split('.')[1] ?? '', 'base64url').toString('utf8')),
  );
  if (
    claims.nonce !== request.nonce ||
    claims.aud !== keys.clientId ||
    claims.exp * 1000 < currentTime().getTime()
  ) {
    throw new Error(`${service}'s ID token is not for this sign-in`);
  }
  if (service === 'google' && !/^(?:https:\/\/)?accounts\.google\.com$/.test(claims.iss)) {
    throw new Error('the ID token is not from Google');
  }
  return {
    accountId: claims.sub,
    fullName: claims.name ?? '',
    email: claims.email ?? null,
    emailVerified: service === 'google' && claims.email_verified === true,
  };
}
