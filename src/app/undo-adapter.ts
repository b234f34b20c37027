import { canChangePeople, undoPersonChange, type Undoable } from '#features/admin/server/public.ts';
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

/** Decisions of moderators, for every kind. */
const byModerators = ['report.hide', 'report.keep', 'report.restore'];
/** Dismissing a report leaves the thing shown. Hiding it again is a separate decision with its own case. */
const ofStates = ['report.dismiss', ...byModerators];
const ofSponsors = ['sponsor.hide', 'sponsor.show', ...byModerators];

/** Acts of staff by name in the audit log, with the undo of their rooms. */
export const undoable: Undoable = {
  'person.change': {
    may: canChangePeople,
    needsProof: true,
    undo: undoPersonChange,
    decidedAnewBy: ['person.change'],
  },
  'report.dismiss': { may: canModerate, undo: undoDismissal },
  'catalogue.import': { may: canManageCatalogue, undo: undoImport },
  'resource.state': {
    may: canManageResources,
    undo: undoResourceState,
    decidedAnewBy: ['resource.state', ...ofStates],
  },
  'community.change_channel': {
    may: canManageChannels,
    undo: undoChannelChange,
    decidedAnewBy: ['community.change_channel'],
  },
  'community.order_channels': { may: canManageChannels, undo: undoOrder },
  'community.ban_word': { may: canManageChannels, undo: undoBan },
  'community.allow_word': { may: canManageChannels, undo: undoAllowing },
  'community.mute': { may: canManageChannels, undo: undoSanction },
  'community.ban': { may: canManageChannels, undo: undoSanction },
  'community.lift_mute': { may: canManageChannels, undo: undoLift },
  'community.lift_ban': { may: canManageChannels, undo: undoLift },
  'person.strikes_lifted': { may: canModerateAuctions, undo: undoLifting },
  'sponsor.hide': { may: canListSponsors, undo: undoHiding, decidedAnewBy: ofSponsors },
  'sponsor.show': { may: canListSponsors, undo: undoHiding, decidedAnewBy: ofSponsors },
  'synonym.add': { may: canManageSynonyms, undo: undoSynonymAdded },
  'synonym.remove': { may: canManageSynonyms, undo: undoSynonymRemoved },
  'volunteer.suspend': {
    may: canManageEngineers,
    undo: undoSuspension,
    decidedAnewBy: ['volunteer.suspend'],
  },
  'service.state': {
    may: canManageServices,
    undo: undoServiceState,
    decidedAnewBy: ['service.state', ...ofStates],
  },
};
