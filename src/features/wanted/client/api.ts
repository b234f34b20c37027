import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { cityNames } from '#features/services/client/public.tsx';
import type { Attempt } from '#features/payments/contract.ts';
import { getJson, sendJson } from '#platform/client/fetcher.ts';
import { getPage } from '#platform/client/get-page.ts';
import { sendForm } from '#platform/client/send-form.ts';
import type {
  AnswerInput,
  AnswersPage,
  Demand,
  EventsPage,
  OwnPledge,
  Proposals,
  ShownTerms,
  WantedCard,
  WantedDetail,
} from '../contract.ts';
import { wantedLimits, wantedPerPage } from '../rules.ts';

export const sorts = ['newest', 'bounty', 'ending', 'distance'] as const;
export const shownStates = ['open', 'solved'] as const;
export type ListSearch = {
  search: string;
  trade: string;
  city: string;
  state: (typeof shownStates)[number];
  bounty: '' | 'yes';
  sort: (typeof sorts)[number];
  page: number;
};

/** Parses the search parameters; invalid values are dropped. */
export function readSearch(raw: object): ListSearch {
  const { search, trade, city, state, bounty, sort, page } = raw as Record<string, unknown>;
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 60) : '';
  const wanted = Number(page);
  return {
    search: text(search),
    trade: text(trade),
    city: Object.hasOwn(cityNames, text(city)) ? text(city) : '',
    state: shownStates.find((each) => each === state) ?? 'open',
    bounty: bounty === 'yes' ? 'yes' : '',
    sort: sorts.find((each) => each === sort) ?? 'newest',
    page: Number.isSafeInteger(wanted) && wanted > 1 && wanted < 1e9 ? wanted : 1,
  };
}

/** Returns the search parameters without defaults. */
export function searchOf({ search, trade, city, state, bounty, sort, page }: ListSearch) {
  return {
    ...(search !== '' && { search }),
    ...(trade !== '' && { trade }),
    ...(city !== '' && { city }),
    ...(state !== 'open' && { state }),
    ...(bounty !== '' && { bounty }),
    ...(sort !== 'newest' && { sort }),
    ...(page > 1 && { page }),
  };
}

export const wantedListKey = ['wanted'];
export function wantedListQuery(search: ListSearch, point?: { lat: number; long: number }) {
  const { lat, long } = point ?? {};
  return queryOptions({
    queryKey: [...wantedListKey, JSON.stringify({ ...search, lat, long })],
    staleTime: 30_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      getPage<WantedCard>(
        '/api/wanted',
        { ...searchOf(search), page: search.page, lat, long },
        { limit: wantedPerPage, signal },
      ),
  });
}

export type DeskSearch = { device: string; what: string; mm: string[] };

/** Parses what a person typed at the desk; invalid values are dropped. */
export function readDesk(raw: object): DeskSearch {
  const { device, what, mm } = raw as Record<string, unknown>;
  const text = (value: unknown, most: number) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, most) : '';
  const lengths = (Array.isArray(mm) ? mm : String(text(mm, 60)).split(';')).map((each) => text(each, 12));
  return {
    device: text(device, wantedLimits.device),
    what: text(what, wantedLimits.title),
    mm: lengths.slice(0, wantedLimits.measures),
  };
}

export function proposalsQuery({
  device,
  what,
  mm,
}: {
  device: string;
  what: string;
  mm: readonly number[];
}) {
  const asked = new URLSearchParams({ device, what });
  for (const each of mm) asked.append('mm', String(each));
  return queryOptions({
    queryKey: ['proposals', String(asked)],
    staleTime: 60_000,
    queryFn: ({ signal }) => getJson<Proposals>(`/api/wanted/proposals?${asked}`, signal),
  });
}

