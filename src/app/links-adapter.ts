import type { Linked } from '#features/community/server/public.ts';
import { listResourceTitles } from '#features/resources/server/public.ts';
import { listServiceTitles } from '#features/services/server/public.ts';

/** Previews of pages that messages link to, as far as they are public. */
export const linked: Linked = { resource: listResourceTitles, service: listServiceTitles };
