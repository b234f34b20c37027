import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { m } from '#i18n/generated/messages.js';

/** Slim progress bar while the next page loads, so that a click gets feedback on a slow network. */
export function NavigationProgress() {
  const pending = useRouterState({
    select: (state) => state.status === 'pending' && !!state.resolvedLocation,
  });
  useEffect(() => {
    document.getElementById('content')?.setAttribute('aria-busy', String(pending));
  }, [pending]);
  if (!pending) return null;
  return (
    <div
      role="progressbar"
      aria-label={m['platform.client.loading']()}
      className="navigation-progress fixed inset-x-0 top-0 z-50 h-1 origin-left bg-accent"
    />
  );
}
