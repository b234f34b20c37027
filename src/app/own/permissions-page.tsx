import { createFileRoute } from '@tanstack/react-router';
import { OwnPermissions } from '#features/licensing/client/public.tsx';
import { OwnPage } from './own-page.tsx';
import { ownRoute } from './own-route.ts';

export const Route = createFileRoute('/my/permissions')({
  ...ownRoute('permissions'),
  component: PermissionsPage,
});

function PermissionsPage() {
  return (
    <OwnPage title={Route.useLoaderData().title}>
      <OwnPermissions />
    </OwnPage>
  );
}
