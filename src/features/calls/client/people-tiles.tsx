import { Hand, MicOff, Pencil, SignalHigh, SignalLow, SignalMedium, UserX, WifiOff } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import type { CallPerson, Joined } from '../contract.ts';
import { removePerson } from './api.ts';
import type { CallClient, CallState } from './call.ts';
import { colourOf } from './drawing-layer.tsx';
import { MediaVideo } from './media.tsx';
import type { Way } from './session.ts';
import { wayWords } from './words.ts';

/** Tiles of all participants: video or initial, with the quality of the connection. */
export function PeopleTiles({
  call,
  state,
  seat,
  channelId,
}: {
  call: CallClient;
  state: CallState;
  seat: Joined;
  channelId?: string;
}) {
  const { people, stage } = state;
  const isSmall = stage !== null;
  return (
    <ul
      aria-label={m['calls.people.title']()}
      className={`grid gap-3 ${isSmall ? 'grid-cols-2 md:grid-cols-4' : people.length > 1 ? 'grid-cols-1 sm:grid-cols-2 lg:grid-cols-3' : 'mx-auto w-full max-w-2xl grid-cols-1'}`}
    >
      {people.map((person, index) => (
        <Tile
          key={person.peerId}
          {...{ call, state, seat, person, index }}
          {...(channelId && { channelId })}
        />
      ))}
    </ul>
  );
}

function Tile({
  call,
  state,
  seat,
  person,
  index,
  channelId,
}: {
  call: CallClient;
  state: CallState;
  seat: Joined;
  person: CallPerson;
  index: number;
  channelId?: string;
}) {
  const { peerId, hasVideo, isMuted, handRaised, isGuest } = person;
  const isOwn = peerId === seat.peerId;
  const name = isOwn ? m['calls.people.me']({ name: person.name }) : person.name;
  const stream = state.sources[peerId]?.camera;
  const own = state.own.camera;
  const way = state.ways[peerId];
  const isOnStage = state.stage?.kind === 'camera' && state.stage.peerId === peerId;
  async function remove(): Promise<void> {
    if (!channelId) return;
    try {
      await removePerson(channelId, peerId);
    } catch (error) {
      toast('danger', m['calls.people.remove_failed'](), describeError(error));
    }
  }
  const isSeen = hasVideo && (isOwn ? own !== undefined : stream !== undefined);
  return (
    <li
      data-peer={peerId}
      className="relative grid aspect-video overflow-hidden rounded-lg border border-line bg-sunken"
    >
      {isSeen ? (
        <MediaVideo
          {...(isOwn && own ? { tracks: [own], isOwn: true } : { stream })}
          label={m['calls.people.camera_of']({ name: person.name })}
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <span
          aria-hidden="true"
          className="m-auto grid size-16 place-items-center rounded-full bg-accent-soft text-2xl font-bold text-accent-strong"
        >
          {[...person.name][0]}
        </span>
      )}
      <div className="absolute inset-x-0 bottom-0 flex items-center gap-2 bg-mat px-3 py-1.5 text-sm text-on-mat">
        <span
          aria-hidden="true"
          className="size-3 shrink-0 rounded-full"
          ref={(element) => {
            if (element) element.style.background = colourOf(index);
          }}
        />
        <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
        {isGuest && <span className="shrink-0">{m['calls.people.guest']()}</span>}
        {isMuted && (
          <MicOff
            role="img"
            aria-hidden={false}
            aria-label={m['calls.people.muted']()}
            className="size-4 shrink-0"
          />
        )}
        {!isOwn && way && <WayMark way={way} />}
      </div>
      {handRaised && (
        <p className="absolute top-2 left-2 flex items-center gap-1 rounded-full bg-accent px-3 py-1 text-sm font-semibold text-on-accent">
          <Hand aria-hidden="true" className="size-4" />
          {m['calls.people.hand']()}
        </p>
      )}
      <div className="absolute top-2 right-2 flex gap-1">
        {hasVideo && !isOnStage && state.stage?.kind !== 'screen' && (
          <button
            type="button"
            title={m['calls.draw.on_camera']({ name: person.name })}
            aria-label={m['calls.draw.on_camera']({ name: person.name })}
            onClick={() => void call.showCamera(peerId)}
            className="grid size-11 place-items-center rounded-md bg-mat text-on-mat"
          >
            <Pencil aria-hidden="true" className="size-5" />
          </button>
        )}
        {seat.can.moderate && !isOwn && channelId && (
          <button
            type="button"
            title={m['calls.people.remove']({ name: person.name })}
            aria-label={m['calls.people.remove']({ name: person.name })}
            onClick={() => void remove()}
            className="grid size-11 place-items-center rounded-md bg-mat text-on-mat"
          >
            <UserX aria-hidden="true" className="size-5" />
          </button>
        )}
      </div>
    </li>
  );
}

/** Quality of a connection: an icon, with words for screen readers. */
function WayMark({ way }: { way: Way }) {
  const words = wayWords(way);
  const isWhole = way.state === 'connected';
  const Icon = !isWhole
    ? WifiOff
    : way.quality === 'good'
      ? SignalHigh
      : way.quality === 'fair'
        ? SignalMedium
        : SignalLow;
  return (
    <span data-way={way.state} title={words} className="flex shrink-0 items-center gap-1">
      <Icon aria-hidden="true" className="size-4" />
      <span className={isWhole ? 'sr-only' : ''}>{words}</span>
    </span>
  );
}
