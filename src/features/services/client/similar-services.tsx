import { useQuery } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import type { ServiceDetail } from '../contract.ts';
import { radiusesKm } from '../rules.ts';
import { listServicesQuery } from './api.ts';
import { ServiceGrid } from './service-card.tsx';
import { Section } from './service-workshop.tsx';

const most = 4;

/** Other services of the same type, nearest first; nothing if there are none. */
export function SimilarServices({ service }: { service: ServiceDetail }) {
  const { location, serviceType } = service;
  const list = useQuery({
    ...listServicesQuery({
      type: serviceType,
      ...(location && { near: { lat: location.lat, long: location.long }, radius: radiusesKm.at(-1) }),
      sort: 'distance',
      // One of the results is this service itself.
      limit: most + 1,
    }),
    enabled: location !== null,
  });
  const others = (list.data?.items ?? []).filter(({ id }) => id !== service.id).slice(0, most);
  if (others.length === 0) return null;
  const title = m['services.similar.title']();
  return (
    <Section title={title}>
      <ServiceGrid services={others} label={title} />
    </Section>
  );
}
