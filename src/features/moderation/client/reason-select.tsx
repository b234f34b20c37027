import { m } from '#i18n/generated/messages.js';
import { SelectField } from '#ui/field.tsx';
import { reasons } from '../rules.ts';
import { ruleNames } from './rule-words.ts';

/** By which rule staff hide what nobody has reported: one that fits everything. Its author is told, and the public log tells it. */
export function ReasonSelect() {
  return (
    <SelectField
      label={m['moderation.page.rule']()}
      hint={m['moderation.page.rule_hint']()}
      name="rule"
      defaultValue="other"
    >
      {reasons.map((reason) => (
        <option key={reason} value={reason}>
          {ruleNames[reason]()}
        </option>
      ))}
    </SelectField>
  );
}
