/** What the channel says of somebody; guests with a link have the channel's word through whoever invited them. */
type Standing = { mayJoin: boolean; mayModerate: boolean };

export function canJoin({ mayJoin }: Standing): boolean {
  return mayJoin;
}

/** A link lets somebody in whom the channel does not know: only whoever may come in themselves gives one, never a guest. */
export function canInvite(actor: { id: string } | null, { mayJoin }: Standing): boolean {
  return actor !== null && mayJoin;
}

export function canModerate(actor: { id: string } | null, { mayModerate }: Standing): boolean {
  return actor !== null && mayModerate;
}

/** One's own marks are one's own; whoever shows what is drawn on wipes all of it. */
export function canWipe(peerId: string, stage: { peerId: string }): boolean {
  return peerId === stage.peerId;
}

/** Somebody else's camera can be looked at together, but only whoever shares a screen decides that it is shown. */
export function canShow(peerId: string, show: { kind: 'screen' | 'camera'; peerId: string }): boolean {
  return show.kind === 'camera' || show.peerId === peerId;
}

/** What stands is not pushed away by others, except for a camera, which nobody gave away. */
export function canReplace(
  peerId: string,
  now: { kind: 'screen' | 'camera' | 'model'; peerId: string } | null,
): boolean {
  return now === null || now.kind === 'camera' || now.peerId === peerId;
}

/** How all look at a model is for whoever shows it. */
export function canTurn(
  peerId: string,
  stage: { id: string; kind: string; peerId: string },
  stageId: string,
): boolean {
  return stage.id === stageId && stage.kind === 'model' && stage.peerId === peerId;
}

/** A link lets a guest into the call, not to what lies in the channel: they show what everybody may read. */
export function canShowFiles(peer: { personId: string | null }): boolean {
  return peer.personId !== null;
}
