import {
  Box,
  ChevronDown,
  Hand,
  Link2,
  Mic,
  MicOff,
  MonitorUp,
  MonitorX,
  PhoneOff,
  Settings,
  Video,
  VideoOff,
  WifiOff,
} from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { canReplace } from '../access.ts';
import { makeLink } from './api.ts';
import type { CallClient, CallState } from './call.ts';
import { DeviceDialog } from './device-dialog.tsx';
import { ProblemNote, Voice } from './media.tsx';
import { ModelDialog } from './model-dialog.tsx';
import { PeopleTiles } from './people-tiles.tsx';
import { Stage } from './stage.tsx';
import { newsWords, refusalWords } from './words.ts';

export function CallRoom({
  call,
  state,
  name,
  channelId,
}: {
  call: CallClient;
  state: CallState;
  name: string;
  channelId?: string;
}) {
  const [isChoosing, setIsChoosing] = useState(false);
  const [isShowingModels, setIsShowingModels] = useState(false);
  useSpaceToTalk(call, state);
  const { seat, people, sources, own, refusal, problem, news, phase, chosen } = state;
  if (!seat) return null;
  const mayShowModel = canReplace(seat.peerId, state.stage);
  return (
    <div className="page grid max-w-7xl grid-cols-[minmax(0,1fr)] gap-4 py-4 md:py-6">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h1 className="text-xl font-bold wrap-anywhere md:text-2xl">{name}</h1>
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-ink-soft tabular-nums">{m['calls.people.count']({ count: people.length })}</p>
          {mayShowModel && (
            <Button look="secondary" onClick={() => setIsShowingModels(true)}>
              <Box aria-hidden="true" className="size-5" />
              {m['calls.model.show']()}
            </Button>
          )}
        </div>
      </header>
      {/* Live region for the latest event. */}
      <p aria-live="polite" className="sr-only">
        {news ? newsWords(news) : ''}
      </p>
      {own.screen && (
        <div className="stands-at-top sticky top-0 z-20 flex flex-wrap items-center justify-between gap-3 rounded-md bg-accent px-4 py-2 text-on-accent">
          <p role="status" className="flex items-center gap-2 font-semibold">
            <MonitorUp aria-hidden="true" className="size-5 shrink-0" />
            {m['calls.share.mark']()}
          </p>
          <button
            type="button"
            onClick={() => void call.stopShare()}
            className="min-h-11 rounded-md bg-on-accent px-4 font-semibold text-accent-strong"
          >
            {m['calls.share.stop']()}
          </button>
        </div>
      )}
      {phase === 'reconnecting' && (
        <p
          role="status"
          className="flex items-center gap-2 rounded-md border border-line-strong bg-surface p-3 font-semibold"
        >
          <WifiOff aria-hidden="true" className="size-5 shrink-0" />
          {m['calls.page.reconnecting']()}
        </p>
      )}
      {problem && <ProblemNote problem={problem} onDismiss={call.dismiss} />}
      {refusal && (
        <p
          role="alert"
          className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-danger-soft p-4 text-danger"
        >
          {refusalWords(refusal)}
          <button type="button" onClick={call.dismiss} className="min-h-11 font-semibold underline">
            {m['calls.page.close']()}
          </button>
        </p>
      )}
      {state.stage && <Stage call={call} state={state} stage={state.stage} seat={seat} />}
      <PeopleTiles call={call} state={state} seat={seat} {...(channelId && { channelId })} />
      {Object.entries(sources).map(([peerId, { microphone }]) =>
        microphone ? <Voice key={peerId} stream={microphone} loudspeaker={chosen.loudspeaker} /> : null,
      )}
      <Controls
        call={call}
        state={state}
        onChoose={() => setIsChoosing(true)}
        {...(channelId && { channelId })}
      />
      {isChoosing && <DeviceDialog call={call} state={state} onClose={() => setIsChoosing(false)} />}
      {isShowingModels && <ModelDialog call={call} seat={seat} onClose={() => setIsShowingModels(false)} />}
    </div>
  );
}

