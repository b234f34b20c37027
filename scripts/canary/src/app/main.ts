import '#features/beta/server/commands.ts';
import '#features/beta/client/beta-page.tsx';
export const main = 1;
