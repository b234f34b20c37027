import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type InputHTMLAttributes, type ReactNode, type RefObject } from 'react';
import { m } from '#i18n/generated/messages.js';
import { Button } from './button.tsx';
import { TextAreaField, TextField } from './field.tsx';
import type { Fields } from './form-group.tsx';

export type Keyed<Row> = Row & { key: number };

/**
 * Rows of an editor: parts, steps, results. Each row keeps its key, so that its content and focus stay with it when it
 * moves. Empty rows are not submitted, so the server's error at `path[2]` belongs to the third non-empty row.
 */
export function useRows<Row extends object>(options: {
  path: string;
  initial: readonly Row[];
  blank: Row;
  most: number;
}) {
  const { path, blank, most } = options;
  const [state, setState] = useState<RowState<Row>>(() => ({
    rows: options.initial.map((row, index) => ({ ...row, key: index })),
    nextKey: options.initial.length,
    focus: null,
    told: '',
  }));
  const { rows, nextKey } = state;
  const isBlank = (row: Row) => Object.keys(blank).every((name) => same(row, blank, name));
  const filled = rows.filter((row) => !isBlank(row));

  function put(next: Keyed<Row>[], selector: string, told: string, added = 0): void {
    setState({ rows: next, nextKey: nextKey + added, focus: { selector }, told });
  }

  return {
    rows,
    /** Rows that are submitted. */
    filled,
    focus: state.focus,
    told: state.told,
    isFull: rows.length >= most,
    change(key: number, change: Partial<Row>): void {
      setState((before) => ({
        ...before,
        rows: before.rows.map((row) => (row.key === key ? { ...row, ...change } : row)),
      }));
    },
    /** A row to be filled in. */
    add(): void {
      put([...rows, { ...blank, key: nextKey }], `[data-row="${nextKey}"] :is(input, textarea)`, '', 1);
    },
    /** Adds several rows at once; they replace empty ones. */
    fill(more: readonly Row[]): void {
      const added = more
        .slice(0, most - filled.length)
        .map((row, index) => ({ ...row, key: nextKey + index }));
      const told = m['platform.rows.added']({ count: added.length });
      put([...filled, ...added], `[data-row="${nextKey}"] :is(input, textarea)`, told, added.length);
    },
    remove(key: number): void {
      const index = rows.findIndex((row) => row.key === key);
      const next = rows[index + 1] ?? rows[index - 1];
      put(
        rows.filter((row) => row.key !== key),
        next ? `[data-row="${next.key}"] [data-action="remove"]` : '[data-action="add"]',
        m['platform.rows.removed']({ number: index + 1 }),
      );
    },
    move(key: number, by: -1 | 1): void {
      const from = rows.findIndex((row) => row.key === key);
      const to = from + by;
      const row = rows[from];
      if (!row || to < 0 || to >= rows.length) return;
      put(
        rows.toSpliced(from, 1).toSpliced(to, 0, row),
        `[data-row="${key}"] [data-action="${by < 0 ? 'up' : 'down'}"]`,
        m['platform.rows.moved']({ number: to + 1 }),
      );
    },
    /** Path of this row in the server's errors. */
    pathOf: (row: Keyed<Row>) => `${path}[${filled.indexOf(row)}]`,
    /** Changes whenever a row is added, removed or moved. */
    order: filled.map(({ key }) => key).join(),
  };
}

type RowState<Row> = {
  rows: Keyed<Row>[];
  nextKey: number;
  /** Element to focus once it is mounted; a new object for each request. */
  focus: { selector: string } | null;
  told: string;
};

export type Rows<Row extends object> = ReturnType<typeof useRows<Row>>;

function same<Row extends object>(row: Row, blank: Row, name: string): boolean {
  const key = name as keyof Row;
  const value = row[key];
  return value === blank[key] || (typeof value === 'string' && value.trim() === '');
}

