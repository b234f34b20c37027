import { useState } from 'react';
import { colorName, materialName } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { plainDigits } from '#platform/shared/widths.ts';
import { SelectField, TextField } from '#ui/field.tsx';
import { maxPieces } from '../rules.ts';
import type { Choices, EstimateSearch } from './choices.ts';
import { formatCount, formatPercent } from './words.ts';

const infills = [0, 10, 15, 20, 30, 40, 50, 75, 100];
const wallCounts = [1, 2, 3, 4, 5, 6];
const layers = [0.05, 0.08, 0.1, 0.12, 0.16, 0.2, 0.24, 0.28, 0.32];

/** Print settings; each change updates all prices at once. */
export function PrintField(props: {
  choices: Choices;
  materials: { material: string; providers: number }[];
  colors: string[];
  /** Whether what is printed has several parts, so that the quantity counts sets. */
  isKit: boolean;
  onChange(part: EstimateSearch): void;
}) {
  const { choices, materials, colors, isKit, onChange } = props;
  const { material, infill, layerHeight, walls } = choices.print;
  const near = materials.filter(({ providers }) => providers > 0);
  const others = materials.filter(({ providers }) => providers === 0);
  const chosen = materials.find((each) => each.material.toLowerCase() === material.toLowerCase());
  return (
    <div className="grid grid-cols-2 gap-4">
      <SelectField
        label={m['quotes.print.material']()}
        value={chosen?.material ?? material}
        onChange={({ target }) => onChange({ material: target.value, color: undefined })}
      >
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
      {(colors.length > 0 || choices.color !== undefined) && (
        <SelectField
          label={m['quotes.print.color']()}
          value={choices.color ?? ''}
          onChange={({ target }) => onChange({ color: target.value || undefined })}
        >
          <option value="">{m['quotes.print.any_color']()}</option>
          {[...new Set([...colors, ...(choices.color ? [choices.color] : [])])].map((color) => (
            <option key={color} value={color}>
              {colorName(color)}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label={m['quotes.print.infill']()}
        value={infill}
        onChange={({ target }) => onChange({ infill: Number(target.value) })}
      >
        {within(infills, infill).map((percent) => (
          <option key={percent} value={percent}>
            {formatPercent(percent)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={m['quotes.print.layer']()}
        value={layerHeight}
        onChange={({ target }) => onChange({ layer: Number(target.value) })}
      >
        {within(layers, layerHeight).map((mm) => (
          <option key={mm} value={mm}>
            {formatCount(mm)} mm
          </option>
        ))}
      </SelectField>
      <SelectField
        label={m['quotes.print.walls']()}
        value={walls ?? 'usual'}
        onChange={({ target }) => onChange({ walls: target.value })}
      >
        <option value="usual">{m['quotes.print.walls_usual']()}</option>
        {within(wallCounts, walls).map((count) => (
          <option key={count} value={count}>
            {m['quotes.print.walls_value']({ count: formatCount(count) })}
          </option>
        ))}
      </SelectField>
      <QuantityField
        label={isKit ? m['quotes.print.sets']() : m['quotes.print.quantity']()}
        quantity={choices.print.quantity}
        onChange={(quantity) => onChange({ quantity })}
      />
    </div>
  );
}

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
