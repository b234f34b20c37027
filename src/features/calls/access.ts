/** Permissions from the channel; guests with a link have those of their inviter. */
type Standing = { mayJoin: boolean; mayModerate: boolean };

export function canJoin({ mayJoin }: Standing): boolean {
  return mayJoin;
}

/**
 * A link admits someone without access to the channel: only people who can join themselves create one, never
 * a guest.
 */
export function canInvite(actor: { id: string } | null, { mayJoin }: Standing): boolean {
  return actor !== null && mayJoin;
}

export function canModerate(actor: { id: string } | null, { mayModerate }: Standing): boolean {
  return actor !== null && mayModerate;
}

/** Everyone removes their own marks; the person who shares removes all of them. */
export function canWipe(peerId: string, stage: { peerId: string }): boolean {
  return peerId === stage.peerId;
}

/**
 * Anyone can put another person's camera on the stage, but a screen is put there only by the person who
 * shares it.
 */
export function canShow(peerId: string, show: { kind: 'screen' | 'camera'; peerId: string }): boolean {
  return show.kind === 'camera' || show.peerId === peerId;
}

/** Others cannot replace what is on the stage, except for a camera that someone else put there. */
export function canReplace(
  peerId: string,
  now: { kind: 'screen' | 'camera' | 'model'; peerId: string } | null,
): boolean {
  return now === null || now.kind === 'camera' || now.peerId === peerId;
}

/** Only the person who shows a model controls its view. */
export function canTurn(
  peerId: string,
  stage: { id: string; kind: string; peerId: string },
  stageId: string,
): boolean {
  return stage.id === stageId && stage.kind === 'model' && stage.peerId === peerId;
}

/** A link admits a guest to the call and not to the channel's files: they can show public models only. */
export function canShowFiles(peer: { personId: string | null }): boolean {
  return peer.personId !== null;
}
