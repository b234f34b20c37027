import { LocateFixed, MapPin, Plus } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { Fields } from '#ui/form-group.tsx';
import { EditorValue, RowField, RowTools, useRows } from '#ui/rows.tsx';
import type { FoundAddress, ManagedService } from '../contract.ts';
import { limits } from '../offering.ts';
import { coarseCity, geolocationMaximumAgeMs, geolocationTimeoutMs } from '../geo.ts';
import { seoul, type Point } from '../rules.ts';
import type { Place } from './check-form.ts';
import { findAddress } from './own-api.ts';
import { cityNames } from './words.ts';

// Leaflet is loaded with the first place, and is in no other script.
const PlaceMap = lazy(() => import('./place-map.tsx').then((module) => ({ default: module.PlaceMap })));

const path = 'locations';
const blank: Place = { address: '', lat: null, long: null, exact: false };
const noPlaces: readonly Place[] = [];

/**
 * Locations of a service: addresses that are looked up, and corrected on a map, by the browser's location or by
 * coordinates.
 */
export function PlacesField(props: {
  service: ManagedService | undefined;
  isIndividual: boolean;
  fields: Fields;
  onChange(places: readonly Place[]): void;
}) {
  const { service, isIndividual, fields, onChange } = props;
  const initial: readonly Place[] = service?.locations ?? noPlaces;
  const of = useRows<Place>({ path, initial, blank, most: limits.locations });
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const [told, setTold] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [open, setOpen] = useState<number | null>(of.rows[0]?.key ?? null);
  const frame = useRef<HTMLDivElement>(null);
  const places = of.filled.map(({ address, lat, long, exact }): Place => ({ address, lat, long, exact }));
  const value = JSON.stringify(places);
  useEffect(() => onChange(JSON.parse(value) as Place[]), [onChange, value]);
  const shown = of.rows.find(({ key }) => key === open) ?? of.rows.at(-1);

  function addPlace(place: Place): void {
    const key = Math.max(-1, ...of.rows.map((row) => row.key)) + 1;
    const { fill } = of;
    fill([place]);
    setOpen(key);
    setTyped('');
  }

  /** Returns the likeliest point of an address; null with a message if there is none. */
  async function lookUp(address: string): Promise<Point | null> {
    setIsBusy(true);
    setTold(m['services.place.finding']());
    try {
      const [found] = await findAddress(address);
      setTold(foundWords(found));
      return found ?? null;
    } catch (error) {
      setTold(describeError(error));
      return null;
    } finally {
      setIsBusy(false);
    }
  }

  async function add(): Promise<void> {
    const address = typed.trim();
    if (address === '') {
      setProblem(m['services.place.empty_to_add']());
      frame.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
      return;
    }
    setProblem('');
    const point = await lookUp(address);
    addPlace({ address, lat: point?.lat ?? null, long: point?.long ?? null, exact: false });
  }

  async function takeDevicePlace(): Promise<void> {
    setIsBusy(true);
    setTold(m['services.location.checking']());
    try {
      const point = await deviceLocation();
      const city = coarseCity(point);
      setTold('');
      addPlace({ address: typed.trim() || (city ? cityNames[city]() : ''), ...point, exact: false });
    } catch (error) {
      setTold(error instanceof Error ? error.message : '');
    } finally {
      setIsBusy(false);
    }
  }

  function move(key: number, point: Point): void {
    // Six decimals of a degree are about 10 cm.
    const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
    of.change(key, { lat: rounded(point.lat), long: rounded(point.long) });
  }

  return (
    <div ref={frame} className="grid gap-4">
      <EditorValue name={path} value={places} initial={null} order={of.order} />
      <div className="grid items-start gap-3 md:grid-cols-[1fr_auto_auto]">
        <TextField
          label={m['services.place.address']()}
          hint={m['services.place.add_hint']()}
          form="none"
          name={path}
          value={typed}
          maxLength={limits.address}
          autoComplete="street-address"
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem('');
          }}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void add();
          }}
          error={problem || fields[path]}
        />
        <Button className="md:mt-7" disabled={isBusy || of.isFull} onClick={() => void add()}>
          <Plus aria-hidden="true" className="size-5" />
          {m['services.place.add']()}
        </Button>
        <Button
          look="secondary"
          className="md:mt-7"
          disabled={isBusy || of.isFull}
          onClick={() => void takeDevicePlace()}
        >
          <LocateFixed aria-hidden="true" className="size-5" />
          {m['services.place.device']()}
        </Button>
      </div>
      <p aria-live="polite" className="text-sm text-ink-soft empty:hidden">
        {told}
      </p>
      <ol className="grid gap-3 empty:hidden">
        {of.rows.map((row, index) => {
          const name = m['services.place.name']({ number: index + 1 });
          const rowPath = of.pathOf(row);
          const isOpen = row.key === shown?.key;
          const wrong = fields[`${rowPath}.lat`] ?? fields[`${rowPath}.long`];
          return (
            <li
              key={row.key}
              data-row={row.key}
              className="grid gap-3 rounded-md border border-line bg-paper p-4"
            >
              <div className="flex items-start gap-2">
                <div className="min-w-0 flex-1">
                  <RowField
                    label={name}
                    path={`${rowPath}.address`}
                    fields={fields}
                    value={row.address}
                    maxLength={limits.address}
                    onChange={(address) => of.change(row.key, { address })}
                  />
                </div>
                <div className="pt-7">
                  <RowTools of={of} rowKey={row.key} name={name} />
                </div>
              </div>
              <p
                className={`flex items-center gap-2 text-sm ${wrong ? 'font-semibold text-danger' : 'text-ink-soft'}`}
              >
                <MapPin aria-hidden="true" className="size-4 shrink-0" />
                {wrong ??
                  (row.lat === null || row.long === null
                    ? m['services.place.not_chosen']()
                    : m['services.place.chosen']({ lat: row.lat.toFixed(4), long: row.long.toFixed(4) }))}
              </p>
              <div className="flex flex-wrap gap-2">
                <Button
                  look="secondary"
                  disabled={isBusy || row.address.trim() === ''}
                  onClick={async () => {
                    const point = await lookUp(row.address.trim());
                    if (point) move(row.key, point);
                    setOpen(row.key);
                  }}
                >
                  {m['services.place.look_up']()}
                </Button>
                {!isOpen && (
                  <Button look="secondary" onClick={() => setOpen(row.key)}>
                    {m['services.place.choose']()}
                  </Button>
                )}
              </div>
              {isOpen && (
                <>
                  <Suspense
                    fallback={<div aria-busy="true" className="h-72 animate-pulse rounded-md bg-sunken" />}
                  >
                    <PlaceMap
                      key={row.key}
                      name={name}
                      point={row.lat === null || row.long === null ? null : { lat: row.lat, long: row.long }}
                      fallback={seoul}
                      onMove={(point) => move(row.key, point)}
                    />
                  </Suspense>
                  <Numbers row={row} onMove={(part) => of.change(row.key, part)} />
                </>
              )}
              {isIndividual && (
                <label className="flex min-h-11 items-center gap-3">
                  <input
                    type="checkbox"
                    form="none"
                    checked={row.exact}
                    onChange={(event) => of.change(row.key, { exact: event.target.checked })}
                    className="size-5 accent-accent"
                  />
                  {m['services.place.exact']()}
                </label>
              )}
            </li>
          );
        })}
      </ol>
      <p aria-live="polite" className="sr-only">
        {of.told}
      </p>
    </div>
  );
}

