import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';

type Common = { label: string; hint?: ReactNode; error?: string | undefined; optional?: string };

const control =
  'w-full min-h-11 rounded-md border bg-surface px-3 py-2 text-base text-ink placeholder:text-ink-soft ' +
  'aria-invalid:border-danger border-line-strong disabled:opacity-60';

/** Ties a control to its label, hint and error: the error is announced with the field. */
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

function FieldFrame(props: Common & { field: ReturnType<typeof useField>; children: ReactNode }) {
  const { field, label, hint, error, optional, children } = props;
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={field.id} className="font-semibold">
        {label}
        {optional !== undefined && <span className="ml-2 text-sm font-normal text-ink-soft">{optional}</span>}
      </label>
      {children}
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
  return (
    <FieldFrame
      {...{ label, hint, field }}
      {...(error !== undefined && { error })}
      {...(optional !== undefined && { optional })}
    >
      <input id={field.id} {...field.aria} {...rest} className={`${control} ${className}`} />
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
  return (
    <FieldFrame
      {...{ label, hint, field }}
      {...(error !== undefined && { error })}
      {...(optional !== undefined && { optional })}
    >
      <textarea id={field.id} {...field.aria} {...rest} className={`${control} ${className}`} />
    </FieldFrame>
  );
}

export function SelectField({
  label,
  hint,
  error,
  optional,
  className = '',
  ...rest
}: Common & SelectHTMLAttributes<HTMLSelectElement>) {
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
