import { Mic, MicOff, Video, VideoOff } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { callLimits } from '../rules.ts';
import type { CallClient, CallState } from './call.ts';
import { LevelMeter, MediaVideo, ProblemNote } from './media.tsx';
import { refusalWords } from './words.ts';

/** Lobby with a preview of what others will see and hear. No device is opened without a request. */
export function Lobby({
  call,
  state,
  name,
  inside,
  guest,
}: {
  call: CallClient;
  state: CallState;
  name: string;
  inside?: number;
  guest?: { name: string; setName(name: string): void };
}) {
  const [nameError, setNameError] = useState<string>();
  const { own, isMuted, phase, refusal, problem } = state;
  if (phase === 'removed' || phase === 'left')
    return (
      <div className="page max-w-2xl py-12">
        <div className="grid justify-items-start gap-5 rounded-lg border border-line bg-surface p-6">
          <h1 className="text-2xl font-bold">
            {phase === 'removed' ? m['calls.end.removed']() : m['calls.end.left']()}
          </h1>
          {refusal && <p role="alert">{refusalWords(refusal)}</p>}
          <Button onClick={call.backToLobby}>{m['calls.end.again']()}</Button>
        </div>
      </div>
    );
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (guest && guest.name.trim() === '') return setNameError(m['calls.field.name_needed']());
    setNameError(undefined);
    void call.join();
  }
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="page grid max-w-2xl gap-6 py-8 md:py-12">
      <div className="grid gap-2">
        <h1 className="text-3xl font-bold wrap-anywhere">{m['calls.page.title']({ name })}</h1>
        <p className="text-ink-soft">
          {inside === undefined
            ? m['calls.lobby.invited']()
            : inside === 0
              ? m['calls.lobby.empty']()
              : m['calls.lobby.inside']({ count: inside })}
        </p>
      </div>
      <div className="grid gap-5 rounded-lg border border-line bg-surface p-5">
        <div className="grid aspect-video place-items-center overflow-hidden rounded-md bg-mat text-on-mat">
          {own.camera ? (
            <MediaVideo
              tracks={[own.camera]}
              isOwn
              label={m['calls.people.own']()}
              className="size-full object-cover"
            />
          ) : (
            <p className="p-4 text-center">{m['calls.lobby.camera_off']()}</p>
          )}
        </div>
        <div className="grid gap-3 sm:grid-cols-2">
          <Button look="secondary" aria-pressed={!isMuted} onClick={() => void call.setMuted(!isMuted)}>
            {isMuted ? (
              <MicOff aria-hidden="true" className="size-5" />
            ) : (
              <Mic aria-hidden="true" className="size-5" />
            )}
            {isMuted ? m['calls.control.unmute']() : m['calls.control.mute']()}
          </Button>
          <Button
            look="secondary"
            aria-pressed={own.camera !== undefined}
            onClick={() => void call.setCamera(own.camera === undefined)}
          >
            {own.camera ? (
              <Video aria-hidden="true" className="size-5" />
            ) : (
              <VideoOff aria-hidden="true" className="size-5" />
            )}
            {own.camera ? m['calls.control.camera_off']() : m['calls.control.camera_on']()}
          </Button>
        </div>
        {own.microphone && !isMuted && <LevelMeter track={own.microphone} />}
        {problem && <ProblemNote problem={problem} />}
        {guest && (
          <TextField
            label={m['calls.lobby.name']()}
            value={guest.name}
            maxLength={callLimits.name}
            autoComplete="name"
            onChange={(event) => guest.setName(event.currentTarget.value)}
            error={nameError}
          />
        )}
        {refusal && (
          <p role="alert" className="rounded-md bg-danger-soft p-4 text-danger">
            {refusalWords(refusal)}
          </p>
        )}
        <Button type="submit" disabled={phase === 'joining'}>
          {phase === 'joining'
            ? m['calls.lobby.joining']()
            : own.microphone && !isMuted
              ? m['calls.lobby.join']()
              : m['calls.lobby.join_silent']()}
        </Button>
        <p className="text-sm text-ink-soft">{m['calls.lobby.hint']()}</p>
      </div>
    </form>
  );
}
