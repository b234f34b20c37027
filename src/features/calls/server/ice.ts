import { createHmac } from 'node:crypto';
import type { Config } from '#platform/server/config.ts';
import type { IceServers } from '../contract.ts';
import { iceMinutes, ticketMinutes } from '../rules.ts';

type Calls = Config['calls'];

/**
 * The servers by which two browsers find each other. Credentials of the relay end by themselves: coturn's `use-auth-secret`, a name that
 * begins with when it ends, signed with the secret that both sides know.
 */
export function iceServersFor({ stunUrls, turn }: Calls, peerId: string, now: Date): IceServers {
  const expiresAt = new Date(now.getTime() + iceMinutes * 60_000);
  const servers: IceServers['iceServers'] = [];
  if (stunUrls.length > 0) servers.push({ urls: [...stunUrls] });
  if (turn) {
    const username = `${Math.floor(expiresAt.getTime() / 1000)}:${peerId}`;
    const credential = createHmac('sha1', turn.secret).update(username).digest('base64');
    servers.push({ urls: [...turn.urls], username, credential });
  }
  return { iceServers: servers, expiresAt: expiresAt.toISOString() };
}

/** What lets one person into one room of LiveKit, under the id that they have with us. */
export async function serverTicket(
  { livekit }: Calls,
  seat: { channelId: string; peerId: string; name: string },
  now: Date,
): Promise<{ url: string; token: string } | null> {
  if (!livekit) return null;
  const token = await sign(
    livekit,
    {
      name: seat.name,
      video: {
        room: seat.channelId,
        roomJoin: true,
        canPublish: true,
        canSubscribe: true,
        canPublishData: false,
        canUpdateOwnMetadata: false,
      },
    },
    { subject: seat.peerId, now, minutes: ticketMinutes },
  );
  return { url: livekit.url, token };
}

/** LiveKit holds on to whom it has let in: only its own call puts somebody out. */
export async function putOutOfServer(
  { livekit }: Calls,
  seat: { channelId: string; peerId: string },
  now: Date,
): Promise<void> {
  if (!livekit) return;
  const token = await sign(
    livekit,
    { video: { room: seat.channelId, roomAdmin: true } },
    { subject: 'gongbang', now, minutes: 1 },
  );
  const origin = livekit.url.replace(/^ws/, 'http');
  const answer = await fetch(`${origin}/twirp/livekit.RoomService/RemoveParticipant`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ room: seat.channelId, identity: seat.peerId }),
    signal: AbortSignal.timeout(5000),
  });
  // Whoever has gone by themselves is not found there any more.
  if (!answer.ok && answer.status !== 404) throw new Error(`LiveKit answered ${answer.status}`);
}

async function sign(
  { key, secret }: NonNullable<Calls['livekit']>,
  claims: Record<string, unknown>,
  { subject, now, minutes }: { subject: string; now: Date; minutes: number },
): Promise<string> {
  const { SignJWT } = await import('jose');
  const seconds = Math.floor(now.getTime() / 1000);
  return (
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(key)
      .setSubject(subject)
      // Clocks of two servers differ.
      .setNotBefore(seconds - 30)
      .setExpirationTime(seconds + minutes * 60)
      .sign(new TextEncoder().encode(secret))
  );
}
