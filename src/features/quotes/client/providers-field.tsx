import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import {
  AroundField,
  distanceWords,
  listServicesQuery,
  serviceQuery,
  serviceTypes,
  typeName,
  useAround,
} from '#features/services/client/public.tsx';
import { inReadersLanguage } from '#platform/client/translated.ts';
import type { ServiceCard, ServiceDetail } from '#features/services/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { requestLimits } from '../negotiation.ts';

/** Maximum number of providers nearby to choose from. */
const maxNearby = 24;

type Chosen = { id: string; service: ServiceDetail | undefined; isGone: boolean };

/**
 * Returns the visible ones of the chosen services. One query for all, because `useQueries` would add to the script of
 * every page.
 */
export function useChosen(ids: readonly string[]): Chosen[] {
  const { data } = useQuery<Chosen[]>({
    queryKey: ['chosen-services', ...ids],
    placeholderData: (before) => before,
    queryFn: ({ client }) =>
      Promise.all(
        ids.map((id) =>
          client.ensureQueryData(serviceQuery(id)).then(
            (service) => ({ id, service, isGone: false }),
            () => ({ id, service: undefined, isGone: true }),
          ),
        ),
      ),
  });
  return ids.map((id) => data?.find((each) => each.id === id) ?? { id, service: undefined, isGone: false });
}

/** Providers to ask, chosen on their own pages or here among those nearby. */
export function ProvidersField(props: {
  chosen: readonly Chosen[];
  ownUsername: string;
  error: string | undefined;
  onAdd(id: string): void;
  onRemove(id: string): void;
}) {
  const { chosen, ownUsername, error, onAdd, onRemove } = props;
  const [isOpen, setIsOpen] = useState(chosen.length === 0);
  const errorId = useId();
  const isFull = chosen.length >= requestLimits.services;
  return (
    <div className="grid gap-4">
      <p className="text-sm text-ink-soft">{m['quotes.request.whom_hint']()}</p>
      {chosen.length === 0 && <p>{m['quotes.request.nobody']()}</p>}
      {chosen.length > 0 && (
        <ul className="grid gap-2">
          {chosen.map(({ id, service, isGone }) => (
            <ChosenRow key={id} service={service} isGone={isGone} onRemove={() => onRemove(id)} />
          ))}
        </ul>
      )}
      {error !== undefined && (
        <p id={errorId} role="alert" className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
      {isFull ? (
        <p className="text-sm text-ink-soft">{m['quotes.request.full']()}</p>
      ) : (
        <Button
          look="secondary"
          className="justify-self-start"
          aria-expanded={isOpen}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : errorId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? (
            <X aria-hidden="true" className="size-4" />
          ) : (
            <Plus aria-hidden="true" className="size-4" />
          )}
          {isOpen ? m['quotes.request.close_nearby']() : m['quotes.request.add_nearby']()}
        </Button>
      )}
      {isOpen && !isFull && (
        <Nearby
          type={chosen.find(({ service }) => service)?.service?.serviceType ?? '3d_printing'}
          chosen={chosen.map(({ id }) => id)}
          ownUsername={ownUsername}
          onAdd={onAdd}
        />
      )}
    </div>
  );
}

function ChosenRow(props: { service: ServiceDetail | undefined; isGone: boolean; onRemove(): void }) {
  const { service, isGone, onRemove } = props;
  const title = service ? inReadersLanguage(service).title : isGone ? m['quotes.request.gone']() : '…';
  return (
    <li className="flex items-center gap-3 rounded-md border border-line bg-sunken p-3">
      <div className="min-w-0 flex-1">
        <p className={`font-semibold break-words ${isGone ? 'text-danger' : ''}`}>{title}</p>
        {service && <p className="text-sm text-ink-soft">{factsOf(service)}</p>}
      </div>
      <Button
        look="quiet"
        aria-label={m['quotes.request.remove_named']({ title })}
        onClick={onRemove}
        className="shrink-0"
      >
        <X aria-hidden="true" className="size-4" />
        {m['quotes.request.remove']()}
      </Button>
    </li>
  );
}

function Nearby(props: {
  type: string;
  chosen: readonly string[];
  ownUsername: string;
  onAdd(id: string): void;
}) {
  const { chosen, ownUsername, onAdd } = props;
  const [type, setType] = useState(props.type);
  const [place, setPlace] = useState<{ city: string | undefined; radius: number | 'country' | undefined }>({
    city: undefined,
    radius: undefined,
  });
  const around = useAround(place);
  const { data, error } = useQuery(
    listServicesQuery({
      near: around.point,
      radius: around.radius,
      type,
      sort: 'distance',
      limit: maxNearby,
    }),
  );
  const others = data?.items.filter(
    ({ id, provider }) => !chosen.includes(id) && provider.username !== ownUsername,
  );
  return (
    <div className="grid gap-4 rounded-md border border-line p-4">
      <SelectField
        label={m['quotes.request.type']()}
        value={type}
        onChange={({ target }) => setType(target.value)}
      >
        {serviceTypes.map((each) => (
          <option key={each} value={each}>
            {typeName(each)}
          </option>
        ))}
      </SelectField>
      <AroundField around={around} onChange={(part) => setPlace((before) => ({ ...before, ...part }))} />
      {error && <p className="text-danger">{describeError(error)}</p>}
      {!others && !error && <div aria-busy="true" className="h-24 animate-pulse rounded-md bg-sunken" />}
      {others?.length === 0 && <p>{m['quotes.request.none_nearby']()}</p>}
      {others && others.length > 0 && (
        <ul className="grid max-h-96 divide-y divide-line overflow-y-auto rounded-md border border-line">
          {others.map((service) => {
            const { title } = inReadersLanguage(service);
            return (
              <li key={service.id} className="flex items-center gap-3 p-3">
                <div className="min-w-0 flex-1">
                  <p className="font-semibold break-words">{title}</p>
                  <p className="text-sm text-ink-soft">{factsOf(service)}</p>
                </div>
                <Button
                  look="secondary"
                  aria-label={m['quotes.request.add_named']({ title })}
                  onClick={() => onAdd(service.id)}
                  className="shrink-0"
                >
                  {m['quotes.request.add']()}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

function factsOf(service: Pick<ServiceCard, 'provider' | 'serviceType' | 'location' | 'distance'>): string {
  const { provider, serviceType, location, distance } = service;
  return [
    provider.fullName,
    typeName(serviceType),
    ...(distance === undefined ? [] : [distanceWords(distance)]),
    ...(location ? [location.address] : []),
  ].join(' · ');
}
