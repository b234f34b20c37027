import type { Undoable } from '#features/admin/server/public.ts';
import { canModerateAuctions, undoLifting } from '#features/auctions/server/public.ts';
import {
  canManageChannels,
  undoAllowing,
  undoBan,
  undoChannelChange,
  undoLift,
  undoOrder,
  undoSanction,
} from '#features/community/server/public.ts';
import { canModerate, undoDismissal } from '#features/moderation/server/public.ts';
import { canManageCatalogue, undoImport } from '#features/catalogue/server/public.ts';
import { canManageResources, undoResourceState } from '#features/resources/server/public.ts';
import { canManageSynonyms, undoSynonymAdded, undoSynonymRemoved } from '#features/search/server/public.ts';
import { canManageServices, undoServiceState } from '#features/services/server/public.ts';
import { canListSponsors, undoHiding } from '#features/sponsorship/server/public.ts';
import { canManageEngineers, undoSuspension } from '#features/support/server/public.ts';

/** What staff did, by its name in the audit log, and how its room undoes it. */
export const undoable: Undoable = {
  'report.dismiss': { may: canModerate, needsProof: false, undo: undoDismissal },
  'catalogue.import': { may: canManageCatalogue, needsProof: false, undo: undoImport },
  'resource.state': { may: canManageResources, needsProof: false, undo: undoResourceState },
  'community.change_channel': { may: canManageChannels, needsProof: false, undo: undoChannelChange },
  'community.order_channels': { may: canManageChannels, needsProof: false, undo: undoOrder },
  'community.ban_word': { may: canManageChannels, needsProof: false, undo: undoBan },
  'community.allow_word': { may: canManageChannels, needsProof: false, undo: undoAllowing },
  'community.mute': { may: canManageChannels, needsProof: false, undo: undoSanction },
  'community.ban': { may: canManageChannels, needsProof: false, undo: undoSanction },
  'community.lift_mute': { may: canManageChannels, needsProof: false, undo: undoLift },
  'community.lift_ban': { may: canManageChannels, needsProof: false, undo: undoLift },
  'person.strikes_lifted': { may: canModerateAuctions, needsProof: false, undo: undoLifting },
  'sponsor.hide': { may: canListSponsors, needsProof: false, undo: undoHiding },
  'sponsor.show': { may: canListSponsors, needsProof: false, undo: undoHiding },
  'synonym.add': { may: canManageSynonyms, needsProof: false, undo: undoSynonymAdded },
  'synonym.remove': { may: canManageSynonyms, needsProof: false, undo: undoSynonymRemoved },
  'volunteer.suspend': { may: canManageEngineers, needsProof: false, undo: undoSuspension },
  'service.state': { may: canManageServices, needsProof: false, undo: undoServiceState },
};
