import type { ReactNode } from 'react';
import type { SentFormName } from '#platform/client/sent-form.ts';

/* What every page has of forms: form.tsx brings all fields with it. */

/** Names a form for the server, to which the browser sends it by itself where there are no scripts (src/app/page-forms.ts). */
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