/** List of an editor with its add button; focus follows the last change. */
export function RowList<Row extends object>({
  of,
  addLabel,
  error,
  beside,
  children,
}: {
  of: Rows<Row>;
  addLabel: string;
  /** Errors of the list itself, such as too many rows; errors of rows are shown at their fields. */
  error: string | undefined;
  beside?: ReactNode;
  children: ReactNode;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const { focus } = of;
  useEffect(() => {
    if (focus) frame.current?.querySelector<HTMLElement>(focus.selector)?.focus();
  }, [focus]);
  return (
    <div ref={frame} className="grid gap-3">
      <ol className="grid gap-3 empty:hidden">{children}</ol>
      <div className="flex flex-wrap items-center gap-3">
        <Button look="secondary" data-action="add" disabled={of.isFull} onClick={of.add}>
          <Plus aria-hidden="true" className="size-5" />
          {addLabel}
        </Button>
        {beside}
      </div>
      {error && <p className="text-sm font-semibold text-danger">{error}</p>}
      <p aria-live="polite" className="sr-only">
        {of.told}
      </p>
    </div>
  );
}

/** Buttons to move and remove a row, for pointer and keyboard. */
export function RowTools<Row extends object>({
  of,
  rowKey,
  name,
}: {
  of: Rows<Row>;
  rowKey: number;
  name: string;
}) {
  const index = of.rows.findIndex(({ key }) => key === rowKey);
  const look =
    'grid size-11 place-items-center rounded-md text-ink-soft hover:bg-accent-soft hover:text-ink aria-disabled:opacity-40';
  return (
    <div className="flex shrink-0 justify-end">
      <button
        type="button"
        data-action="up"
        aria-disabled={index === 0}
        aria-label={m['platform.rows.up']({ name })}
        data-tooltip={m['platform.rows.up']({ name })}
        onClick={() => of.move(rowKey, -1)}
        className={look}
      >
        <ArrowUp aria-hidden="true" className="size-5" />
      </button>
      <button
        type="button"
        data-action="down"
        aria-disabled={index === of.rows.length - 1}
        aria-label={m['platform.rows.down']({ name })}
        data-tooltip={m['platform.rows.down']({ name })}
        onClick={() => of.move(rowKey, 1)}
        className={look}
      >
        <ArrowDown aria-hidden="true" className="size-5" />
      </button>
      <button
        type="button"
        data-action="remove"
        aria-label={m['platform.rows.remove']({ name })}
        data-tooltip={m['platform.rows.remove']({ name })}
        onClick={() => of.remove(rowKey)}
        className={`${look} hover:text-danger`}
      >
        <Trash2 aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}

/**
 * Attributes of a row's field. Fields are not submitted one by one (the editor submits everything as one value), so
 * they are outside of the form; their name is the path in the server's errors.
 */
const outside = { form: 'none' } as const;

type RowFieldProps = {
  label: string;
  path: string;
  fields: Fields;
  value: string;
  onChange(value: string): void;
  hint?: string;
};

export function RowField({
  path,
  fields,
  onChange,
  ...rest
}: RowFieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'form'>) {
  return (
    <TextField
      {...outside}
      {...rest}
      name={path}
      error={fields[path]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export function RowText({
  path,
  fields,
  onChange,
  ...rest
}: RowFieldProps & {
  rows?: number;
  maxLength?: number;
  className?: string;
  spellCheck?: boolean;
  optional?: string;
}) {
  return (
    <TextAreaField
      {...outside}
      {...rest}
      name={path}
      error={fields[path]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/**
 * Hidden field with the editor's value, absent while unchanged, so that an untouched editor loses nothing. A change
 * fires an input event on the form; after a row has moved, errors of rows are no longer shown.
 */
export function EditorValue({
  name,
  value,
  initial,
  order = '',
  isFromServer,
}: {
  name: string;
  value: unknown;
  initial: unknown;
  order?: string;
  /** True if this JSON value came from the server, which is not an edit and fires no event. */
  isFromServer?: (text: string) => boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const text = JSON.stringify(value);
  const isChanged = text !== JSON.stringify(initial);
  useTold(input, text, order, isFromServer);
  return <input ref={input} type="hidden" value={text} {...(isChanged && { name })} />;
}

function useTold(
  input: RefObject<HTMLInputElement | null>,
  text: string,
  order: string,
  isFromServer: ((text: string) => boolean) | undefined,
): void {
  const before = useRef({ text, order });
  useEffect(() => {
    const element = input.current;
    if (!element || before.current.text === text) return;
    const target = before.current.order === order ? element.form : element;
    before.current = { text, order };
    if (isFromServer?.(text)) return;
    target?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
