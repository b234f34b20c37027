import { LocateFixed } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { centreOf } from '../places.ts';
import { cities, defaultRadiusKm, radiusesKm, type City } from '../rules.ts';
import { useLocation } from './location.ts';
import { cityNames } from './words.ts';

/** Returns the centre of a search: a chosen city, else the visitor's location, else central Seoul. */
export function useAround(search: { city: string | undefined; radius: number | 'country' | undefined }) {
  const [location, ask] = useLocation();
  const city = cities.find((each) => each === search.city);
  return {
    city,
    radius: radiusesKm.find((km) => km === search.radius) ?? defaultRadiusKm,
    /** All that send by post, instead of those within the radius. */
    isCountry: search.radius === 'country',
    point: city ? centreOf(city, undefined) : location.point,
    name: city ? cityNames[city]() : location.address,
    location,
    ask,
  };
}

export function AroundField({
  around,
  hasCountry = false,
  onChange,
}: {
  around: ReturnType<typeof useAround>;
  /** Whether the whole country can be chosen. */
  hasCountry?: boolean;
  onChange(part: { city?: City | undefined; radius?: number | 'country' }): void;
}) {
  const { city, radius, isCountry, name, location, ask } = around;
  const isHere = location.state === 'available' && city === undefined;
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          label={m['services.filter.city']()}
          value={city ?? ''}
          onChange={({ target }) => onChange({ city: cities.find((each) => each === target.value) })}
        >
          <option value="">{m['services.around.no_city']()}</option>
          {cities.map((each) => (
            <option key={each} value={each}>
              {cityNames[each]()}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={m['services.filter.radius']()}
          value={hasCountry && isCountry ? 'country' : radius}
          onChange={({ target }) =>
            onChange({ radius: target.value === 'country' ? 'country' : Number(target.value) })
          }
        >
          {radiusesKm.map((km) => (
            <option key={km} value={km}>
              {m['services.filter.within']({ km })}
            </option>
          ))}
          {hasCountry && <option value="country">{m['services.around.country']()}</option>}
        </SelectField>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2" aria-live="polite">
        <p>
          {location.state === 'checking'
            ? m['services.location.checking']()
            : hasCountry && isCountry
              ? m['services.around.country_note']()
              : m['services.location.around']({ place: name })}
        </p>
        {!isHere && (
          <button
            type="button"
            onClick={() => {
              onChange({ city: undefined });
              ask();
            }}
            disabled={location.state === 'checking'}
            className={buttonClass('secondary', 'text-sm')}
          >
            <LocateFixed aria-hidden="true" className="size-4" />
            {location.state === 'unavailable' ? m['services.location.retry']() : m['services.location.use']()}
          </button>
        )}
        {location.state === 'unavailable' && city === undefined && (
          <p className="text-danger">
            {location.problem} {m['services.location.choose']()}
          </p>
        )}
      </div>
    </div>
  );
}
