import { inquiryKeeper } from '#features/conversations/server/public.ts';
import { supportKeeper } from '#features/support/server/public.ts';

/** Which rooms keep which private channels. */
export const keepers = { inquiry: inquiryKeeper, support: supportKeeper };
