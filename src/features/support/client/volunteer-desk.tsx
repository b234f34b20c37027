import { useQuery, useQueryClient } from '@tanstack/react-query';
import { HandHelping } from 'lucide-react';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { Volunteer, Waiting } from '../contract.ts';
import { availableHours } from '../rules.ts';
import { queueQuery, setAvailable, stopHelping, volunteerQuery } from './api.ts';
import { Chips } from './chips.tsx';
import { EventButtons } from './event-buttons.tsx';
import { OfferForm } from './offer-form.tsx';
import { aboutWords, languageName, sinceWords, skillNames } from './words.ts';

/** Page of volunteers: skills, availability, and the queue. */
export function VolunteerDesk({ whole }: { whole: boolean }) {
  const { data: volunteer, error, refetch } = useQuery(volunteerQuery);
  const [isEditing, setEditing] = useState(false);
  if (error && volunteer === undefined)
    return <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>;
  if (volunteer === undefined)
    return <div aria-busy="true" className="h-24 animate-pulse rounded-lg bg-sunken" />;
  return (
    <section
      aria-labelledby="helping"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line p-4"
    >
      <div className="grid gap-1">
        <h3 id="helping" className="flex items-center gap-2 font-bold">
          <HandHelping aria-hidden="true" className="size-5 text-accent-strong" />
          {m['support.desk.title']()}
        </h3>
        {volunteer === null && !isEditing && <p className="text-ink-soft">{m['support.desk.lead']()}</p>}
      </div>
      {isEditing ? (
        <OfferForm volunteer={volunteer} onDone={() => setEditing(false)} />
      ) : volunteer === null ? (
        <Button look="secondary" className="w-fit" onClick={() => setEditing(true)}>
          {m['support.desk.begin']()}
        </Button>
      ) : (
        <>
          <Offer volunteer={volunteer} onEdit={() => setEditing(true)} mayStop={whole} />
          <Availability volunteer={volunteer} />
          {volunteer.isAvailable && <Queue />}
        </>
      )}
    </section>
  );
}

function Offer(props: { volunteer: Volunteer; mayStop: boolean; onEdit(): void }) {
  const { volunteer, mayStop, onEdit } = props;
  const { skills, tags, languages, solved } = volunteer;
  const client = useQueryClient();
  const words = [...skills.map((skill) => skillNames[skill]()), ...tags];
  async function stop(): Promise<void> {
    try {
      await stopHelping();
      client.setQueryData(volunteerQuery.queryKey, null);
    } catch (error) {
      toast('danger', describeError(error));
    }
  }
  const link = 'min-h-9 py-1 text-sm text-accent-strong underline';
  return (
    <div className="grid gap-2">
      <Chips words={words.length > 0 ? words : [m['support.desk.anything']()]} most={20} />
      <p className="text-sm text-ink-soft">
        {[
          languages.map(languageName).join(', '),
          solved > 0 ? m['support.desk.solved']({ count: solved }) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="flex flex-wrap gap-4">
        <button type="button" className={link} onClick={onEdit}>
          {m['support.desk.edit']()}
        </button>
        {mayStop && (
          <button type="button" className={link} onClick={() => void stop()}>
            {m['support.desk.stop']()}
          </button>
        )}
      </p>
    </div>
  );
}

function Availability({ volunteer }: { volunteer: Volunteer }) {
  const client = useQueryClient();
  const formatMoment = useFormatMoment();
  const [pending, setPending] = useState(false);
  async function change(hours: number): Promise<void> {
    setPending(true);
    try {
      client.setQueryData(volunteerQuery.queryKey, await setAvailable(hours));
      void client.invalidateQueries({ queryKey: ['support', 'overview'] });
    } catch (error) {
      toast('danger', describeError(error));
    } finally {
      setPending(false);
    }
  }
  const { isAvailable, availableUntil } = volunteer;
  return (
    <div className="grid gap-2 rounded-md bg-sunken p-3">
      <p aria-live="polite" className="flex items-center gap-2 font-semibold">
        <span
          aria-hidden="true"
          className={`size-3 shrink-0 rounded-full ${isAvailable ? 'bg-accent' : 'border border-line-strong'}`}
        />
        {isAvailable && availableUntil !== null
          ? m['support.desk.available']({ until: formatMoment(availableUntil) })
          : m['support.desk.unavailable']()}
      </p>
      <div
        className="flex flex-wrap items-center gap-2"
        role="group"
        aria-label={m['support.desk.how_long']()}
      >
        {!isAvailable &&
          availableHours.map((hours) => (
            <Button
              key={hours}
              look={hours === 2 ? 'primary' : 'secondary'}
              disabled={pending}
              onClick={() => void change(hours)}
            >
              {m['support.desk.hours']({ count: hours })}
            </Button>
          ))}
        {isAvailable && (
          <Button look="secondary" disabled={pending} onClick={() => void change(0)}>
            {m['support.desk.off']()}
          </Button>
        )}
      </div>
      <p className="text-sm text-ink-soft">{m['support.desk.ends']()}</p>
    </div>
  );
}

/** Queue of requests that fit the volunteer, oldest first. */
function Queue() {
  const { data, error, refetch, dataUpdatedAt } = useQuery(queueQuery);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h4 className="font-bold">{m['support.queue.title']()}</h4>
      {error && !data && <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>}
      {data?.length === 0 && <p className="text-ink-soft">{m['support.queue.empty']()}</p>}
      {data && data.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {data.map((request) => (
            <li key={request.id}>
              <Request request={request} now={dataUpdatedAt} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Request({ request, now }: { request: Waiting; now: number }) {
  const { problem, asker, language, skill, printer, waitingSince } = request;
  const about = aboutWords(request);
  const facts = [
    asker?.fullName ?? '',
    languageName(language),
    skill === '' ? '' : skillNames[skill](),
    printer,
    sinceWords(waitingSince, now),
  ];
  return (
    <article className="grid gap-2 rounded-lg border border-line bg-surface p-4">
      {about !== '' && <p className="text-sm font-semibold break-words text-accent-strong">{about}</p>}
      <p className="line-clamp-6 break-words whitespace-pre-line">{problem}</p>
      <p className="text-sm text-ink-soft">{facts.filter(Boolean).join(' · ')}</p>
      <EventButtons session={{ id: request.id, can: ['take'] }} />
    </article>
  );
}
