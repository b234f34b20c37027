import { createFileRoute, notFound } from '@tanstack/react-router';
import { lazy } from 'react';
import { pageHead } from '#platform/client/page-head.ts';

const path = '/design';

/** Page for developers of the pages. In production it renders nothing and adds nothing to the scripts. */
export const Route = createFileRoute('/design')({
  loader: () => {
    if (!import.meta.env.DEV) throw notFound();
  },
  head: () => (import.meta.env.DEV ? pageHead({ path, title: path, hidden: true }) : {}),
  component: import.meta.env.DEV
    ? lazy(async () => ({ default: (await import('./design-screen.tsx')).DesignScreen }))
    : () => null,
});
