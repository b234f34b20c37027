import type { WantedAnswer } from '../contract.ts';

/** Joins the answers that came with a post and further ones, oldest first; what came with the post is the newest state. */
export function mergeAnswers(
  first: readonly WantedAnswer[],
  further: readonly WantedAnswer[],
): WantedAnswer[] {
  const answers = new Map([...further, ...first].map((answer) => [answer.id, answer]));
  return [...answers.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
