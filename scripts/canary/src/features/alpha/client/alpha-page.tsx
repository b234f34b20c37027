import '#features/alpha/server/queries.ts';
export const page = 1;
