import { useEffect, useState, type FormEvent, type RefObject } from 'react';
import type { Fields } from './form-group.tsx';

/** Errors that are left after a correction: they are shown, but do not take the focus from who is typing. */
const left = new WeakSet<Fields>();

/**
 * Returns the errors without those of a field that has changed: its own, those of its parts (`tags[2]`), and
 * the one of a part that is a field of its own: `address.name`, or `consent.terms` at `consentTerms`. Returns the same object if there are none.
 */
export function withoutErrorOf(fields: Fields, name: string): Fields {
  const kept = Object.entries(fields).filter(
    ([path]) =>
      path !== name &&
      !path.startsWith(`${name}[`) &&
      !path.startsWith(`${name}.`) &&
      !path.endsWith(`.${name}`) &&
      path.replaceAll('.', '').toLowerCase() !== name.toLowerCase(),
  );
  if (name === '' || kept.length === Object.keys(fields).length) return fields;
  const rest = Object.fromEntries(kept);
  left.add(rest);
  return rest;
}

/** Returns whether the errors are those left after a correction. */
export const isLeft = (fields: Fields): boolean => left.has(fields);

/** Marks errors as those left after a correction, and returns them. */
export function leave(fields: Fields): Fields {
  left.add(fields);
  return fields;
}

/** Name under which errors of a control are reported. */
export function nameOf(event: FormEvent<HTMLElement>): string {
  const input = event.target as HTMLInputElement;
  return input.dataset['name'] ?? input.name ?? '';
}

const wrongFields = '[aria-invalid="true"]:not(fieldset), fieldset[aria-invalid="true"] input';

/** Moves the focus to the first wrong field after a submission, not after a correction. */
export function useFirstWrong(form: RefObject<HTMLFormElement | null>, fields: Fields): void {
  useEffect(() => {
    if (Object.keys(fields).length > 0 && !isLeft(fields))
      form.current?.querySelector<HTMLElement>(wrongFields)?.focus();
  }, [form, fields]);
}

/**
 * Errors of a form by field. `corrected` belongs to the form's `onInput`: the error of a field disappears once
 * the field is changed; `onRight` runs when that was the last one.
 */
export function useFieldErrors(form: RefObject<HTMLFormElement | null>, onRight?: () => void) {
  const [fields, setFields] = useState<Fields>({});
  useFirstWrong(form, fields);
  function corrected(event: FormEvent<HTMLElement>): void {
    const rest = withoutErrorOf(fields, nameOf(event));
    if (rest === fields) return;
    setFields(rest);
    if (Object.keys(rest).length === 0) onRight?.();
  }
  return { fields, setFields, corrected };
}
