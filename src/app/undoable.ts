import type { Undoable } from '#features/admin/server/public.ts';
import { canModerate, undoDismissal } from '#features/moderation/server/public.ts';
import { canManageResources, undoResourceState } from '#features/resources/server/public.ts';
import { canManageSynonyms, undoSynonymAdded, undoSynonymRemoved } from '#features/search/server/public.ts';
import { canManageServices, undoServiceState } from '#features/services/server/public.ts';
import { canManageEngineers, undoSuspension } from '#features/support/server/public.ts';

/** What staff did, by its name in the audit log, and how its room undoes it. */
export const undoable: Undoable = {
  'report.dismiss': { may: canModerate, needsProof: false, undo: undoDismissal },
  'resource.state': { may: canManageResources, needsProof: false, undo: undoResourceState },
  'synonym.add': { may: canManageSynonyms, needsProof: false, undo: undoSynonymAdded },
  'synonym.remove': { may: canManageSynonyms, needsProof: false, undo: undoSynonymRemoved },
  'volunteer.suspend': { may: canManageEngineers, needsProof: false, undo: undoSuspension },
  'service.state': { may: canManageServices, needsProof: false, undo: undoServiceState },
};
