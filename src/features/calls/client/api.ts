import { queryOptions } from '@tanstack/react-query';
import { callApi, getJson, sendJson } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import type {
  Call,
  CallLink,
  GuestJoinInput,
  IceServers,
  Joined,
  JoinInput,
  LinkState,
  ModelChoice,
} from '../contract.ts';

const pathOf = (channel: string) => `/api/calls/${encodeURIComponent(channel)}`;
const linkPathOf = (token: string) => `/api/call-links/${encodeURIComponent(token)}`;

export const callQuery = (channel: string) =>
  queryOptions({
    queryKey: ['call', channel],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) => getJson<Call>(pathOf(channel), signal),
  });

export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['call-link', token],
    meta: { private: true },
    staleTime: 0,
    retry: false,
    queryFn: ({ signal }) => getJson<LinkState>(linkPathOf(token), signal),
  });

/** `former` is the previous seat of a person who returns; it is given up. */
export const joinCall = (channel: string, input: JoinInput, former: Joined | null) =>
  sendJson<Joined>('POST', `${pathOf(channel)}/join`, { ...input, ...(former && { former: former.key }) });

export const joinByLink = (token: string, input: GuestJoinInput) =>
  sendJson<Joined>('POST', `${linkPathOf(token)}/join`, input);

export const makeLink = (channel: string) => sendJson<CallLink>('POST', `${pathOf(channel)}/links`, {});

export const removePerson = (channel: string, peerId: string) =>
  sendJson<null>('DELETE', `${pathOf(channel)}/people/${peerId}`);

type Seat = Pick<Joined, 'channelId' | 'key'>;
const withKey = ({ key }: Seat, init: RequestInit = {}): RequestInit => ({
  ...init,
  headers: { ...(init.headers as Record<string, string> | undefined), 'x-call-key': key },
});

export const renewIce = async (seat: Seat) =>
  (await callApi<IceServers>(`${pathOf(seat.channelId)}/ice`, withKey(seat, { method: 'POST' }))).body;

/** `keepalive` lets the request outlive the page. */
export function leaveCall(seat: Seat): void {
  const init = withKey(seat, { method: 'POST', keepalive: true });
  void fetch(`${pathOf(seat.channelId)}/leave`, init).catch(() => {});
}

export async function sendFrame(seat: Seat, picture: string): Promise<void> {
  await callApi<null>(
    `${pathOf(seat.channelId)}/frame`,
    withKey(seat, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ picture }),
    }),
  );
}

/** Loads a picture that needs the seat's key, and returns its object URL. */
export async function loadFrame(seat: Seat, id: string): Promise<string> {
  const answer = await fetch(
    `${pathOf(seat.channelId)}/frames/${id}`,
    withKey(seat, { headers: { 'accept-language': currentLocale() } }),
  );
  if (!answer.ok) throw new Error(`the picture was refused: ${answer.status}`);
  return URL.createObjectURL(await answer.blob());
}

export const modelAddress = ({ channelId }: Seat, stageId: string) =>
  `${pathOf(channelId)}/models/${stageId}`;

/** Query of the 3D models that can be shown: those of the channel, or of a resource. */
export const modelsQuery = (seat: Seat, resource: string | null) =>
  queryOptions({
    queryKey: ['call-models', seat.key, resource],
    meta: { private: true },
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const query = resource === null ? '' : `?resource=${resource}`;
      const { body } = await callApi<{ models: ModelChoice[] }>(
        `${pathOf(seat.channelId)}/models${query}`,
        withKey(seat, { signal }),
      );
      return body.models;
    },
  });
