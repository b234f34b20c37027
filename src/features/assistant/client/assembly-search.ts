/** What the address of the assistant may say. */
export type AssemblySearch = {
  /** What is to be built: its guide is opened. */
  resourceId?: string;
  conversation?: string;
  /** A spot in it. */
  step?: number;
  part?: number;
  page?: number;
  /** Of the guides to choose from. */
  search?: string;
};

const text = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, 200) : '');
const number = (value: unknown) => {
  const found = Number(value);
  return Number.isSafeInteger(found) && found > 0 ? found : undefined;
};

/** The same with nothing in it that was not asked for. */
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
