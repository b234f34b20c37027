import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { NotRead } from '#ui/load-failed.tsx';
import type { Joined, JoinInput } from '../contract.ts';
import { callQuery, joinByLink, joinCall, linkQuery } from './api.ts';
import { CallRoom } from './call-room.tsx';
import { createCall, type CallClient } from './call.ts';
import { Lobby } from './lobby.tsx';
import type { CallPlace } from './public.tsx';
import type { SessionDeps } from './session.ts';

/** Call with its lobby. */
export function CallScreen({ place }: { place: CallPlace }) {
  useOwnDocument();
  return 'token' in place ? <GuestCall token={place.token} /> : <ChannelCall channel={place.channel} />;
}

/**
 * The permissions policy belongs to the document: after a client-side navigation, the page must be reloaded.
 */
function useOwnDocument(): void {
  useEffect(() => {
    const [began] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (began && !/\/(remote-support|call)\//.test(new URL(began.name).pathname)) location.reload();
  }, []);
}

function ChannelCall({ channel }: { channel: string }) {
  const { pathname } = useLocation();
  const { data: user } = useQuery(currentUserQuery);
  const call = useQuery(callQuery(channel));
  // Keep the loaded data when a refetch fails.
  if (!call.data) return call.error ? <Refused error={call.error} retry={call.refetch} /> : <Waiting />;
  const { name, people, can, channelId } = call.data;
  if (!user)
    return (
      <Card title={name} text={m['calls.lobby.login_needed']()}>
        <Link to="/login" search={{ next: pathname }} className={buttonClass()}>
          {m['calls.lobby.login']()}
        </Link>
      </Card>
    );
  if (!can.join) return <Card title={name} text={m['calls.error.may_not_join']()} />;
  return (
    <Calling
      name={name}
      inside={people.length}
      channelId={channelId}
      enter={(input, former) => joinCall(channelId, input, former)}
    />
  );
}

const keptName = (token: string) => `call-guest ${token}`;
const nothingChanges = () => () => {};
type KeptGuest = { name: string; guestKey: string };

/** Reads the guest key of this window, with which a guest returns after a reload. */
function readKept(token: string): string | null {
  try {
    return sessionStorage.getItem(keptName(token));
  } catch {
    return null;
  }
}
function parseKept(kept: string | null): KeptGuest | null {
  try {
    return JSON.parse(kept ?? 'null') as KeptGuest | null;
  } catch {
    return null;
  }
}

function GuestCall({ token }: { token: string }) {
  const link = useQuery(linkQuery(token));
  const kept = useSyncExternalStore(
    nothingChanges,
    () => readKept(token),
    () => undefined,
  );
  const known = useMemo(() => parseKept(kept ?? null), [kept]);
  const [typed, setTyped] = useState<string>();
  const [hasEntered, setHasEntered] = useState(false);
  const made = useRef<string>(undefined);
  const name = typed ?? known?.name ?? '';
  if (!link.data) return link.error ? <Refused error={link.error} retry={link.refetch} /> : <Waiting />;
  if (kept === undefined) return <Waiting />;
  if (link.data.isUsed && known === null && !hasEntered)
    return <Card title={link.data.name} text={m['calls.error.link_used']()} />;
  async function enter(input: JoinInput, seat: Joined | null): Promise<Joined> {
    // Generated and stored before the request: if the response is lost, the guest still holds the link.
    const guestKey =
      seat?.guestKey ?? parseKept(readKept(token))?.guestKey ?? made.current ?? crypto.randomUUID();
    made.current = guestKey;
    try {
      sessionStorage.setItem(keptName(token), JSON.stringify({ name, guestKey } satisfies KeptGuest));
    } catch {
      // Without storage, the guest cannot return after a reload.
    }
    const joined = await joinByLink(token, { ...input, name, guestKey });
    setHasEntered(true);
    return joined;
  }
  return <Calling name={link.data.name} enter={enter} guest={{ name, setName: setTyped }} />;
}

async function openSession(deps: SessionDeps) {
  // Loaded only if LiveKit is configured: it is larger than everything else.
  if (deps.seat.server) return (await import('./livekit.ts')).createServerSession(deps);
  return (await import('./mesh.ts')).createMesh(deps);
}

function Calling({
  name,
  inside,
  channelId,
  enter,
  guest,
}: {
  name: string;
  inside?: number;
  channelId?: string;
  enter(input: JoinInput, seat: Joined | null): Promise<Joined>;
  guest?: { name: string; setName(name: string): void };
}) {
  const [call] = useState(() => createCall({ openSession }));
  useEffect(() => call.enterWith(enter));
  useEffect(() => call.open(), [call]);
  return (
    <Stages
      {...{ call, name }}
      {...(inside !== undefined && { inside })}
      {...(channelId && { channelId })}
      {...(guest && { guest })}
    />
  );
}

function Stages({
  call,
  name,
  inside,
  channelId,
  guest,
}: {
  call: CallClient;
  name: string;
  inside?: number;
  channelId?: string;
  guest?: { name: string; setName(name: string): void };
}) {
  const state = useSyncExternalStore(call.subscribe, call.getState, call.getState);
  if (state.phase === 'in' || state.phase === 'reconnecting')
    return <CallRoom call={call} state={state} name={name} {...(channelId && { channelId })} />;
  return (
    <Lobby
      call={call}
      state={state}
      name={name}
      {...(inside !== undefined && { inside })}
      {...(guest && { guest })}
    />
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className="page grid max-w-2xl gap-6 py-8 md:py-12">
      <div className="animate-pulse bg-sunken h-10 w-2/3 rounded-md" />
      <div className="animate-pulse bg-sunken h-96 rounded-lg" />
    </div>
  );
}

function Refused({ error, retry }: { error: unknown; retry(): unknown }) {
  return (
    <div className="page max-w-2xl py-12">
      <h1 className="mb-6 text-2xl font-bold">{m['calls.page.title_guest']()}</h1>
      <NotRead error={error} retry={retry}>
        <Link to="/" className={buttonClass('secondary')}>
          {m['calls.page.home']()}
        </Link>
      </NotRead>
    </div>
  );
}

function Card({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="page max-w-2xl py-12">
      <div className="grid justify-items-start gap-5 rounded-lg border border-line bg-surface p-6">
        <h1 className="text-2xl font-bold wrap-anywhere">{title}</h1>
        <p>{text}</p>
        {children}
      </div>
    </div>
  );
}
