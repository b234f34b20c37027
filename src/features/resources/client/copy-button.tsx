import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({
  text,
  label,
  className = '',
}: {
  text: string;
  label?: string;
  className?: string;
}) {
  const [copied, setCopied] = useState('');
  const Icon = copied === text ? Check : Copy;
  return (
    <button
      type="button"
      className={buttonClass('secondary', `shrink-0 text-sm print:hidden ${className}`)}
      onClick={() => {
        void navigator.clipboard?.writeText(text).then(() => setCopied(text));
      }}
    >
      <Icon aria-hidden="true" className="size-4" />
      <span aria-live="polite">
        {copied === text ? m['resources.detail.copied']() : (label ?? m['resources.detail.copy']())}
      </span>
    </button>
  );
}
