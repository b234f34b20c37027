import { m } from '#i18n/generated/messages.js';
import type { SearchAnswer } from '../contract.ts';
import type { SearchKind } from '../rules.ts';

export const kindNames: Record<SearchKind, () => string> = {
  resources: () => m['finding.kind.resources'](),
  services: () => m['finding.kind.services'](),
  people: () => m['finding.kind.people'](),
  questions: () => m['finding.kind.questions'](),
  lots: () => m['finding.kind.lots'](),
};

export const howMany: Record<SearchKind, (inputs: { count: number }) => string> = {
  resources: m['finding.elsewhere.resources'],
  services: m['finding.elsewhere.services'],
  people: m['finding.elsewhere.people'],
  questions: m['finding.elsewhere.questions'],
  lots: m['finding.elsewhere.lots'],
};

/** Returns a count as it is shown: `100+` where there are more. */
export function shownCount({ count, more }: SearchAnswer['kinds'][number]): string {
  return more ? m['finding.tabs.more']({ count }) : String(count);
}
