import { isPublicKind, type ChannelKind } from './rules.ts';

/** Person who makes a request; null for a guest. */
export type Actor = { id: string; isAdmin: boolean } | null;
type Channel = { kind: ChannelKind; state: 'open' | 'archived' };
/** Standing of a person in a channel. */
export type Standing = { isMember: boolean; isMuted: boolean; isBanned: boolean };

/** Applies a sanction everywhere except in inquiries, where two people have matters to settle. */
function isShutOut(channel: Channel, is: boolean): boolean {
  return is && channel.kind !== 'inquiry';
}

/**
 * Public channels are open to everyone including guests, private ones to members only: to staff they do not
 * exist. A banned person cannot read.
 */
export function canRead(actor: Actor, channel: Channel, { isMember, isBanned }: Standing): boolean {
  if (isShutOut(channel, isBanned)) return false;
  return isPublicKind(channel.kind) || (actor !== null && isMember);
}

export function canWrite(actor: Actor, channel: Channel, standing: Standing): boolean {
  if (actor === null || isShutOut(channel, standing.isMuted) || channel.state === 'archived') return false;
  if (!canRead(actor, channel, standing)) return false;
  return channel.kind !== 'announcements' || actor.isAdmin;
}

/** Calls exist in voice channels, and between the members of a private channel. */
export function hasCalls({ kind }: { kind: ChannelKind }): boolean {
  return kind === 'voice' || !isPublicKind(kind);
}

/** Everyone may react to an announcement. */
export function canReact(actor: Actor, channel: Channel, standing: Standing): boolean {
  if (actor === null || isShutOut(channel, standing.isMuted) || channel.state === 'archived') return false;
  return canRead(actor, channel, standing);
}

/** Returns true in public channels; private ones have no moderators. */
export function canModerateChannel(actor: Actor, channel: Channel): boolean {
  return actor?.isAdmin === true && isPublicKind(channel.kind);
}

export function canManageChannels(actor: { isAdmin: boolean } | null): boolean {
  return actor?.isAdmin === true;
}

type Said = { authorId: string };

/** Authors edit their own messages. A moderator can delete a message but not change it. */
export function canEdit(actor: Actor, message: Said, channel: Channel, standing: Standing): boolean {
  return actor?.id === message.authorId && canWrite(actor, channel, standing);
}

/**
 * Authors can delete their visible messages, even when they are muted or banned; a hidden message stays as
 * evidence.
 */
export function canDelete(actor: Actor, message: Said, channel: Channel): boolean {
  return actor?.id === message.authorId || canModerateChannel(actor, channel);
}

/** Readers of an edited message can read its earlier versions; those of a deleted one are gone. */
export function canReadHistory(
  actor: Actor,
  message: { state: 'shown' | 'deleted' | 'hidden' },
  channel: Channel,
  standing: Standing,
): boolean {
  return message.state === 'shown' && canRead(actor, channel, standing);
}

/** A channel of two cannot be left: what they agreed is not over. */
export function canLeave(channel: Channel): boolean {
  return channel.kind === 'support';
}

/** In a private channel every member can pin, elsewhere moderators. */
export function canPin(actor: Actor, channel: Channel, standing: Standing): boolean {
  if (!isPublicKind(channel.kind)) return canWrite(actor, channel, standing);
  return canModerateChannel(actor, channel);
}

/** The author of a question accepts an answer; a moderator may do so for them. */
export function canAccept(actor: Actor, question: Said, channel: Channel, standing: Standing): boolean {
  if (canModerateChannel(actor, channel)) return true;
  return actor?.id === question.authorId && canWrite(actor, channel, standing);
}

export function canMentionEveryone(actor: Actor): boolean {
  return actor?.isAdmin === true;
}

/** Returns false for oneself and for staff, who are suspended in the table of people instead. */
export function canSanction(actor: Actor, target: { id: string; isAdmin: boolean }): boolean {
  return actor?.isAdmin === true && actor.id !== target.id && !target.isAdmin;
}
