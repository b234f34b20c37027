import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { m } from '#i18n/generated/messages.js';
import { toast } from '#platform/client/toasts.tsx';

/** Explains why the page is refused and links elsewhere. */
export function Restricted() {
  const navigate = useNavigate();
  useEffect(() => {
    toast('danger', m['app.admin.restricted'](), m['app.admin.restricted_text']());
    void navigate({ to: '/', replace: true });
  }, [navigate]);
  return (
    <div className="page grid min-h-96 content-center gap-2 py-16">
      <h1 className="text-2xl font-bold">{m['app.admin.restricted']()}</h1>
      <p className="text-ink-soft">{m['app.admin.restricted_text']()}</p>
    </div>
  );
}
