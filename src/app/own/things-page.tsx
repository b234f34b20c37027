import { createFileRoute } from '@tanstack/react-router';
import { OwnThings } from '#features/passports/client/public.tsx';
import { OwnPage } from './own-page.tsx';
import { ownRoute } from './own-route.ts';

export const Route = createFileRoute('/my/things')({ ...ownRoute('things'), component: ThingsPage });

function ThingsPage() {
  return (
    <OwnPage title={Route.useLoaderData().title}>
      <OwnThings />
    </OwnPage>
  );
}
