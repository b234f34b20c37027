import { inquiryChannelPolicy } from '#features/conversations/server/public.ts';
import { supportChannelPolicy } from '#features/support/server/public.ts';

/** Rooms that manage private channels, by channel kind. */
export const channelPolicies = { inquiry: inquiryChannelPolicy, support: supportChannelPolicy };
