/** Format of a catalogue file. The version is increased when older servers cannot read it any more. */
export const catalogueFormat = 'gongbang-catalogue';
export const catalogueVersion = 1;

/** Paths in the ZIP. Files of a row are in a folder named by its id. */
export const headName = 'catalogue.json';
export const parts = ['resources', 'services'] as const;
export type CataloguePart = (typeof parts)[number];
export const partName = (part: CataloguePart) => `${part}.jsonl`;

/** Limit of the rows, which are read into memory; files are not. */
export const maxRowBytes = 64 * 1024 * 1024;
/** Longest row: the size of the largest form, because it is parsed at once. */
export const maxLineBytes = 1024 * 1024;
/** Number of rows that are parsed before the event loop is released. A longer row releases it by itself. */
export const rowsAtOnce = 20;
export const longLineBytes = 32 * 1024;
/** Maximum number of rows with errors that are reported. */
export const maxMistakes = 200;
