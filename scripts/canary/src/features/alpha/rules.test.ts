import '#features/beta/server/queries.ts';
export const test = 1;
