import { m } from '#i18n/generated/messages.js';
import { SelectField } from '#ui/field.tsx';
import { reasons } from '../rules.ts';
import { ruleNames } from './rule-words.ts';

/**
 * Selects the rule under which staff hide something without a report; only general rules. It is shown to the author
 * and in the public log.
 */
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
