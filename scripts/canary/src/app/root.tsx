import '#platform/server/db.ts';
export const root = 1;
