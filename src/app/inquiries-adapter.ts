import type { Inquired } from '#features/conversations/server/public.ts';
import { getTalk } from '#features/orders/server/public.ts';
import { getPublishedResource } from '#features/resources/server/public.ts';
import {
  getOfferedService,
  isServiceActive,
  pauseUnanswered,
  setResponseMinutes,
} from '#features/services/server/public.ts';

/** Subjects of inquiries, with the hooks of their rooms. */
export const inquired: Inquired = {
  getOffered: getOfferedService,
  getPublished: getPublishedResource,
  getOrderTalk: getTalk,
  isActive: isServiceActive,
  pause: pauseUnanswered,
  setResponseMinutes,
};
