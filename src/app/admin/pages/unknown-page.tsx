import { createFileRoute } from '@tanstack/react-router';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/$')({
  ...staffPage,
  loader: async ({ context, location }) =>
    (await import('../load-admin.ts'))?.loadForStaff(context.queryClient, location.pathname),
});
