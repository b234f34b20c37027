/** Search parameters of the assistant. */
export type AssemblySearch = {
  /** Resource whose guide is opened. */
  resourceId?: string;
  conversation?: string;
  /** Position in the guide. */
  step?: number;
  part?: number;
  page?: number;
  /** Search in the list of guides. */
  search?: string;
};

const text = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, 200) : '');
const number = (value: unknown) => {
  const found = Number(value);
  return Number.isSafeInteger(found) && found > 0 ? found : undefined;
};

/** Drops empty parameters. */
export function readAssemblySearch(raw: AssemblySearch) {
  return {
    resourceId: text(raw.resourceId),
    conversation: text(raw.conversation),
    search: text(raw.search),
    step: number(raw.step),
    part: number(raw.part),
    page: number(raw.page),
  };
}
