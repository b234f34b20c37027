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
  now: { kind: 'screen' | 'camera'; peerId: string } | null,
): boolean {
  return now === null || now.kind === 'camera' || now.peerId === peerId;
}
