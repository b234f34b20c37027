import { isPublicKind, type ChannelKind } from './rules.ts';

/** Who asks. Null is a guest. */
export type Actor = { id: string; isAdmin: boolean } | null;
type Channel = { kind: ChannelKind; state: 'open' | 'archived' };
/** What holds for somebody in a channel. */
export type Standing = { isMember: boolean; isMuted: boolean; isBanned: boolean };

/** What two people have to settle with each other goes on, whatever a moderator of the community has decided. */
function isShutOut(channel: Channel, is: boolean): boolean {
  return is && channel.kind !== 'inquiry';
}

/** Public channels are everybody's, guests' too; the others their members' alone: to staff they do not exist. Whoever is banned reads as nobody. */
export function canRead(actor: Actor, channel: Channel, { isMember, isBanned }: Standing): boolean {
  if (isShutOut(channel, isBanned)) return false;
  return isPublicKind(channel.kind) || (actor !== null && isMember);
}

export function canWrite(actor: Actor, channel: Channel, standing: Standing): boolean {
  if (actor === null || isShutOut(channel, standing.isMuted) || channel.state === 'archived') return false;
  if (!canRead(actor, channel, standing)) return false;
  return channel.kind !== 'announcements' || actor.isAdmin;
}

/** Calls are held in voice rooms, and between the members of a private channel. */
export function hasCalls({ kind }: { kind: ChannelKind }): boolean {
  return kind === 'voice' || !isPublicKind(kind);
}

/** A sign under an announcement is for everybody. */
export function canReact(actor: Actor, channel: Channel, standing: Standing): boolean {
  if (actor === null || isShutOut(channel, standing.isMuted) || channel.state === 'archived') return false;
  return canRead(actor, channel, standing);
}

/** In public channels; what is said in private is its members' alone. */
export function canModerateChannel(actor: Actor, channel: Channel): boolean {
  return actor?.isAdmin === true && isPublicKind(channel.kind);
}

export function canManageChannels(actor: { isAdmin: boolean } | null): boolean {
  return actor?.isAdmin === true;
}

type Said = { authorId: string };

/** Words are their writer's alone: a moderator takes them away, and changes nothing of them. */
export function canEdit(actor: Actor, message: Said, channel: Channel, standing: Standing): boolean {
  return actor?.id === message.authorId && canWrite(actor, channel, standing);
}

/** What one said can be taken back, by whoever is shut out too, as long as it is shown; what a moderator hid stays as it is. */
export function canDelete(actor: Actor, message: Said, channel: Channel): boolean {
  return actor?.id === message.authorId || canModerateChannel(actor, channel);
}

/** Of what has been edited, everybody who reads it may read what it said before; of what is gone, nobody. */
export function canReadHistory(
  actor: Actor,
  message: { state: 'shown' | 'deleted' | 'hidden' },
  channel: Channel,
  standing: Standing,
): boolean {
  return message.state === 'shown' && canRead(actor, channel, standing);
}

/** Who is one of two stays one: what they have with each other is not over by leaving. */
export function canLeave(channel: Channel): boolean {
  return channel.kind === 'support';
}

/** Between the members of a private channel each may; elsewhere the moderators. */
export function canPin(actor: Actor, channel: Channel, standing: Standing): boolean {
  if (!isPublicKind(channel.kind)) return canWrite(actor, channel, standing);
  return canModerateChannel(actor, channel);
}

/** Whoever asked knows what helped; a moderator may say so in their place. */
export function canAccept(actor: Actor, question: Said, channel: Channel, standing: Standing): boolean {
  if (canModerateChannel(actor, channel)) return true;
  return actor?.id === question.authorId && canWrite(actor, channel, standing);
}

export function canMentionEveryone(actor: Actor): boolean {
  return actor?.isAdmin === true;
}

/** Nobody is shut out by themselves, nor staff by staff: that is decided under "people". */
export function canSanction(actor: Actor, target: { id: string; isAdmin: boolean }): boolean {
  return actor?.isAdmin === true && actor.id !== target.id && !target.isAdmin;
}