/** Tells how near an address was found: the middle of a district is not yet a place. */
function foundWords(found: FoundAddress | undefined): string {
  if (!found) return m['services.place.not_found']();
  const { address, precision } = found;
  return precision === 'district' || precision === 'city'
    ? m['services.place.found_area']({ address })
    : m['services.place.found']({ address });
}

/** Coordinate fields for people who cannot use the map. */
function Numbers({
  row,
  onMove,
}: {
  row: Place;
  onMove(part: { lat?: number | null; long?: number | null }): void;
}) {
  const typed = (text: string): number | null => {
    const value = Number.parseFloat(text);
    return Number.isFinite(value) ? value : null;
  };
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 text-accent-strong">
        {m['services.place.numbers']()}
      </summary>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={m['services.place.lat']()}
          type="number"
          step="any"
          min={-90}
          max={90}
          form="none"
          value={row.lat ?? ''}
          onChange={(event) => onMove({ lat: typed(event.target.value) })}
        />
        <TextField
          label={m['services.place.long']()}
          type="number"
          step="any"
          min={-180}
          max={180}
          form="none"
          value={row.long ?? ''}
          onChange={(event) => onMove({ long: typed(event.target.value) })}
        />
      </div>
    </details>
  );
}

/** Returns the browser's location; rejects with a translated reason. */
function deviceLocation(): Promise<Point> {
  return new Promise((resolve, reject) => {
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- old browsers and insecure pages have none
    if (!navigator.geolocation) {
      reject(new Error(m['services.location.unsupported']()));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, long: coords.longitude }),
      ({ code }) => reject(new Error(deviceProblem(code))),
      { enableHighAccuracy: true, timeout: geolocationTimeoutMs, maximumAge: geolocationMaximumAgeMs },
    );
  });
}

function deviceProblem(code: number): string {
  switch (code) {
    case 1:
      return m['services.location.denied']();
    case 2:
      return m['services.location.no_position']();
    case 3:
      return m['services.location.timed_out']();
    default:
      return m['services.location.failed']();
  }
}
