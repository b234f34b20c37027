import type { Rights } from '#features/licensing/contract.ts';
import type { Fields } from '#ui/form-group.tsx';

/** Rights of a whole basket: one for each design, even if several makers make its parts. */

const verdicts = ['allowed', 'allowed_with_share', 'ask_author', 'not_allowed'] as const;
const dues = ['none', 'optional', 'required'] as const;

/** Returns whether a right lets the buyer do less, or asks more of them, than another. */
function isStricter(one: Rights, other: Rights): boolean {
  const byVerdict = verdicts.indexOf(one.verdict) - verdicts.indexOf(other.verdict);
  return (byVerdict || dues.indexOf(one.shareDue) - dues.indexOf(other.shareDue)) > 0;
}

/** Returns the strictest right for each design, in the order of the designs. */
export function strictestRights(rights: readonly Rights[]): Rights[] {
  const strictest = new Map<string, Rights>();
  for (const right of rights) {
    const before = strictest.get(right.resourceId);
    if (!before || isStricter(right, before)) strictest.set(right.resourceId, right);
  }
  return [...strictest.values()];
}

/** Returns the refusal of the purpose, of the whole basket or of one of its items. */
export function purposeRefusal(fields: Fields): string | undefined {
  const refused = Object.entries(fields).find(([name]) => name.endsWith('].purpose'));
  return fields['purpose'] ?? refused?.[1];
}
