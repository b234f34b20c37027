import '#features/alpha/server/queries.ts';
export const contract = 1;
