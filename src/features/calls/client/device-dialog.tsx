import { useEffect, useId, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField } from '#ui/field.tsx';
import type { CallClient, CallState } from './call.ts';
import { listDevices, type ChosenDevices, type Devices } from './devices.ts';
import { LevelMeter } from './media.tsx';

/** Dialog to choose devices and push-to-talk. */
export function DeviceDialog({
  call,
  state,
  onClose,
}: {
  call: CallClient;
  state: CallState;
  onClose(): void;
}) {
  const [devices, setDevices] = useState<Devices>({ microphones: [], cameras: [], loudspeakers: [] });
  useEffect(() => {
    const read = () => void listDevices().then(setDevices);
    read();
    if (!('mediaDevices' in navigator)) return;
    // A device was plugged in or unplugged.
    navigator.mediaDevices.addEventListener('devicechange', read);
    return () => navigator.mediaDevices.removeEventListener('devicechange', read);
  }, []);
  const { chosen, own, isMuted, pushToTalk, seat } = state;
  const choose = (change: ChosenDevices) => void call.choose({ ...chosen, ...change });
  const hasRelay = seat?.server === null && seat.iceServers.some(({ username }) => username !== undefined);
  const fields = [
    { kind: 'microphone', label: m['calls.device.microphone'](), list: devices.microphones },
    { kind: 'camera', label: m['calls.device.camera'](), list: devices.cameras },
    { kind: 'loudspeaker', label: m['calls.device.loudspeaker'](), list: devices.loudspeakers },
  ] as const;
  return (
    <Dialog title={m['calls.device.title']()} onClose={onClose}>
      {fields.map(({ kind, label, list }) => (
        <SelectField
          key={kind}
          label={label}
          value={list.some(({ id }) => id === chosen[kind]) ? chosen[kind] : ''}
          onChange={(event) => choose({ [kind]: event.currentTarget.value })}
          {...(list.length === 0 && { hint: m['calls.device.none']() })}
        >
          <option value="">{m['calls.device.usual']()}</option>
          {list
            .filter(({ id }) => id !== 'default')
            .map(({ id, name }, index) => (
              <option key={id} value={id}>
                {name || m['calls.device.nameless']({ number: index + 1 })}
              </option>
            ))}
        </SelectField>
      ))}
      {own.microphone && !isMuted && <LevelMeter track={own.microphone} />}
      <Check
        label={m['calls.control.push']()}
        hint={m['calls.control.push_hint']()}
        isChecked={pushToTalk}
        onChange={call.setPushToTalk}
      />
      {hasRelay && (
        <Check
          label={m['calls.device.relay']()}
          hint={m['calls.device.relay_hint']()}
          isChecked={chosen.relayOnly === 'yes'}
          onChange={(isOn) => choose({ relayOnly: isOn ? 'yes' : 'no' })}
        />
      )}
      <Button onClick={onClose}>{m['calls.page.done']()}</Button>
    </Dialog>
  );
}

function Check({
  label,
  hint,
  isChecked,
  onChange,
}: {
  label: string;
  hint: string;
  isChecked: boolean;
  onChange(isChecked: boolean): void;
}) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-start gap-3">
      <input
        id={id}
        aria-describedby={`${id}-hint`}
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="mt-1 size-5 accent-accent"
      />
      <span className="grid">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <span id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </span>
      </span>
    </div>
  );
}
