import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { tradeOf } from '#platform/shared/trades.ts';
import { TextField } from '#ui/field.tsx';
import { errorUnder, Group, type Fields } from '#ui/form-group.tsx';
import { EditorValue } from '#ui/rows.tsx';
import type { ManagedService } from '../contract.ts';
import { commonFileFormats, limits, materials, otherMaterial, parseWords } from '../offering.ts';
import type { ServiceType } from '../rules.ts';
import { materialName } from './stock-words.ts';

/** Fields of the chosen type. Those of other types are only hidden, so that switching back restores them. */
export function KindFields({
  type,
  service,
  fields,
}: {
  type: ServiceType | null;
  service: ManagedService | undefined;
  fields: Fields;
}) {
  const field = tradeOf(type)?.field;
  const isPrinting = field === 'printer';
  const isEngineer = field === 'specializations';
  const isMaking = field === 'productionItems';
  const optional = m['services.form.optional']();
  const longest = limits.items * (limits.item + 2);
  return (
    <Group title={m['services.form.details']()} isShown={isPrinting || isEngineer || isMaking}>
      <div hidden={!isPrinting} className="grid gap-5">
        <TextField
          label={m['services.form.printer']()}
          optional={optional}
          name="printerModel"
          placeholder="Prusa MK4, Bambu Lab X1C …"
          defaultValue={service?.printerModel}
          maxLength={limits.printerModel}
          error={fields['printerModel']}
        />
        <Choices
          name="fileFormats"
          label={m['services.form.formats']()}
          options={commonFileFormats}
          initial={service?.fileFormats ?? []}
          otherLabel={m['services.form.formats_other']()}
          error={errorUnder(fields, 'fileFormats')}
        />
        <Choices
          name="materials"
          label={m['services.form.materials']()}
          options={materials}
          nameOf={materialName}
          otherValue={otherMaterial}
          initial={service?.materials ?? []}
          otherLabel={m['services.form.materials_other']()}
          error={errorUnder(fields, 'materials')}
        />
      </div>
      <div hidden={!isEngineer}>
        <TextField
          label={m['services.form.specializations']()}
          hint={m['services.form.specializations_hint']()}
          name="specializations"
          defaultValue={service?.specializations.join(', ')}
          maxLength={longest}
          error={errorUnder(fields, 'specializations')}
        />
      </div>
      <div hidden={!isMaking}>
        <TextField
          label={m['services.form.items']()}
          hint={m['services.form.items_hint']()}
          name="productionItems"
          defaultValue={service?.productionItems.join(', ')}
          maxLength={longest}
          error={errorUnder(fields, 'productionItems')}
        />
      </div>
    </Group>
  );
}

/** Checkboxes with a text for other values. If that is empty, "other" itself counts as a value. */
function Choices(props: {
  name: string;
  label: string;
  options: readonly string[];
  nameOf?(option: string): string;
  otherValue?: string;
  initial: readonly string[];
  otherLabel: string;
  error: string | undefined;
}) {
  const { name, label, options, nameOf = (option) => option, otherValue, initial, otherLabel, error } = props;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(initial.filter((each) => options.includes(each))),
  );
  const [own, setOwn] = useState(() =>
    initial.filter((each) => !options.includes(each) && each !== otherValue).join(', '),
  );
  const [hasOther, setHasOther] = useState(() => initial.some((each) => !options.includes(each)));
  const words = parseWords(own);
  const others = !hasOther ? [] : words.length > 0 || otherValue === undefined ? words : [otherValue];
  const look =
    'flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-line px-3 has-checked:border-accent has-checked:bg-accent-soft';
  function toggle(option: string): void {
    const next = new Set(chosen);
    if (!next.delete(option)) next.add(option);
    setChosen(next);
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">{label}</legend>
      <EditorValue
        name={name}
        value={[...options.filter((option) => chosen.has(option)), ...others]}
        initial={null}
      />
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label key={option} className={look}>
            <input
              type="checkbox"
              checked={chosen.has(option)}
              onChange={() => toggle(option)}
              className="size-5 accent-accent"
            />
            {nameOf(option)}
          </label>
        ))}
        <label className={look}>
          <input
            type="checkbox"
            checked={hasOther}
            onChange={() => setHasOther(!hasOther)}
            className="size-5 accent-accent"
          />
          {m['services.form.other']()}
        </label>
      </div>
      {hasOther && (
        <TextField
          label={otherLabel}
          hint={m['services.form.comma_hint']()}
          form="none"
          value={own}
          onChange={(event) => setOwn(event.target.value)}
          maxLength={limits.items * (limits.item + 2)}
        />
      )}
      {error && <p className="text-sm font-semibold text-danger">{error}</p>}
    </fieldset>
  );
}
