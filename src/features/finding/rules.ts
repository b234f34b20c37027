/** What the one search looks for, in the order of its tabs. */
export const searchKinds = ['resources', 'services', 'people', 'questions', 'lots'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** What a saved search can tell of. Not people: nobody is to be told when a certain person appears. */
export const savableKinds = ['resources', 'services', 'questions', 'lots'] as const;
export type SavableKind = (typeof savableKinds)[number];

export const limits = {
  /** Letters of a text. */
  text: 200,
  /** Letters of a name. */
  name: 80,
  /** Letters of the value of a filter. */
  filter: 60,
  /** Saved searches of a person. */
  saved: 30,
  /** Things of each kind in one answer, and on a page of one kind. */
  perPage: 24,
} as const;

/** Above this a count says only that there are more. */
export const maxCountShown = 100;
/** A saved search tells of what is new at most this often. */
export const toldEveryHours = 24;

/** Filters that a saved search keeps, as they are named in the address of the list. */
export const filtersOf: Record<SavableKind, readonly string[]> = {
  resources: ['type', 'tag', 'license', 'fileType'],
  services: ['type', 'city', 'district'],
  questions: [],
  lots: ['category', 'kind'],
};

export type Filters = Readonly<Record<string, string>>;

/** Returns the filters that lists of this kind know, in their order, so that the same search is written one way. */
export function knownFilters(kind: SavableKind, given: Readonly<Record<string, unknown>>): Filters {
  return Object.fromEntries(
    filtersOf[kind].flatMap((name) => {
      const value = given[name];
      return typeof value === 'string' && value.trim() !== '' && value.length <= limits.filter
        ? [[name, value.trim()]]
        : [];
    }),
  );
}

/** Returns the address of a kind's results, without a language's prefix. */
export function resultsPath(kind: SearchKind, text: string, filters: Filters = {}): string {
  const { type, ...rest } = filters;
  const search = new URLSearchParams({ ...(text !== '' && { search: text }), ...rest }).toString();
  const below = type === undefined ? '' : `/type/${encodeURIComponent(type)}`;
  const path = {
    resources: `/resources${below}`,
    services: `/services${below}`,
    people: '/find/people',
    questions: '/find/questions',
    lots: '/auctions',
  }[kind];
  return search === '' ? path : `${path}?${search}`;
}

/** Returns a text as it is searched for and saved: trimmed, without control characters and double spaces. */
export function plainSearch(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\u0000-\u001F\u007F\uFFFD]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, limits.text);
}
