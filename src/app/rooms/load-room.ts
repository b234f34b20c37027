import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { callPlace, loadCall } from '#features/calls/client/public.tsx';
import { loadLog } from '#features/moderation/client/public.tsx';
import { loadMonitoring } from '#features/search/client/public.tsx';
import { loadSponsor } from '#features/sponsorship/client/public.tsx';
import { pageHead } from '#platform/client/page-head.ts';
import { legalDocuments } from '../legal/legal-documents.ts';
import { loadOutcome } from '../payment/load-outcome.ts';

const payments = '/payment/';

/**
 * What is at an address: a call, a legal text, the figures of searches, sponsorship, what was decided about reports, an outcome of paying, or
 * what paying is like.
 */
export async function loadRoom(client: QueryClient, path: string, search: Record<string, unknown>) {
  const call = callPlace(path);
  if (call) return { kind: 'call' as const, call, head: (await loadCall(client, call, path))?.head };
  if (path === '/search' || path === '/search-demo')
    return { kind: 'monitoring' as const, ...(await loadMonitoring(client, path, search)) };
  if (path === '/sponsor') return { kind: 'sponsor' as const, ...(await loadSponsor(client, search)) };
  if (path === '/moderation-log') return { kind: 'log' as const, ...(await loadLog(client, search)) };
  if (path.startsWith(payments))
    return { kind: 'payment' as const, ...loadOutcome(path.slice(payments.length)), search, head: undefined };
  const name = path.slice(1);
  if (name === 'payment-demo' || name === 'payment-example') return { kind: name, head: undefined };
  const text = Object.hasOwn(legalDocuments, name) ? legalDocuments[name] : undefined;
  if (!text) throw notFound();
  return { kind: 'text' as const, name, head: pageHead({ path, title: text.title() }) };
}
