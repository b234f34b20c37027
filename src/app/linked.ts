import type { Linked } from '#features/community/server/public.ts';
import { listResourceTitles } from '#features/resources/server/public.ts';
import { listServiceTitles } from '#features/services/server/public.ts';

/** What messages lead to, as far as everybody may see it. */
export const linked: Linked = { resource: listResourceTitles, service: listServiceTitles };
