import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError } from '#platform/client/fetcher.ts';
import { pageHead } from '#platform/client/page-head.ts';
import { ownResourcesQuery, resourceQuery } from './api.ts';
import type { FormVariant } from './resource-form.tsx';

export function loadCreate() {
  const title = m['resources.form.create_title']();
  const lead = m['resources.form.lead']();
  return { title, lead, head: pageHead({ path: '/resources/create', title, description: lead }) };
}

/** Form variants by the rest of the path after `/resources/upload`: docs/product.md, "Uploads". */
const variants: Record<string, FormVariant | 'test'> = {
  '': 'resumable',
  '-tus': 'resumable',
  '-v1': 'plain',
  '-v2': 'steps',
  '-test': 'test',
};

const leads: Record<FormVariant | 'test', () => string> = {
  resumable: () => m['resources.form.upload_lead'](),
  plain: () => m['resources.form.plain_lead'](),
  steps: () => m['resources.form.upload_lead'](),
  test: () => m['uploads.test.lead'](),
};

export function loadUpload(suffix: string) {
  const variant = Object.hasOwn(variants, suffix) ? variants[suffix] : undefined;
  if (!variant) throw notFound();
  const title = variant === 'test' ? m['uploads.test.title']() : m['resources.form.create_title']();
  const lead = leads[variant]();
  const path = `/resources/upload${suffix}`;
  return { variant, title, lead, head: pageHead({ path, title, description: lead, hidden: true }) };
}

export async function loadManage(client: QueryClient, id: string) {
  try {
    // Always fetch: the form must edit what is stored.
    await client.fetchQuery({ ...resourceQuery(id), staleTime: 0 });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw notFound();
    throw error;
  }
  const title = m['resources.form.manage_title']();
  return { title, head: pageHead({ path: `/resources/manage/${id}`, title, hidden: true }) };
}

export async function loadMine(client: QueryClient) {
  const user = await client.ensureQueryData(currentUserQuery).catch(() => null);
  if (user) await client.ensureQueryData(ownResourcesQuery).catch(() => null);
  return { head: pageHead({ path: '/my/resources', title: m['resources.mine.title'](), hidden: true }) };
}
