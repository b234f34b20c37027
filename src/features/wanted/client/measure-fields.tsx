import { TextField } from '#ui/field.tsx';
import type { Fields } from '#ui/form-group.tsx';
import { measureNames } from './measures.ts';

/** Three outer sizes in mm, none of which has to be known. */
export function MeasureFields({ typed, fields }: { typed: readonly string[]; fields: Fields }) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      {measureNames.map((name, index) => (
        <TextField
          key={name()}
          label={name()}
          name="mm"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          defaultValue={typed[index] ?? ''}
          error={fields[`measures[${index}].mm`]}
        />
      ))}
    </div>
  );
}
