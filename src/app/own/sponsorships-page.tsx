import { createFileRoute } from '@tanstack/react-router';
import { OwnBanner } from '#features/ads/client/public.tsx';
import { MySponsorships } from '#features/sponsorship/client/public.tsx';
import { OwnPage } from './own-page.tsx';
import { ownRoute } from './own-route.ts';

/** All of the reader's own sponsorships. */
export const Route = createFileRoute('/my/sponsorships/')({
  ...ownRoute('sponsorships'),
  component: SponsorshipsPage,
});

function SponsorshipsPage() {
  return (
    <OwnPage title={Route.useLoaderData().title}>
      <MySponsorships id="" Banner={OwnBanner} />
    </OwnPage>
  );
}
