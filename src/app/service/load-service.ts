import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { serviceQuery, typeName } from '#features/services/client/public.tsx';
import { inReadersLanguage } from '#platform/client/translated.ts';
import type { ServiceDetail } from '#features/services/contract.ts';
import { localizePath } from '#i18n/languages.ts';
import { ApiError } from '#platform/client/fetcher.ts';
import { currentLocale, siteOrigin } from '#platform/client/page-context.ts';
import { pageHead } from '#platform/client/page-head.ts';
import { feeOf } from '#platform/shared/fee.ts';
import { wholeMoney } from '#platform/shared/money.ts';
import { plainText } from '#platform/shared/plain-text.ts';
import { beginningOf } from '#platform/shared/graphemes.ts';

/** Loads a service and its page's head. A script of its own, because every page carries the routes. */
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
      description: beginningOf(description, 500),
      serviceType: typeName(service.serviceType),
      provider: {
        '@type': service.isIndividual ? 'Person' : 'LocalBusiness',
        name: service.provider.fullName,
      },
      areaServed: service.location?.address,
      offers: offersOf(service),
    },
  });
}

/**
 * Price for the buyer, fee included, as schema.org markup; none where the price comes from a quote. Prices by the hour
 * or piece are unit prices.
 */
export function offersOf(
  service: Pick<
    ServiceDetail,
    | 'id'
    | 'isFreeService'
    | 'price'
    | 'hourlyRate'
    | 'pricePerUnit'
    | 'currency'
    | 'feePercent'
    | 'printRates'
    | 'serviceType'
  >,
) {
  const { id, isFreeService, price, hourlyRate, pricePerUnit, currency, feePercent, printRates } = service;
  const paid = (amount: number) => wholeMoney(amount + feeOf(amount, feePercent), currency);
  const offer = {
    '@type': 'Offer',
    url: `${siteOrigin()}${localizePath(`/services/${id}`, currentLocale())}`,
    availability: 'https://schema.org/InStock',
    priceCurrency: currency,
  };
  if (isFreeService) return { ...offer, price: 0 };
  if (printRates) {
    const { startFee, perTenGrams } = printRates;
    return { ...offer, priceSpecification: priceOf(startFee, perTenGrams, 'GRM', 10) };
  }
  const rate = hourlyRate ?? pricePerUnit;
  if (rate === null) return price === null ? undefined : { ...offer, price: paid(price) };
  return { ...offer, priceSpecification: priceOf(price ?? 0, rate, hourlyRate === null ? 'C62' : 'HUR', 1) };

  function priceOf(base: number, each: number, unitCode: string, value: number) {
    const perUnit = {
      '@type': 'UnitPriceSpecification',
      price: paid(each),
      priceCurrency: currency,
      referenceQuantity: { '@type': 'QuantitativeValue', value, unitCode },
    };
    if (base === 0) return perUnit;
    const fixed = { '@type': 'PriceSpecification', price: paid(base), priceCurrency: currency };
    return each === 0 ? fixed : [fixed, perUnit];
  }
}
