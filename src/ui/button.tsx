import type { ButtonHTMLAttributes } from 'react';

const shape =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-md px-4 py-2 text-base font-semibold transition-colors duration-150 ' +
  'disabled:opacity-60 aria-disabled:opacity-60 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed';

const looks = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-line-strong bg-surface text-ink hover:border-accent hover:text-accent-strong',
  quiet: 'text-ink hover:bg-accent-soft',
  danger: 'border border-danger bg-surface text-danger hover:bg-danger-soft',
} as const;

export type ButtonLook = keyof typeof looks;

/** For links that look like buttons. */
export function buttonClass(look: ButtonLook = 'primary', more = ''): string {
  return `${shape} ${looks[look]} ${more}`;
}

export function Button({
  look = 'primary',
  className = '',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { look?: ButtonLook }) {
  return <button type="button" {...rest} className={buttonClass(look, className)} />;
}
