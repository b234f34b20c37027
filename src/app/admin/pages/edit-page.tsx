import { createFileRoute, redirect } from '@tanstack/react-router';
import { staffPage } from '../staff-page.ts';

/** Staff edit a resource on the same page as its owner. */
export const Route = createFileRoute('/admin/resources/edit/$id')({
  ...staffPage,
  loader: async ({ context, location, params }) =>
    (await import('../load-admin.ts'))?.loadForStaff(context.queryClient, location.pathname, () =>
      redirect({ to: '/resources/manage/$id', params }),
    ),
});
