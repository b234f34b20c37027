import type { Inquired } from '#features/conversations/server/public.ts';
import { getTalk } from '#features/orders/server/public.ts';
import { getPublishedResource } from '#features/resources/server/public.ts';
import {
  getOfferedService,
  isServiceActive,
  pauseUnanswered,
  setResponseMinutes,
} from '#features/services/server/public.ts';

/** What people can inquire about, and how its room takes part in that. */
export const inquired: Inquired = {
  getOffered: getOfferedService,
  getPublished: getPublishedResource,
  getOrderTalk: getTalk,
  isActive: isServiceActive,
  pause: pauseUnanswered,
  setResponseMinutes,
};
