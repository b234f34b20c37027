import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { inReadersLanguage, serviceQuery, typeName } from '#features/services/client/public.tsx';
import type { ServiceDetail } from '#features/services/contract.ts';
import { ApiError } from '#platform/client/fetcher.ts';
import { pageHead } from '#platform/client/page-head.ts';
import { plainText } from '#platform/shared/plain-text.ts';

/** A service with its page's head; a script of its own, because every page carries the routes. */
export async function loadService(client: QueryClient, id: string) {
  try {
    return { head: headOf(await client.ensureQueryData(serviceQuery(id))) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw notFound();
    throw error;
  }
}

function headOf(service: ServiceDetail) {
  const shown = inReadersLanguage(service);
  const { title } = shown;
  const description = plainText(shown.description.slice(0, 2000));
  return pageHead({
    path: `/services/${service.id}`,
    title,
    description,
    image: service.imageUrl,
    above: [{ title: typeName(service.serviceType), path: `/services/type/${service.serviceType}` }],
    jsonLd: {
      '@type': 'Service',
      name: title,
      description: description.slice(0, 500),
      serviceType: typeName(service.serviceType),
      provider: {
        '@type': service.isIndividual ? 'Person' : 'LocalBusiness',
        name: service.provider.fullName,
      },
      areaServed: service.location?.address,
    },
  });
}
