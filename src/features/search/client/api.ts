import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isLocale, type Locale } from '#i18n/languages.ts';
import { getJson, sendJson } from '#platform/client/fetcher.ts';
import type { ManyAnswer } from '#features/admin/contract.ts';
import type { SearchStatistics, Synonym } from '../contract.ts';

export const tabs = ['overview', 'performance', 'popular'] as const;
export type MonitoringSearch = { tab: (typeof tabs)[number]; language?: Locale };

/** Parses the address; invalid values are dropped. */
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

/** Adds a group of synonyms, or undoes that. */
export function useSynonyms() {
  const client = useQueryClient();
  // Skip the immediate refetch, because the joined term would leave the list together with its undo button.
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
