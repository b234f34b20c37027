import {
  useId,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type SyntheticEvent,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';
import { m } from '#i18n/generated/messages.js';
import { cutOff, leftToTell } from './field-limit.ts';

type Common = { label: string; hint?: ReactNode; error?: string | undefined; optional?: string };

const control =
  'w-full min-h-11 rounded-md border bg-surface px-3 py-2 text-base text-ink placeholder:text-ink-soft ' +
  'aria-invalid:border-danger border-line-strong disabled:opacity-60';

/** Connects a control to its label, hint and error, so that screen readers announce the error with the field. */
function useField({ hint, error }: Pick<Common, 'hint' | 'error'>) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error === undefined ? '' : errorId, hint === undefined ? '' : hintId]
    .filter(Boolean)
    .join(' ');
  return {
    id,
    hintId,
    errorId,
    aria: {
      ...(describedBy !== '' && { 'aria-describedby': describedBy }),
      ...(error !== undefined && { 'aria-invalid': true as const }),
    },
  };
}

type Control = HTMLInputElement | HTMLTextAreaElement;

/** Shows the remaining room and any loss, because browsers silently truncate text that is too long. */
function useLimit(maxLength: number | undefined) {
  const [left, setLeft] = useState<number | null>(null);
  const [cut, setCut] = useState(0);
  if (maxLength === undefined) return { handlers: {}, left, cut };
  // Runs after the field has handled the paste, which fires an input event; if a parent handled it instead, nothing was
  // truncated.
  const put = ({ currentTarget, nativeEvent }: SyntheticEvent<Control>, text: string) => {
    const lost = cutOff(currentTarget, text, maxLength);
    setTimeout(() => !nativeEvent.defaultPrevented && setCut(lost));
  };
  return {
    left,
    cut,
    handlers: {
      onPaste: (event: ClipboardEvent<Control>) => put(event, event.clipboardData.getData('text')),
      onDrop: (event: DragEvent<Control>) => put(event, event.dataTransfer.getData('text')),
      onInput: ({ currentTarget }: FormEvent<Control>) => {
        setCut(0);
        setLeft(leftToTell(currentTarget.value.length, maxLength));
      },
    },
  };
}

function FieldFrame(
  props: Common & {
    field: ReturnType<typeof useField>;
    limit?: { left: number | null; cut: number };
    children: ReactNode;
  },
) {
  const { field, label, hint, error, optional, limit, children } = props;
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={field.id} className="font-semibold">
        {label}
        {optional !== undefined && <span className="ml-2 text-sm font-normal text-ink-soft">{optional}</span>}
      </label>
      {children}
      {limit !== undefined && limit.cut > 0 && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {m['platform.field.cut']({ count: limit.cut })}
        </p>
      )}
      {limit !== undefined && limit.left !== null && (
        <p className="text-sm text-ink-soft tabular-nums">
          {m['platform.field.left']({ count: limit.left })}
        </p>
      )}
      {error !== undefined && (
        <p id={field.errorId} className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={field.hintId} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  );
}

export function TextField({
  label,
  hint,
  error,
  optional,
  className = '',
  ...rest
}: Common & InputHTMLAttributes<HTMLInputElement>) {
  const field = useField({ hint, error });
  const { handlers, ...limit } = useLimit(rest.maxLength);
  return (
    <FieldFrame
      {...{ label, hint, field, limit }}
      {...(error !== undefined && { error })}
      {...(optional !== undefined && { optional })}
    >
      <input id={field.id} {...field.aria} {...handlers} {...rest} className={`${control} ${className}`} />
    </FieldFrame>
  );
}

export function TextAreaField({
  label,
  hint,
  error,
  optional,
  className = '',
  ...rest
}: Common & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const field = useField({ hint, error });
  const { handlers, ...limit } = useLimit(rest.maxLength);
  return (
    <FieldFrame
      {...{ label, hint, field, limit }}
      {...(error !== undefined && { error })}
      {...(optional !== undefined && { optional })}
    >
      <textarea id={field.id} {...field.aria} {...handlers} {...rest} className={`${control} ${className}`} />
    </FieldFrame>
  );
}

export function SelectField({
  label,
  hint,
  error: said,
  optional,
  className = '',
  ...rest
}: Common & SelectHTMLAttributes<HTMLSelectElement>) {
  // Field validation refers to the name only; users cannot type here.
  const error = said === m['platform.field.required']() ? m['platform.field.choose']() : said;
  const field = useField({ hint, error });
  return (
    <FieldFrame
      {...{ label, hint, field }}
      {...(error !== undefined && { error })}
      {...(optional !== undefined && { optional })}
    >
      <select id={field.id} {...field.aria} {...rest} className={`${control} ${className}`} />
    </FieldFrame>
  );
}
