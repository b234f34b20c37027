import { tagOf } from '../rules.ts';

/** The tags in what somebody typed, each once. */
export const tagsOf = (typed: string) => [
  ...new Set(
    typed
      .split(/[,\n、，]/)
      .map(tagOf)
      .filter((tag) => tag !== ''),
  ),
];
