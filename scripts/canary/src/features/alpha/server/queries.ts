import '#app/main.ts';
import '#features/beta/server/commands.ts';
import '#features/alpha/client/alpha-page.tsx';
export const queries = 1;
