import { useState, type ChangeEvent, type ReactNode } from 'react';
import { colorName, materialName } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { plainDigits } from '#platform/shared/widths.ts';
import { SelectField, TextField } from '#ui/field.tsx';
import { maxPieces } from '../rules.ts';
import type { Settings } from '../tested.ts';
import { ofPart, type EstimateSearch, type SettingName } from './choices.ts';
import { formatCount, formatPercent } from './words.ts';

const infills = [0, 10, 15, 20, 30, 40, 50, 75, 100];
const wallCounts = [1, 2, 3, 4, 5, 6];
const layers = [0.05, 0.08, 0.1, 0.12, 0.16, 0.2, 0.24, 0.28, 0.32];

export type Materials = readonly { material: string; providers: number }[];

/** Print settings of all parts; each change updates all prices at once. */
export function PrintField(props: {
  /** Settings that all parts have in common. */
  common: Partial<Settings>;
  color: string | undefined;
  quantity: number;
  materials: Materials;
  colors: string[];
  /** Whether what is printed has several parts, so that the quantity counts sets. */
  isKit: boolean;
  onChange(part: EstimateSearch): void;
}) {
  const { common, color, quantity, materials, colors, isKit, onChange } = props;
  return (
    <div className="grid grid-cols-2 gap-4">
      <SettingFields
        settings={common}
        materials={materials}
        // What is chosen for all parts leaves none out.
        onChoose={(name, value) =>
          onChange({
            [name]: value,
            [ofPart[name]]: undefined,
            ...(name === 'material' && { color: undefined }),
          })
        }
      >
        {(colors.length > 0 || color !== undefined) && (
          <SelectField
            label={m['quotes.print.color']()}
            value={color ?? ''}
            onChange={({ target }) => onChange({ color: target.value || undefined })}
          >
            <option value="">{m['quotes.print.any_color']()}</option>
            {[...new Set([...colors, ...(color ? [color] : [])])].map((each) => (
              <option key={each} value={each}>
                {colorName(each)}
              </option>
            ))}
          </SelectField>
        )}
      </SettingFields>
      <QuantityField
        label={isKit ? m['quotes.print.sets']() : m['quotes.print.quantity']()}
        quantity={quantity}
        onChange={(next) => onChange({ quantity: next })}
      />
    </div>
  );
}

/** Fields of settings, of all parts or of one; a setting in which parts differ says so. */
export function SettingFields(props: {
  settings: Partial<Settings>;
  materials: Materials;
  onChoose(name: SettingName, value: string): void;
  /** Fields that stand next to the material. */
  children?: ReactNode;
}) {
  const { settings, materials, onChoose, children } = props;
  const { material, infill, layerHeight, walls } = settings;
  const near = materials.filter(({ providers }) => providers > 0);
  const others = materials.filter(({ providers }) => providers === 0);
  const chosen = materials.find((each) => each.material.toLowerCase() === material?.toLowerCase());
  const field = (name: SettingName) => ({
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => {
      if (target.value !== differs) onChoose(name, target.value);
    },
  });
  const differing = (isDiffering: boolean) =>
    isDiffering && <option value={differs}>{m['quotes.print.differs']()}</option>;
  return (
    <>
      <SelectField
        label={m['quotes.print.material']()}
        value={chosen?.material ?? material ?? differs}
        {...field('material')}
      >
        {differing(material === undefined)}
        {near.length > 0 && (
          <optgroup label={m['quotes.print.near']()}>
            {near.map((each) => (
              <option key={each.material} value={each.material}>
                {m['quotes.print.material_near']({
                  material: materialName(each.material),
                  count: formatCount(each.providers),
                })}
              </option>
            ))}
          </optgroup>
        )}
        <optgroup label={m['quotes.print.others']()}>
          {others.map((each) => (
            <option key={each.material} value={each.material}>
              {materialName(each.material)}
            </option>
          ))}
        </optgroup>
      </SelectField>
      {children}
      <SelectField label={m['quotes.print.infill']()} value={infill ?? differs} {...field('infill')}>
        {differing(infill === undefined)}
        {within(infills, infill).map((percent) => (
          <option key={percent} value={percent}>
            {formatPercent(percent)}
          </option>
        ))}
      </SelectField>
      <SelectField label={m['quotes.print.layer']()} value={layerHeight ?? differs} {...field('layer')}>
        {differing(layerHeight === undefined)}
        {within(layers, layerHeight).map((mm) => (
          <option key={mm} value={mm}>
            {formatCount(mm)} mm
          </option>
        ))}
      </SelectField>
      <SelectField
        label={m['quotes.print.walls']()}
        value={'walls' in settings ? (walls ?? 'usual') : differs}
        {...field('walls')}
      >
        {differing(!('walls' in settings))}
        <option value="usual">{m['quotes.print.walls_usual']()}</option>
        {within(wallCounts, walls).map((count) => (
          <option key={count} value={count}>
            {m['quotes.print.walls_value']({ count: formatCount(count) })}
          </option>
        ))}
      </SelectField>
    </>
  );
}

/** Value of the option that stands for several. */
const differs = '';

/** Adds a value from the address that is not in the list. */
function within(list: readonly number[], chosen: number | undefined): number[] {
  return [...new Set(chosen === undefined ? list : [...list, chosen])].toSorted((a, b) => a - b);
}

/** Parses a number of pieces in either width; null if it is none. */
export function piecesIn(typed: string): number | null {
  const digits = plainDigits(typed);
  const pieces = Number(digits);
  return /^\d{1,5}$/.test(digits) && pieces >= 1 && pieces <= maxPieces ? pieces : null;
}

/** Keeps the last valid number while an empty or invalid one is being typed. */
function QuantityField(props: { label: string; quantity: number; onChange(quantity: number): void }) {
  const { label, quantity, onChange } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? String(quantity);
  const isGood = piecesIn(text) !== null;
  return (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      error={isGood ? undefined : m['quotes.print.quantity_error']({ most: formatCount(maxPieces) })}
      onBlur={() => setTyped(null)}
      onChange={({ target }) => {
        setTyped(target.value);
        const pieces = piecesIn(target.value);
        if (pieces !== null) onChange(pieces);
      }}
    />
  );
}