export function demandQuery(trade: string) {
  const asked = trade === '' ? '' : `?${new URLSearchParams({ trade })}`;
  return queryOptions({
    queryKey: ['demand', asked],
    staleTime: 60_000,
    queryFn: ({ signal }) => getJson<Demand>(`/api/wanted/demand${asked}`, signal),
  });
}

/** Times and limits, which operators can set. */
export const termsQuery = queryOptions({
  queryKey: ['wanted-terms'],
  staleTime: 5 * 60_000,
  queryFn: ({ signal }) => getJson<ShownTerms>('/api/wanted/terms', signal),
});

export const ownWantedKey = ['own-wanted'];
export function ownWantedQuery(side: 'asked' | 'answered' | 'pledged', page: number) {
  return queryOptions({
    queryKey: [...ownWantedKey, side, String(page)],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) =>
      getPage<WantedCard>('/api/user/wanted', { side, page }, { limit: wantedPerPage, signal }),
  });
}

export const disputedQuery = queryOptions({
  queryKey: ['disputed-wanted'],
  meta: { private: true },
  staleTime: 0,
  queryFn: ({ signal }) => getPage<WantedCard>('/api/admin/wanted', {}, { limit: 100, signal }),
});

const pathOf = (id: string) => `/api/wanted/${encodeURIComponent(id)}`;
export const reportPath = (id: string) => `${pathOf(id)}/reports`;
export const answerReportPath = (id: string) => `/api/wanted-answers/${id}/reports`;

export function wantedQuery(id: string) {
  return queryOptions({
    queryKey: ['wanted-post', id],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) => getJson<WantedDetail>(pathOf(id), signal),
  });
}

export const readAnswers = (id: string, after: string) =>
  getJson<AnswersPage>(`${pathOf(id)}/answers?after=${after}`);
export const readEvents = (id: string, before: number) =>
  getJson<EventsPage>(`${pathOf(id)}/events?before=${before}`);

export function pledgeQuery(id: string) {
  return queryOptions({
    queryKey: ['pledge', id],
    meta: { private: true },
    staleTime: 0,
    queryFn: ({ signal }) => getJson<OwnPledge>(`/api/pledges/${encodeURIComponent(id)}`, signal),
  });
}

/** Posts something wanted as a form, whose lists are JSON and whose pictures are `images`. */
export const postWanted = (form: FormData, options: Parameters<typeof sendForm>[3]) =>
  sendForm<WantedDetail>('POST', '/api/wanted', form, options);
export const withdrawWanted = (id: string) => sendJson<WantedDetail>('POST', `${pathOf(id)}/withdraw`);
export const addPledge = (id: string, amount: number, idempotencyKey: string) =>
  sendJson<OwnPledge>('POST', `${pathOf(id)}/pledges`, { amount }, { idempotencyKey });
export const openAttempt = (pledgeId: string) =>
  sendJson<Attempt>(
    'POST',
    `/api/pledges/${encodeURIComponent(pledgeId)}/payments`,
    {},
    { idempotencyKey: crypto.randomUUID() },
  );
export const sendAnswer = (id: string, input: Partial<AnswerInput>, idempotencyKey: string) =>
  sendJson<WantedDetail>('POST', `${pathOf(id)}/answers`, input, { idempotencyKey });
export const withdrawAnswer = (id: string, answerId: string) =>
  sendJson<WantedDetail>('DELETE', `${pathOf(id)}/answers/${answerId}`);
export const giveBounty = (
  id: string,
  awards: { answerId: string; amount?: number }[],
  idempotencyKey: string,
) => sendJson<WantedDetail>('POST', `${pathOf(id)}/give`, { awards }, { idempotencyKey });
export const objectTo = (id: string, input: { answerId: string; text: string }) =>
  sendJson<WantedDetail>('POST', `${pathOf(id)}/objections`, input);
export const sendRuling = (id: string, input: { answerIds: string[]; reason: string }) =>
  sendJson<WantedDetail>('POST', `/api/admin/wanted/${id}/ruling`, input);
