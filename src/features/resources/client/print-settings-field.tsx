import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { SelectField } from '#ui/field.tsx';
import { modelFormatOf } from '#platform/shared/models/mesh.ts';
import type { PrintProfile } from '../contract.ts';
import { typedNumber } from '../parts-table.ts';
import { limits } from '../rules.ts';
import type { Fields } from '#ui/form-group.tsx';
import { printFields, type PrintFieldName } from './kind-words.ts';
import { EditorValue, RowField, RowList, RowTools, useRows } from '#ui/rows.tsx';

const path = 'details.printSettings';

/** Names of files stand in lines, as no name has a line break. */
type ProfileRow = Record<PrintFieldName, string> & { name: string; supports: string; files: string };

const names = Object.keys(printFields) as PrintFieldName[];
const blank = {
  name: '',
  supports: '',
  files: '',
  ...Object.fromEntries(names.map((name) => [name, ''])),
} as ProfileRow;

function rowOf(profile: PrintProfile): ProfileRow {
  const texts = names.map((name) => [name, profile[name] === undefined ? '' : String(profile[name])]);
  const { name = '', supports, files = [] } = profile;
  return {
    ...blank,
    ...Object.fromEntries(texts),
    name,
    files: files.join('\n'),
    supports: supports === undefined ? '' : supports ? 'yes' : 'no',
  };
}

function valueOf(row: ProfileRow): Record<string, unknown> {
  return {
    ...Object.fromEntries(
      names.map((name) => [name, printFields[name].isText ? row[name] : typedNumber(row[name])]),
    ),
    name: row.name,
    ...(row.files !== '' && { files: row.files.split('\n') }),
    supports: row.supports === '' ? undefined : row.supports === 'yes',
  };
}

/** Field for print settings. A model can have several profiles. */
export function PrintSettingsField({
  profiles,
  fileNames,
  fields,
}: {
  profiles?: PrintProfile[] | undefined;
  /** Names of the files that are there, and of those that are added. */
  fileNames: readonly string[];
  fields: Fields;
}) {
  const [initial] = useState(() => (profiles ?? []).map(rowOf));
  const rows = useRows({ path, initial, blank, most: limits.printProfiles });
  return (
    <section aria-label={m['resources.detail.print_settings']()} className="grid gap-4">
      <h2 className="font-semibold">
        {m['resources.detail.print_settings']()}
        <span className="ml-2 text-sm font-normal text-ink-soft">{m['resources.form.optional']()}</span>
      </h2>
      <EditorValue
        name={path}
        value={rows.filled.map(valueOf)}
        initial={initial.map(valueOf)}
        order={rows.order}
      />
      <RowList of={rows} addLabel={m['resources.print.add']()} error={fields[path]}>
        {rows.rows.map((row, index) => {
          const at = rows.pathOf(row);
          const title = row.name.trim() || m['resources.print.profile']({ number: index + 1 });
          const field = (key: keyof ProfileRow, label: string) => ({
            label,
            path: `${at}.${key}`,
            fields,
            value: row[key],
            onChange: (value: string) => rows.change(row.key, { [key]: value }),
          });
          return (
            <li
              key={row.key}
              data-row={row.key}
              aria-label={title}
              className="grid gap-3 rounded-md border border-line bg-paper p-3 md:p-4"
            >
              <div className="flex items-center justify-between gap-3">
                <h3 className="font-bold">{title}</h3>
                <RowTools of={rows} rowKey={row.key} name={title} />
              </div>
              <RowField
                {...field('name', m['resources.print.name']())}
                maxLength={80}
                placeholder={m['resources.print.name_example']()}
              />
              <FilesField
                models={fileNames.filter((name) => modelFormatOf(name) !== null)}
                chosen={row.files}
                error={fields[`${at}.files`]}
                onChange={(files) => rows.change(row.key, { files })}
              />
              <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-4">
                {names.map((name) => (
                  <RowField
                    key={name}
                    {...field(name, printFields[name].label())}
                    {...(printFields[name].isText ? { maxLength: 80 } : { inputMode: 'decimal' })}
                  />
                ))}
                <SelectField
                  label={m['resources.detail.supports']()}
                  form="none"
                  name={`${at}.supports`}
                  value={row.supports}
                  error={fields[`${at}.supports`]}
                  onChange={(event) => rows.change(row.key, { supports: event.target.value })}
                >
                  <option value="">{m['resources.print.unsaid']()}</option>
                  <option value="yes">{m['resources.detail.yes']()}</option>
                  <option value="no">{m['resources.detail.no']()}</option>
                </SelectField>
              </div>
            </li>
          );
        })}
      </RowList>
    </section>
  );
}

/** Files that a profile was tested for, where a thing has several parts. */
function FilesField(props: {
  models: readonly string[];
  chosen: string;
  error: string | undefined;
  onChange(chosen: string): void;
}) {
  const { models, error, onChange } = props;
  const chosen = props.chosen === '' ? [] : props.chosen.split('\n');
  const all = [...new Set([...models, ...chosen])];
  if (all.length < 2) return null;
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{m['resources.print.files']()}</legend>
      <div className="flex flex-wrap gap-x-5">
        {all.map((name) => (
          <label key={name} className="flex min-h-11 min-w-0 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              form="none"
              checked={chosen.includes(name)}
              onChange={({ target }) =>
                onChange(
                  all.filter((each) => (each === name ? target.checked : chosen.includes(each))).join('\n'),
                )
              }
              className="size-5 shrink-0 accent-accent"
            />
            <span className="wrap-anywhere">{name}</span>
          </label>
        ))}
      </div>
      <p className="text-sm text-ink-soft">{m['resources.print.files_hint']()}</p>
      {error && <p className="text-sm font-semibold text-danger">{error}</p>}
    </fieldset>
  );
}
