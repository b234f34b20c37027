import { createFileRoute } from '@tanstack/react-router';
import { OwnBanner } from '#features/ads/client/public.tsx';
import { MySponsorships } from '#features/sponsorship/client/public.tsx';
import { OwnPage } from './own-page.tsx';
import { ownRoute } from './own-route.ts';

export const Route = createFileRoute('/my/sponsorships/$id')({
  ...ownRoute('sponsorship'),
  component: SponsorshipPage,
});

function SponsorshipPage() {
  const { id } = Route.useParams();
  return (
    <OwnPage title={Route.useLoaderData().title}>
      <MySponsorships key={id} id={id} Banner={OwnBanner} />
    </OwnPage>
  );
}
