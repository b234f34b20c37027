import { TextAreaField } from '#ui/field.tsx';
import { tenderLimits } from '../rules.ts';

/** Field of a reason, which others read. */
export function ReasonField(props: {
  label: string;
  hint?: string;
  optional?: string;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}) {
  const { onChange, ...field } = props;
  return (
    <TextAreaField
      {...field}
      name="reason"
      rows={3}
      maxLength={tenderLimits.reason}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
