import { inquiryKeeper } from '#features/conversations/server/public.ts';
import { supportKeeper } from '#features/support/server/public.ts';

/** Rooms that manage private channels, by channel kind. */
export const keepers = { inquiry: inquiryKeeper, support: supportKeeper };
