import type { Undoable } from '#features/admin/server/public.ts';
import { canManageCatalogue, undoImport } from '#features/catalogue/server/public.ts';
import { canManageResources, undoResourceState } from '#features/resources/server/public.ts';
import { canManageSynonyms, undoSynonymAdded, undoSynonymRemoved } from '#features/search/server/public.ts';
import { canManageServices, undoServiceState } from '#features/services/server/public.ts';
import { canManageEngineers, undoSuspension } from '#features/support/server/public.ts';

/** What staff did, by its name in the audit log, and how its room undoes it. */
export const undoable: Undoable = {
  'catalogue.import': { may: canManageCatalogue, needsProof: false, undo: undoImport },
  'resource.state': { may: canManageResources, needsProof: false, undo: undoResourceState },
  'synonym.add': { may: canManageSynonyms, needsProof: false, undo: undoSynonymAdded },
  'synonym.remove': { may: canManageSynonyms, needsProof: false, undo: undoSynonymRemoved },
  'volunteer.suspend': { may: canManageEngineers, needsProof: false, undo: undoSuspension },
  'service.state': { may: canManageServices, needsProof: false, undo: undoServiceState },
};
