import { createFileRoute, redirect } from '@tanstack/react-router';
import { staffPage } from '../staff-page.ts';

/** Staff upload on the same page as everyone else. */
export const Route = createFileRoute('/admin/resources/upload')({
  ...staffPage,
  loader: async ({ context, location }) =>
    (await import('../load-admin.ts'))?.loadForStaff(context.queryClient, location.pathname, () =>
      redirect({ to: '/resources/upload{$variant}', params: { variant: '' } }),
    ),
});
