import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import { loadFollows } from '#features/social/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError } from '#platform/client/fetcher.ts';
import { siteOrigin } from '#platform/client/page-context.ts';
import { pageHead } from '#platform/client/page-head.ts';
import type { PublicPerson } from '../contract.ts';
import { personQuery, personResourcesQuery, personServicesQuery } from './api.ts';

/** Page numbers of a person's resources and services. */
export type PersonSearch = { page?: number; services?: number };

/**
 * Loads everything of a person's page, its head included; a separate script, because every page carries the routes.
 */
export async function loadPerson(client: QueryClient, username: string, search: PersonSearch) {
  const person = await findPerson(client, username);
  if (!person) throw notFound();
  // Not a permanent redirect, because somebody else may take the former name later.
  if (person.username !== username) {
    throw redirect({
      to: '/people/$username',
      params: { username: person.username },
      search,
      replace: true,
    });
  }
  const [resources, services] = await Promise.all([
    client.ensureQueryData(personResourcesQuery(username, search.page ?? 1)).catch(() => null),
    client.ensureQueryData(personServicesQuery(username, search.services ?? 1)).catch(() => null),
    import.meta.env.SSR && loadFollows(client, username),
  ]);
  const isEmpty = resources?.total === 0 && services?.total === 0;
  return { head: headOf(person, { page: resources?.page ?? 1, isEmpty }) };
}

async function findPerson(client: QueryClient, username: string): Promise<PublicPerson | null> {
  try {
    return await client.ensureQueryData(personQuery(username));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

function headOf(person: PublicPerson, shown: { page: number; isEmpty: boolean }) {
  return pageHead({
    path: `/people/${person.username}`,
    search: shown.page > 1 ? `?page=${shown.page}` : '',
    title: m['people.page.title']({ name: person.fullName, username: person.username }),
    description: person.bio || m['people.page.description']({ name: person.fullName }),
    image: person.avatarUrl,
    hidden: shown.isEmpty,
    jsonLd: {
      '@type': 'ProfilePage',
      dateCreated: person.memberSince,
      mainEntity: {
        '@type': person.isCompany ? 'Organization' : 'Person',
        name: person.fullName,
        alternateName: person.username,
        ...(person.bio !== '' && { description: person.bio }),
        ...(person.avatarUrl !== null && { image: siteOrigin() + person.avatarUrl }),
        ...(person.languages.length > 0 && { knowsLanguage: person.languages }),
      },
    },
  });
}
