import { createHmac } from 'node:crypto';
import type { Config } from '#platform/server/config.ts';
import type { IceServers } from '../contract.ts';
import { iceMinutes, ticketMinutes } from '../rules.ts';

type Calls = Config['calls'];

/**
 * Returns the ICE servers. Relay credentials expire: coturn's `use-auth-secret`, a username that begins with
 * the expiry, signed with the shared secret.
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

/** Issues a ticket for one person and one LiveKit room, with the same id as here. */
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

/** LiveKit keeps admitted people connected: only its API removes one. */
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
  // A person who has left is not found there any more.
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
      // Tolerates clocks that differ.
      .setNotBefore(seconds - 30)
      .setExpirationTime(seconds + minutes * 60)
      .sign(new TextEncoder().encode(secret))
  );
}
