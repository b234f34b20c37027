import { m } from '#i18n/generated/messages.js';
import type { Words } from '#platform/shared/words.ts';
import type { CaseState } from './rules.ts';

export const stateNames: Record<CaseState, Words> = {
  open: m['moderation.desk.states.open'],
  hearing: m['moderation.desk.states.hearing'],
  answered: m['moderation.desk.states.answered'],
  due: m['moderation.desk.states.due'],
  dismissed: m['moderation.desk.states.dismissed'],
  handled: m['moderation.desk.states.handled'],
  taken_down: m['moderation.desk.states.taken_down'],
  hidden: m['moderation.desk.states.hidden'],
  objected: m['moderation.desk.states.objected'],
  kept: m['moderation.desk.states.kept'],
  restored: m['moderation.desk.states.restored'],
  lifted: m['moderation.desk.states.lifted'],
};
