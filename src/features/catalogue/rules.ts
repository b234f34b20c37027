/** What a catalogue file says it is; a later version that older houses cannot read has another number. */
export const catalogueFormat = 'gongbang-catalogue';
export const catalogueVersion = 1;

/** The parts of the ZIP. What belongs to a row stands below its id. */
export const headName = 'catalogue.json';
export const parts = ['resources', 'services'] as const;
export type CataloguePart = (typeof parts)[number];
export const partName = (part: CataloguePart) => `${part}.jsonl`;

/** What is read into memory: the rows, not the files. */
export const mostRowBytes = 64 * 1024 * 1024;
/** One row is no longer than the largest form: it is parsed in one go. */
export const mostLineBytes = 1024 * 1024;
/** So many rows are read before others are answered, and each that is longer than this by itself. */
export const rowsAtOnce = 20;
export const longLineBytes = 32 * 1024;
/** Rows with mistakes that are told of. */
export const mostMistakes = 200;
