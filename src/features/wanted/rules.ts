import { divide } from '#platform/shared/amounts.ts';
import { feeOf } from '#platform/shared/fee.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import type { WantedState } from './states.ts';

/** Pure rules of things wanted. Amounts are whole won. */

export const wantedKinds = ['wanted', 'broken_part'] as const;
export type WantedKind = (typeof wantedKinds)[number];
export const answerKinds = ['resource', 'offer', 'words'] as const;
export type AnswerKind = (typeof answerKinds)[number];

export const wantedLimits = {
  title: 100,
  description: 3000,
  device: 100,
  measures: 3,
  measure: 40,
  millimetres: 100_000,
  pictures: 4,
  answer: 2000,
  objection: 1000,
  reason: 500,
  /** Answers that one bounty can be split among. */
  awards: 10,
  /** Answers of one person to one post. */
  answersEach: 5,
} as const;
export const wantedPerPage = 24;
export const maxPerPage = 100;
/** Answers and events that a post begins with, and that each further call adds. */
export const answersPerPage = 20;
export const eventsPerPage = 30;

const dayMs = 24 * 60 * 60_000;

/** Returns the days in Korea between today and the last day before a moment; 0 on that day and after it. */
export function daysLeft(until: Date | string, now: Date): number {
  const last = koreanDay(new Date(new Date(until).getTime() - 1));
  return Math.max(0, Math.round((Date.parse(last) - Date.parse(koreanDay(now))) / dayMs));
}

/** Splits an amount into equal parts that add up; what is left over goes to the first ones, a won each. */
export function splitEqually(amount: number, count: number): number[] {
  return divide(
    amount,
    Array.from({ length: count }, () => 1),
  );
}

export type Part = { award: number; pledge: number; amount: number };

/**
 * Says which pledges each award is taken from, by their positions: in order, so that the parts of a pledge add up to it
 * and those of an award to the award. The sums of both have to be equal.
 */
export function takeParts(awards: readonly number[], pledges: readonly number[]): Part[] {
  const parts: Part[] = [];
  let pledge = 0;
  let left = pledges[0] ?? 0;
  for (const [award, wanted] of awards.entries()) {
    let missing = wanted;
    while (missing > 0) {
      if (left === 0) {
        pledge += 1;
        left = pledges[pledge] ?? 0;
        if (pledge >= pledges.length) throw new Error('the pledges are less than the awards');
      }
      const amount = Math.min(missing, left);
      if (amount > 0) parts.push({ award, pledge, amount });
      missing -= amount;
      left -= amount;
    }
  }
  return parts;
}

/** Returns what a receiver gets of an award and our fee of it. */
export function receivedOfAward(amount: number, feePercent: number): { received: number; fee: number } {
  const fee = feeOf(amount, feePercent);
  return { received: amount - fee, fee };
}

/**
 * Splits what was lost of a pledge that was given already: what each receiver owes of it, at most what they received of
 * it, and the rest is our loss. Our fee of it is lost as well.
 */
export function debtsOfLoss(
  lost: number,
  parts: readonly { amount: number; awardAmount: number; fee: number }[],
): number[] {
  let left = lost;
  return parts.map(({ amount, awardAmount, fee }) => {
    const received = Math.floor((amount * (awardAmount - fee)) / awardAmount);
    const debt = Math.min(received, left);
    left -= debt;
    return debt;
  });
}

/** Returns how many reminders are due in the days of grace; the first comes when they begin. */
export function remindersDue(
  graceUntil: Date,
  terms: { graceDays: number; firstReminderDays: number; lastReminderDays: number },
  now: Date,
): number {
  const passed = (now.getTime() - graceUntil.getTime()) / dayMs + terms.graceDays;
  return [0, terms.firstReminderDays, terms.lastReminderDays].filter((days) => passed >= days).length;
}

/** What a viewer may do with a post; the server refuses the same. */
export type WantedFacts = {
  state: WantedState;
  isAsker: boolean;
  isGiver: boolean;
  hasAnswers: boolean;
  hasAnswered: boolean;
};
export function choicesOf({ state, isAsker, isGiver, hasAnswers, hasAnswered }: WantedFacts) {
  const isUndecided = state === 'open' || state === 'grace' || state === 'disputed';
  return {
    pledge: state === 'open' && (isAsker || !hasAnswered),
    answer: (state === 'open' || state === 'grace') && !isAsker && !isGiver,
    give: isUndecided && isAsker && hasAnswers,
    withdraw: isAsker && (state === 'pending' || ((state === 'open' || state === 'grace') && !hasAnswers)),
    object: (state === 'grace' || state === 'disputed') && !isAsker && hasAnswered,
  };
}

/** How far a measure may be off an outer size and still be that of it: callipers and wear. */
export const fit = { mm: 0.5, percent: 3 } as const;

/**
 * Counts how many of up to three measures are outer sizes of a model, each size for one of them. Of 3 or 2 that are given,
 * all have to be found for a model to fit whole.
 */
export function fittingMeasures(
  measures: readonly number[],
  size: readonly [number, number, number],
): number {
  const left = [...size];
  let found = 0;
  // The longest first: its tolerance is the widest, so a shorter one never takes its size.
  for (const mm of measures.toSorted((a, b) => b - a)) {
    const within = Math.max(fit.mm, (mm * fit.percent) / 100);
    const nearest = left.toSorted((a, b) => Math.abs(a - mm) - Math.abs(b - mm))[0];
    if (nearest === undefined || Math.abs(nearest - mm) > within) continue;
    left.splice(left.indexOf(nearest), 1);
    found += 1;
  }
  return found;
}

/** Minimum of people in a district that the map of demand shows: fewer could be told apart. */
export const minDemand = 3;

export type District = { city: string; district: string; people: number };
export type Seeker = { personId: string; city: string; district: string };

/** Counts the people who look for something by district, each once; districts of fewer than three are left out. */
export function demandOf(seekers: readonly Seeker[]): District[] {
  const districts = Map.groupBy(
    seekers.filter(({ city }) => city !== ''),
    ({ city, district }) => `${city} ${district}`,
  );
  return [...districts.values()]
    .flatMap((found) => {
      const [first] = found;
      const people = new Set(found.map(({ personId }) => personId)).size;
      return first && people >= minDemand ? [{ city: first.city, district: first.district, people }] : [];
    })
    .toSorted(
      (a, b) => b.people - a.people || (`${a.city} ${a.district}` < `${b.city} ${b.district}` ? -1 : 1),
    );
}
