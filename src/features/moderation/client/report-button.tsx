import { Flag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLoginFirst } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import type { ReportKind } from '../rules.ts';

/** Lazy dialog for menus, which cannot contain a button with its own dialog. */
export const ReportDialog = lazy(async () => ({
  default: (await import('./report-dialog.tsx')).ReportDialog,
}));

/**
 * Button that reports something. `path` is the route for its reports, `category` that of a resource; `look` matches
 * the neighbouring buttons.
 */
export function ReportButton({
  look,
  ...thing
}: {
  kind: ReportKind;
  category?: string;
  path: string;
  look: 'icon' | 'link';
}) {
  const [open, setOpen] = useState(false);
  const withLogin = useLoginFirst();
  const name = m['moderation.dialog.open']();
  return (
    <>
      <button
        type="button"
        className={
          look === 'icon'
            ? buttonClass('quiet', 'text-ink-soft')
            : 'min-h-9 py-1 text-accent-strong underline'
        }
        {...(look === 'icon' && { 'aria-label': name, 'data-tooltip': name })}
        onClick={() => withLogin(() => setOpen(true))}
      >
        {look === 'icon' ? <Flag aria-hidden="true" className="size-5 shrink-0" /> : name}
      </button>
      <Suspense>{open && <ReportDialog {...thing} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