function Controls({
  call,
  state,
  onChoose,
  channelId,
}: {
  call: CallClient;
  state: CallState;
  onChoose(): void;
  channelId?: string;
}) {
  const { own, isMuted, people, seat, pushToTalk } = state;
  const me = people.find(({ peerId }) => peerId === seat?.peerId);
  const isRaised = me?.handRaised ?? false;
  return (
    <div
      role="toolbar"
      aria-label={m['calls.control.all']()}
      className="sticky bottom-(--tabs) z-20 -mx-2 flex flex-wrap justify-center gap-1 rounded-t-lg sm:gap-2 border border-line bg-surface p-2"
    >
      <Control
        icon={isMuted ? <MicOff /> : <Mic />}
        isOn={!isMuted}
        onClick={() => void call.setMuted(!isMuted)}
        name={isMuted ? m['calls.control.unmute']() : m['calls.control.mute']()}
        {...(pushToTalk && { note: m['calls.control.push_hint']() })}
      />
      <Control
        icon={own.camera ? <Video /> : <VideoOff />}
        isOn={own.camera !== undefined}
        onClick={() => void call.setCamera(own.camera === undefined)}
        name={own.camera ? m['calls.control.camera_off']() : m['calls.control.camera_on']()}
      />
      <Control
        icon={own.screen ? <MonitorX /> : <MonitorUp />}
        isOn={own.screen !== undefined}
        onClick={() => void (own.screen ? call.stopShare() : call.share())}
        name={own.screen ? m['calls.share.stop']() : m['calls.share.start']()}
      />
      <Control
        icon={<Hand />}
        isOn={isRaised}
        onClick={() => call.raiseHand(!isRaised)}
        name={isRaised ? m['calls.control.hand_down']() : m['calls.control.hand_up']()}
      />
      {seat?.can.invite && channelId && <Invite channelId={channelId} />}
      <Control icon={<Settings />} isOn={false} onClick={onChoose} name={m['calls.device.title']()} />
      <Button look="danger" onClick={call.leave} className="px-3 sm:px-4">
        <PhoneOff aria-hidden="true" className="size-5" />
        <span className="sr-only sm:not-sr-only">{m['calls.control.leave']()}</span>
      </Button>
    </div>
  );
}

function Control({
  icon,
  name,
  isOn,
  onClick,
  note,
}: {
  icon: ReactNode;
  name: string;
  isOn: boolean;
  onClick(): void;
  note?: string;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      title={note ?? name}
      className={`grid min-h-12 min-w-11 content-center justify-items-center gap-0.5 rounded-md px-2 py-1 text-xs font-semibold sm:min-w-20 [&_svg]:size-5 ${
        isOn ? 'bg-accent-soft text-accent-strong' : 'text-ink hover:bg-sunken'
      }`}
    >
      <span aria-hidden="true" className="grid h-6 place-items-center">
        {icon}
      </span>
      <span className="sr-only sm:not-sr-only">{name}</span>
    </button>
  );
}

/** Shows a new link, and copies it if the browser allows that. */
function Invite({ channelId }: { channelId: string }) {
  const [address, setAddress] = useState<string>();
  async function invite(): Promise<void> {
    try {
      const { path } = await makeLink(channelId);
      const language = /^\/(en|jp)(?=\/)/.exec(location.pathname)?.[0] ?? '';
      const made = `${location.origin}${language}${path}`;
      setAddress(made);
      await navigator.clipboard.writeText(made).then(
        () => toast('success', m['calls.invite.copied']()),
        () => {},
      );
    } catch (error) {
      toast('danger', m['calls.invite.failed'](), describeError(error));
    }
  }
  return (
    <>
      <Control icon={<Link2 />} isOn={false} onClick={() => void invite()} name={m['calls.invite.make']()} />
      {address !== undefined && (
        <div className="order-first flex w-full flex-wrap items-center gap-2 rounded-md bg-sunken p-3">
          <label className="grid min-w-0 flex-1 gap-1 text-sm">
            {m['calls.invite.hint']()}
            <input
              readOnly
              value={address}
              onFocus={(event) => event.currentTarget.select()}
              className="min-h-11 w-full rounded-md border border-line-strong bg-surface px-3"
            />
          </label>
          <button
            type="button"
            aria-label={m['calls.page.close']()}
            onClick={() => setAddress(undefined)}
            className="grid size-11 place-items-center rounded-md hover:bg-surface"
          >
            <ChevronDown aria-hidden="true" className="size-5" />
          </button>
        </div>
      )}
    </>
  );
}

/** Push-to-talk with the space bar, except while typing. */
function useSpaceToTalk(call: CallClient, { pushToTalk, own }: CallState): void {
  const isReady = pushToTalk && own.microphone !== undefined;
  useEffect(() => {
    if (!isReady) return;
    const isTyping = (target: EventTarget | null) =>
      target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select');
    const hold = (isDown: boolean) => (event: KeyboardEvent) => {
      if (event.code !== 'Space' || isTyping(event.target)) return;
      event.preventDefault();
      if (!event.repeat) void call.setMuted(!isDown);
    };
    const [down, up] = [hold(true), hold(false)];
    // The keyup event is lost when the window loses the focus.
    const letGo = () => void call.setMuted(true);
    addEventListener('keydown', down, true);
    addEventListener('keyup', up, true);
    addEventListener('blur', letGo);
    return () => {
      removeEventListener('keydown', down, true);
      removeEventListener('keyup', up, true);
      removeEventListener('blur', letGo);
    };
  }, [call, isReady]);
}
