import { createFileRoute } from '@tanstack/react-router';
import { OwnHelp } from '#features/support/client/public.tsx';
import { OwnPage } from './own-page.tsx';
import { ownRoute } from './own-route.ts';

export const Route = createFileRoute('/my/support')({ ...ownRoute('support'), component: SupportPage });

function SupportPage() {
  return (
    <OwnPage title={Route.useLoaderData().title}>
      <OwnHelp whole />
    </OwnPage>
  );
}
