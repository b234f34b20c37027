import { m } from '#i18n/generated/messages.js';
import type { Words } from '#platform/shared/words.ts';
import type { ResourceState } from './contract.ts';

export const stateNames: Record<ResourceState, Words> = {
  published: m['resources.staff.state_published'],
  draft: m['resources.staff.state_draft'],
  hidden: m['resources.staff.state_hidden'],
  removed: m['resources.staff.state_removed'],
};
