import { m } from '#i18n/generated/messages.js';
import { SelectField } from '#ui/field.tsx';
import { rules, rulesFor, type ReportKind, type RuleId } from '../rules.ts';
import { ruleMeanings, ruleNames } from './rule-words.ts';

/** Choice of an applicable rule, with its meaning. */
export function RuleField(props: {
  label: string;
  name: string;
  thing: { kind: ReportKind; category: string | null };
  value: RuleId | '';
  onChange(rule: RuleId | ''): void;
  error?: string | undefined;
}) {
  const { thing, value, onChange, ...field } = props;
  const fitting = rulesFor(thing);
  const own = fitting.filter((rule) => rules[rule].kinds);
  const options = (of: readonly RuleId[]) =>
    of.map((rule) => (
      <option key={rule} value={rule}>
        {ruleNames[rule]()}
      </option>
    ));
  return (
    <SelectField
      {...field}
      value={value}
      {...(value !== '' && { hint: ruleMeanings[value]() })}
      onChange={(event) => onChange(fitting.find((rule) => rule === event.currentTarget.value) ?? '')}
    >
      <option value="">{m['moderation.dialog.choose']()}</option>
      {own.length > 0 && <optgroup label={m['moderation.dialog.own_rules']()}>{options(own)}</optgroup>}
      <optgroup label={m['moderation.dialog.all_rules']()}>
        {options(fitting.filter((rule) => !rules[rule].kinds))}
      </optgroup>
    </SelectField>
  );
}
