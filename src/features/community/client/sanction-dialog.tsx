import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ReasonDialog } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { SelectField } from '#ui/field.tsx';
import type { Person } from '../contract.ts';
import { addSanction, channelsQuery } from './api.ts';

const terms: readonly [minutes: number, words: () => string][] = [
  [10, () => m['community.staff.minutes_10']()],
  [60, () => m['community.staff.hour']()],
  [1440, () => m['community.staff.day']()],
  [10_080, () => m['community.staff.week']()],
  [0, () => m['community.staff.until_lifted']()],
];

/** Dialog to mute or ban a person: scope, duration and reason. */
export function SanctionDialog({
  person,
  onClose,
}: {
  person: Pick<Person, 'username' | 'fullName'>;
  onClose(): void;
}) {
  const client = useQueryClient();
  const { data: channels = [] } = useQuery(channelsQuery);
  return (
    <ReasonDialog
      title={m['community.staff.sanction_title']({ name: person.fullName })}
      text={m['community.staff.sanction_text']()}
      submit={m['community.staff.sanction_submit']()}
      send={async ({ kind, channel, minutes, reason = '' }) => {
        await addSanction({
          username: person.username,
          kind: kind === 'ban' ? 'ban' : 'mute',
          channelId: channel || null,
          minutes: Number(minutes) || null,
          reason,
        });
        await client.invalidateQueries({ queryKey: ['admin', 'table', 'sanctions'] });
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <SelectField label={m['community.staff.kind']()} name="kind" error={errors['kind']}>
            <option value="mute">{m['community.staff.mute']()}</option>
            <option value="ban">{m['community.staff.ban']()}</option>
          </SelectField>
          <SelectField label={m['community.staff.where']()} name="channel" error={errors['channelId']}>
            <option value="">{m['community.staff.everywhere']()}</option>
            {channels.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField label={m['community.staff.term']()} name="minutes" error={errors['minutes']}>
            {terms.map(([minutes, words]) => (
              <option key={minutes} value={minutes}>
                {words()}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </ReasonDialog>
  );
}
