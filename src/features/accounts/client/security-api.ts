import { queryOptions } from '@tanstack/react-query';
import { getJson, sendJson } from '#platform/client/fetcher.ts';
import type { Completion, Consents, CurrentUser, OwnSession, Security } from '../contract.ts';
import type { ServiceName } from '../going-on.ts';

export const securityQuery = queryOptions({
  queryKey: ['user-security'],
  meta: { private: true },
  staleTime: 60_000,
  queryFn: ({ signal }) => getJson<Security>('/api/user/security', signal),
});

export const sessionsQuery = queryOptions({
  queryKey: ['user-sessions'],
  meta: { private: true },
  staleTime: 60_000,
  queryFn: ({ signal }) => getJson<OwnSession[]>('/api/user/sessions', signal),
});

export const getCompletion = () => getJson<Completion>('/api/auth/completion');

/** Goes to a service, which redirects the browser back to one of our pages. */
export async function visitService(
  service: ServiceName,
  intent: 'sign_in' | 'connect' | 'prove',
  next?: string,
): Promise<void> {
  const { url } = await sendJson<{ url: string }>('POST', `/api/auth/${service}`, { intent, next });
  window.location.assign(url);
}

/** Thrown when the browser's passkey dialog was closed or found no passkey. */
export class PasskeyCancelled extends Error {}

type Challenge = { options: never; ticket: string };

/** Sends a passkey assertion to the route at `path`. The library is loaded on demand. */
export async function showPasskey(path: string): Promise<CurrentUser> {
  const [{ startAuthentication }, { options, ticket }] = await Promise.all([
    import('@simplewebauthn/browser'),
    sendJson<Challenge>('POST', `${path}/options`),
  ]);
  const response = await startAuthentication({ optionsJSON: options }).catch((error: unknown) => {
    throw new PasskeyCancelled(String(error));
  });
  return sendJson<CurrentUser>('POST', path, { ticket, response });
}

export async function makePasskey(name: string): Promise<void> {
  const [{ startRegistration }, { options, ticket }] = await Promise.all([
    import('@simplewebauthn/browser'),
    sendJson<Challenge>('POST', '/api/user/passkeys/options'),
  ]);
  const response = await startRegistration({ optionsJSON: options }).catch((error: unknown) => {
    throw new PasskeyCancelled(String(error));
  });
  await sendJson('POST', '/api/user/passkeys', { ticket, name, response });
}

export const consentsQuery = queryOptions({
  queryKey: ['user-consents'],
  meta: { private: true },
  staleTime: 60_000,
  queryFn: ({ signal }) => getJson<Consents>('/api/user/consents', signal),
});
