import type { InputHTMLAttributes, ReactNode } from 'react';

/** Radio button or checkbox that is as wide as its label, large enough for a thumb. */
export function ChoiceField({
  children,
  hint,
  ...rest
}: {
  children: ReactNode;
  hint?: string;
  type: 'radio' | 'checkbox';
} & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="flex min-h-11 gap-3 rounded-md border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft">
      <input {...rest} className="mt-1 size-5 shrink-0 accent-accent" />
      <span className={hint === undefined ? '' : 'font-semibold'}>
        {children}
        {hint !== undefined && <span className="block text-sm font-normal text-ink-soft">{hint}</span>}
      </span>
    </label>
  );
}
