import { createFileRoute } from '@tanstack/react-router';
import { OwnCases } from '#features/moderation/client/public.tsx';
import { OwnPage } from './own-page.tsx';
import { ownRoute } from './own-route.ts';

export const Route = createFileRoute('/my/moderation/')({
  ...ownRoute('moderation'),
  component: ModerationPage,
});

function ModerationPage() {
  return (
    <OwnPage title={Route.useLoaderData().title}>
      <OwnCases id="" />
    </OwnPage>
  );
}
