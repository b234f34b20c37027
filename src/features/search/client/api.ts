import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isLocale, type Locale } from '#i18n/languages.ts';
import { getJson, sendJson } from '#platform/client/fetcher.ts';
import type { ManyAnswer } from '#features/admin/contract.ts';
import type { SearchStatistics, Synonym } from '../contract.ts';

export const tabs = ['overview', 'performance', 'popular'] as const;
export type MonitoringSearch = { tab: (typeof tabs)[number]; language?: Locale };

/** What the address may say; anything else in it is left out. */
export function readMonitoringSearch(raw: Record<string, unknown>): MonitoringSearch {
  const tab = tabs.find((each) => each === raw['tab']) ?? 'overview';
  const { language } = raw;
  return isLocale(language) ? { tab, language } : { tab };
}

const key = 'search-statistics';

export const statisticsQuery = (language: Locale | undefined) =>
  queryOptions({
    queryKey: [key, language ?? ''],
    staleTime: 30_000,
    queryFn: ({ signal }) =>
      getJson<SearchStatistics>(`/api/search/stats${language ? `?language=${language}` : ''}`, signal),
  });

const synonymsPath = '/api/admin/search-synonyms';

export function addSynonym(words: readonly string[]): Promise<Synonym> {
  return sendJson<Synonym>('POST', synonymsPath, { words });
}

/** Makes two words mean the same, or takes that back. */
export function useSynonyms() {
  const client = useQueryClient();
  // Not read again at once: what was just joined goes from the list, and with it the way to take that back.
  const onSettled = () => client.invalidateQueries({ queryKey: [key], refetchType: 'none' });
  const add = useMutation({
    mutationFn: addSynonym,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => sendJson<null>('DELETE', `${synonymsPath}/${id}`),
    onSettled,
  });
  return { add, remove };
}

export function removeSynonyms(ids: readonly string[], reason: string): Promise<ManyAnswer> {
  return sendJson<ManyAnswer>('POST', `${synonymsPath}/many`, { action: 'remove', ids, reason });
}
