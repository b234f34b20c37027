import type { ReactNode } from 'react';
import type { SentFormName } from '#platform/client/sent-form.ts';

/* Parts of forms that every page needs. They are separate from form.tsx, which imports all fields. */

/** Names a form for the server, for browsers that submit it without scripts (src/app/page-forms.ts). */
export function FormName({ name }: { name: SentFormName }) {
  return <input type="hidden" name="form" value={name} />;
}

export function FormMessage({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
      {children}
    </p>
  );
}
