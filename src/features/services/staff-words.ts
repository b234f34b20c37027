import { m } from '#i18n/generated/messages.js';
import type { Words } from '#platform/shared/words.ts';
import type { ServiceState } from './states.ts';

export const stateNames: Record<ServiceState, Words> = {
  active: m['services.staff.state_active'],
  paused: m['services.staff.state_paused'],
  draft: m['services.staff.state_draft'],
  hidden: m['services.staff.state_hidden'],
  removed: m['services.staff.state_removed'],
};
