import { m } from '#i18n/generated/messages.js';

/** Value of one day; dates like 2026-11-25. */
export type DayFigure = { day: string; value: number };

const width = 100;
const height = 40;
/** Maximum bar width, so that few days do not become wide blocks. */
const maxWide = 8;
const dayMs = 24 * 60 * 60 * 1000;

/** Lists every day from the first to the last; days without a value are 0. */
export function withoutGaps(figures: readonly DayFigure[]): DayFigure[] {
  const first = figures[0];
  const last = figures.at(-1);
  if (!first || !last) return [];
  const known = new Map(figures.map(({ day, value }) => [day, value]));
  const from = Date.parse(first.day);
  return Array.from({ length: (Date.parse(last.day) - from) / dayMs + 1 }, (_, index) => {
    const day = new Date(from + index * dayMs).toISOString().slice(0, 10);
    return { day, value: known.get(day) ?? 0 };
  });
}

/** Bar chart of one value per day, oldest first, with a table of the same values for screen readers. */
export function DayChart({
  title,
  figures,
  formatDay,
  formatValue,
}: {
  title: string;
  figures: readonly DayFigure[];
  formatDay(day: string): string;
  formatValue(value: number): string;
}) {
  const days = withoutGaps(figures);
  const most = Math.max(...days.map(({ value }) => value));
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last) return null;
  const step = width / days.length;
  const wide = Math.min(step * 0.8, maxWide);
  return (
    <figure className="grid gap-2">
      <figcaption className="font-semibold">{title}</figcaption>
      <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div className="flex flex-col justify-between text-right text-sm text-ink-soft tabular-nums">
          <span>{formatValue(most)}</span>
          <span>{formatValue(0)}</span>
        </div>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="h-48 w-full border-y border-line text-accent"
        >
          {days.map(({ day, value }, index) => {
            const tall = most === 0 ? 0 : (value / most) * height;
            return (
              <rect
                key={day}
                x={index * step + (step - wide) / 2}
                y={height - tall}
                width={wide}
                height={tall}
                fill="currentColor"
              >
                <title>{`${formatDay(day)}: ${formatValue(value)}`}</title>
              </rect>
            );
          })}
        </svg>
        <div
          className={`col-start-2 flex pt-1 text-sm text-ink-soft ${first === last ? 'justify-center' : 'justify-between'}`}
        >
          <span>{formatDay(first.day)}</span>
          {first !== last && <span>{formatDay(last.day)}</span>}
        </div>
      </div>
      <details>
        <summary className="min-h-11 cursor-pointer content-center text-sm text-accent-strong">
          {m['platform.chart.table']()}
        </summary>
        <div
          className="max-h-80 overflow-y-auto rounded-md border border-line"
          tabIndex={0}
          role="region"
          aria-label={title}
        >
          <table className="w-full text-sm tabular-nums">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr className="border-b border-line text-left">
                <th scope="col" className="px-3 py-2">
                  {m['platform.chart.day']()}
                </th>
                <th scope="col" className="px-3 py-2 text-right">
                  {m['platform.chart.value']()}
                </th>
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map(({ day, value }) => (
                <tr key={day} className="border-b border-line last:border-0">
                  <th scope="row" className="px-3 py-2 text-left font-normal">
                    {formatDay(day)}
                  </th>
                  <td className="px-3 py-2 text-right">{formatValue(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
