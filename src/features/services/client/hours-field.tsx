import { useRef, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { limits } from '../offering.ts';
import { dayName, hoursAfter, hoursText, isWeekComplete, ordinaryWeek, type Day } from './hours.ts';

/** Opening hours as text, which a form of weekdays can write. */
export function HoursField({ initial, error }: { initial: string | undefined; error: string | undefined }) {
  const [week, setWeek] = useState<readonly Day[]>(ordinaryWeek);
  const frame = useRef<HTMLDivElement>(null);
  /** Text that the weekday form has written last. */
  const written = useRef(week);
  const isComplete = isWeekComplete(week);
  const own = () => frame.current?.querySelector('textarea');
  function change(index: number, part: Partial<Day>): void {
    const next = week.map((day, each) => (each === index ? { ...day, ...part } : day));
    setWeek(next);
    const text = own();
    if (text) put(hoursAfter(text.value, written.current, next), next);
  }
  function put(words: string, of: readonly Day[]): void {
    const text = own();
    if (!text || text.value === words) return;
    text.value = words;
    written.current = of;
    text.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const time = 'min-h-11 rounded-md border border-line-strong bg-surface px-2';
  return (
    <div ref={frame} className="grid gap-2">
      <TextAreaField
        label={m['services.form.hours']()}
        hint={m['services.form.hours_hint']()}
        optional={m['services.form.optional']()}
        name="availableHours"
        rows={3}
        defaultValue={initial}
        maxLength={limits.availableHours}
        error={error}
      />
      <details>
        <summary className="min-h-11 cursor-pointer py-2 text-accent-strong">
          {m['services.form.hours_week']()}
        </summary>
        <div className="grid gap-2">
          {week.map((day, index) => {
            const name = dayName(index, 'long');
            return (
              <div key={name} className="flex flex-wrap items-center gap-2">
                <label className="flex min-h-11 w-32 items-center gap-2">
                  <input
                    type="checkbox"
                    form="none"
                    checked={day.isOpen}
                    aria-label={m['services.form.hours_open']({ day: name })}
                    onChange={(event) => change(index, { isOpen: event.target.checked })}
                    className="size-5 accent-accent"
                  />
                  {name}
                </label>
                {day.isOpen && (
                  <>
                    <input
                      type="time"
                      form="none"
                      value={day.from}
                      aria-label={m['services.form.hours_from']({ day: name })}
                      onChange={(event) => change(index, { from: event.target.value })}
                      className={time}
                    />
                    –
                    <input
                      type="time"
                      form="none"
                      value={day.to}
                      aria-label={m['services.form.hours_to']({ day: name })}
                      onChange={(event) => change(index, { to: event.target.value })}
                      className={time}
                    />
                  </>
                )}
              </div>
            );
          })}
          {!isComplete && (
            <>
              <input type="hidden" name="hoursUnfinished" value="1" />
              <p role="alert" className="text-sm font-semibold text-danger">
                {m['services.field.hours']()}
              </p>
            </>
          )}
          <Button
            look="secondary"
            className="w-fit"
            disabled={!isComplete}
            onClick={() => {
              put(hoursText(week), week);
              own()?.focus();
            }}
          >
            {m['services.form.hours_put']()}
          </Button>
        </div>
      </details>
    </div>
  );
}
