import '#platform/server/db.ts';
export const languages = 1;
