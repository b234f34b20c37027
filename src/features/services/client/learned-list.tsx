import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { numberFormat } from '#platform/shared/formats.ts';
import { learning, type Lesson } from '#platform/shared/models/learning.ts';
import type { Machine, ServiceDetail } from '../contract.ts';
import { materialName } from './stock-words.ts';

/**
 * What finished prints taught, by machine and material: by how much they differ from the estimate, and within which range.
 * Visitors are shown what corrects estimates; the provider also what is still too little.
 */
export function LearnedList(props: {
  learned: ServiceDetail['learned'];
  machines: readonly Pick<Machine, 'id' | 'name'>[];
  isOwn?: boolean;
}) {
  const { machines, isOwn = false } = props;
  const shown = props.learned.filter((each) => isOwn || ordersOf(each) >= learning.first);
  if (shown.length === 0) return null;
  return (
    <ul className="grid gap-3">
      {shown.map((each) => {
        const machine = machines.find(({ id }) => id === each.machineId);
        return (
          <li key={`${each.machineId} ${each.material}`} className="grid gap-0.5">
            <p className="font-semibold">
              {[machine?.name, materialName(each.material)].filter(Boolean).join(' · ')}{' '}
              <span className="font-normal text-ink-soft">
                {m['services.workshop.learned.orders']({ count: ordersOf(each) })}
              </span>
            </p>
            {wordsOf(each, isOwn).map((words) => (
              <p key={words} className="tabular-nums">
                {words}
              </p>
            ))}
          </li>
        );
      })}
    </ul>
  );
}

type LearnedOne = ServiceDetail['learned'][number];

const ordersOf = ({ grams, hours }: LearnedOne) => Math.max(grams.orders, hours.orders);

function wordsOf(learned: LearnedOne, isOwn = false): string[] {
  const { grams, hours } = learned;
  const words = [
    lessonWords(grams, {
      less: m['services.workshop.learned.lighter'],
      more: m['services.workshop.learned.heavier'],
      same: m['services.workshop.learned.same_weight'],
    }),
    lessonWords(hours, {
      less: m['services.workshop.learned.faster'],
      more: m['services.workshop.learned.slower'],
      same: m['services.workshop.learned.same_time'],
    }),
  ].filter((each) => each !== '');
  if (!isOwn) return words;
  const orders = ordersOf(learned);
  if (orders < learning.first) words.push(m['services.workshop.learned.first']({ count: learning.first }));
  else if (orders < learning.enough)
    words.push(m['services.workshop.learned.enough']({ count: learning.enough }));
  return words;
}

type Differs = (input: { percent: string }) => string;

function lessonWords(
  { orders, factor, margin }: Lesson,
  { less, more, same }: { less: Differs; more: Differs; same: () => string },
): string {
  if (orders < learning.first) return '';
  const percent = Math.round(Math.abs(factor - 1) * 100);
  const what = percent === 0 ? same() : (factor < 1 ? less : more)({ percent: formatPercent(percent / 100) });
  return margin === null
    ? what
    : m['services.workshop.learned.within']({ what, percent: formatPercent(margin) });
}

function formatPercent(share: number): string {
  return numberFormat(currentLocale(), { style: 'percent' }).format(share);
}
