import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { cityNames } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { locales } from '#i18n/languages.ts';
import { ApiError, callApi, getJson, sendJson } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import type {
  Engineer,
  Overview,
  PersonSupport,
  Session,
  SessionRequest,
  Volunteer,
  Waiting,
} from '../contract.ts';
import { engineersPerPage, skills, type SessionEvent } from '../rules.ts';

/** Polling interval of waiting people and available volunteers. */
export const pollMs = 10_000;
const key = 'support';

export const overviewQuery = () =>
  queryOptions({
    queryKey: [key, 'overview', currentLocale()],
    staleTime: pollMs,
    queryFn: ({ signal }) => getJson<Overview>('/api/support', signal),
  });

export const volunteerQuery = queryOptions({
  queryKey: [key, 'volunteer'],
  meta: { private: true },
  staleTime: 0,
  queryFn: ({ signal }) => getJson<Volunteer | null>('/api/user/volunteer', signal),
});

export const queueQuery = queryOptions({
  queryKey: [key, 'queue'],
  meta: { private: true },
  staleTime: 0,
  refetchInterval: pollMs,
  // Polls in background tabs too, because that keeps a volunteer available.
  refetchIntervalInBackground: true,
  queryFn: ({ signal }) => getJson<Waiting[]>('/api/user/support-queue', signal),
});

export const sessionsQuery = (orderId?: string) =>
  queryOptions({
    queryKey: [key, 'sessions', orderId ?? ''],
    meta: { private: true },
    staleTime: 0,
    refetchInterval: pollMs,
    queryFn: ({ signal }) =>
      getJson<Session[]>(
        `/api/user/support-sessions?limit=50${orderId === undefined ? '' : `&orderId=${orderId}`}`,
        signal,
      ),
  });

const pathOf = (id: string) => `/api/support-sessions/${encodeURIComponent(id)}`;

export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: [key, 'session', id],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) => getJson<Session>(pathOf(id), signal),
  });

export const personSupportQuery = (username: string) =>
  queryOptions({
    queryKey: [key, 'person', username],
    queryFn: ({ signal }) =>
      getJson<PersonSupport>(`/api/people/${encodeURIComponent(username)}/support`, signal),
  });

export const kinds = ['volunteer', 'paid'] as const;
export const cities = Object.keys(cityNames) as (keyof typeof cityNames)[];

/** Parses the address of the list; invalid values are dropped. */
export function readEngineerSearch(raw: Record<string, unknown>) {
  const among = <Value extends string>(values: readonly Value[], name: string) =>
    values.find((value) => value === raw[name]);
  const page = Number(raw['page']);
  return {
    kind: among(kinds, 'kind'),
    skill: among(skills, 'skill'),
    language: among(locales, 'language'),
    city: among(cities, 'city'),
    available: raw['available'] === true || raw['available'] === 'true' ? true : undefined,
    page: Number.isSafeInteger(page) && page > 1 && page < 1e6 ? page : undefined,
  };
}
export type EngineerSearch = ReturnType<typeof readEngineerSearch>;

export const engineersQuery = (search: EngineerSearch) => {
  const given = Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const parameters = new URLSearchParams([...given, ['limit', String(engineersPerPage)]]);
  return queryOptions({
    queryKey: [key, 'engineers', parameters.toString()],
    queryFn: async ({ signal }) => {
      const { body, headers } = await callApi<unknown>(`/api/engineers?${parameters}`, { signal });
      if (!Array.isArray(body)) throw new ApiError(200, 'wrong_format', m['platform.client.wrong_format']());
      const total = Number(headers.get('x-total-count') ?? body.length);
      return {
        items: body as Engineer[],
        total,
        page: Number(headers.get('x-page') ?? 1),
        pageCount: Math.max(1, Math.ceil(total / engineersPerPage)),
      };
    },
  });
};

export function putSession(client: QueryClient, session: Session): void {
  client.setQueryData(sessionQuery(session.id).queryKey, session);
}

/** Invalidates a session and the lists that show it. */
export function useSessionChanges() {
  const client = useQueryClient();
  return async (change: Promise<Session | null>): Promise<Session | null> => {
    try {
      const session = await change;
      if (session) putSession(client, session);
      return session;
    } finally {
      void client.invalidateQueries({ queryKey: [key, 'sessions'] });
      void client.invalidateQueries({ queryKey: [key, 'queue'] });
      void client.invalidateQueries({ queryKey: ['community'] });
    }
  };
}

export const openSession = (request: SessionRequest) =>
  sendJson<Session>('POST', '/api/support-sessions', request);
export const act = (id: string, event: SessionEvent) =>
  sendJson<Session | null>('POST', `${pathOf(id)}/events`, { event });
export const showStep = (id: string, step: number) => sendJson<null>('PUT', `${pathOf(id)}/step`, { step });
export const propose = (id: string, answer: { text: string; isAnonymous?: boolean }) =>
  sendJson<Session>('PUT', `${pathOf(id)}/answer`, answer);
export const agree = (id: string, version: number) =>
  sendJson<Session>('POST', `${pathOf(id)}/answer/agreement`, { version });
export const withdraw = (id: string) => sendJson<Session>('DELETE', `${pathOf(id)}/answer`);
export const offerHelp = (offer: Pick<Volunteer, 'skills' | 'tags' | 'languages'>) =>
  sendJson<Volunteer>('PUT', '/api/user/volunteer', offer);
export const stopHelping = () => sendJson<null>('DELETE', '/api/user/volunteer');
export const setAvailable = (hours: number) =>
  sendJson<Volunteer>('PUT', '/api/user/volunteer/availability', { hours });
