import type { Inquired } from '#features/conversations/server/public.ts';
import {
  getOfferedService,
  isServiceActive,
  pauseUnanswered,
  setResponseMinutes,
} from '#features/services/server/public.ts';

/** What people can inquire about, and how its room takes part in that. */
export const inquired: Inquired = {
  getOffered: getOfferedService,
  isActive: isServiceActive,
  pause: pauseUnanswered,
  setResponseMinutes,
};
