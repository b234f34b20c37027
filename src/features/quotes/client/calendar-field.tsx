import { useState } from 'react';
import type { Calendar } from '#features/services/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { dateFormat } from '#platform/shared/formats.ts';
import type { Fields } from '#ui/form-group.tsx';
import { RowField, RowList, RowTools, useRows } from '#ui/rows.tsx';
import { blankHoliday, typed, type HolidayRow } from './workshop-form.ts';

export function useCalendar(initial: Calendar) {
  const [closed, setClosed] = useState<readonly number[]>(initial.closedWeekdays);
  const [jobs, setJobs] = useState(String(initial.jobsPerDay));
  const holidays = useRows<HolidayRow>({
    path: 'calendar.holidays',
    initial: initial.holidays,
    blank: blankHoliday,
    most: 60,
  });
  return {
    closed,
    setClosed,
    jobs,
    setJobs,
    holidays,
    value: {
      closedWeekdays: [...closed],
      holidays: holidays.filled.map(({ from, to, note }) => ({ from, to, note })),
      jobsPerDay: typed(jobs),
    },
    order: holidays.order,
  };
}

/** Weekdays from Monday on, as weeks are written here; 0 is Sunday. */
const weekdays = [1, 2, 3, 4, 5, 6, 0] as const;
const weekdayName = (day: number) =>
  // November 1, 2026 is a Sunday.
  dateFormat(currentLocale(), { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, 10, 1 + day));

export function CalendarField({
  of: { closed, setClosed, jobs, setJobs, holidays },
  fields,
}: {
  of: ReturnType<typeof useCalendar>;
  fields: Fields;
}) {
  const wrong = fields['calendar.closedWeekdays'];
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold">{m['quotes.workshop.calendar.closed']()}</legend>
        <div className="flex flex-wrap gap-2">
          {weekdays.map((day) => (
            <label
              key={day}
              className="flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-line px-3 has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                type="checkbox"
                form="none"
                name="calendar.closedWeekdays"
                aria-invalid={wrong === undefined ? undefined : true}
                checked={closed.includes(day)}
                onChange={(event) =>
                  setClosed(
                    event.target.checked
                      ? [...closed, day].toSorted((a, b) => a - b)
                      : closed.filter((each) => each !== day),
                  )
                }
                className="size-5 accent-accent"
              />
              {weekdayName(day)}
            </label>
          ))}
        </div>
        {wrong && <p className="text-sm font-semibold text-danger">{wrong}</p>}
      </fieldset>
      <div className="max-w-56">
        <RowField
          label={m['quotes.workshop.calendar.jobs']()}
          path="calendar.jobsPerDay"
          fields={fields}
          value={jobs}
          inputMode="numeric"
          onChange={setJobs}
        />
      </div>
      <section aria-label={m['quotes.workshop.calendar.holidays']()} className="grid gap-3">
        <h2 className="font-semibold">{m['quotes.workshop.calendar.holidays']()}</h2>
        <RowList
          of={holidays}
          addLabel={m['quotes.workshop.calendar.add']()}
          error={fields['calendar.holidays']}
        >
          {holidays.rows.map((row, index) => {
            const at = holidays.pathOf(row);
            const name = row.note.trim() || m['quotes.workshop.calendar.number']({ number: index + 1 });
            const field = (key: keyof HolidayRow, label: string) => ({
              label,
              path: `${at}.${key}`,
              fields,
              value: row[key],
              onChange: (value: string) => holidays.change(row.key, { [key]: value }),
            });
            return (
              <li
                key={row.key}
                data-row={row.key}
                aria-label={name}
                className="grid grid-cols-1 items-start gap-3 rounded-md border border-line bg-paper p-3 sm:grid-cols-2 md:grid-cols-[1fr_1fr_2fr_auto]"
              >
                <RowField {...field('from', m['quotes.workshop.calendar.from']())} type="date" />
                <RowField
                  {...field('to', m['quotes.workshop.calendar.to']())}
                  type="date"
                  min={row.from || undefined}
                />
                <RowField {...field('note', m['quotes.workshop.calendar.note']())} maxLength={80} />
                <div className="md:mt-7">
                  <RowTools of={holidays} rowKey={row.key} name={name} />
                </div>
              </li>
            );
          })}
        </RowList>
      </section>
    </>
  );
}
