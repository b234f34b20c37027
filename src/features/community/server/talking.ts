import type { CurrentUser } from '#features/accounts/contract.ts';
import type { MessageInput } from '../contract.ts';
import { react, setAccepted, type CommandDeps } from './commands.ts';
import { createPosting, type PostingDeps } from './posting.ts';
import { createWordList } from './words.ts';

/** Fields of a person that writing needs. */
type Speaker = Pick<CurrentUser, 'id' | 'username' | 'fullName' | 'avatarUrl' | 'isAdmin'>;

/** Writes messages without a session, for the demo data. */
export function createTalking(given: Omit<PostingDeps & CommandDeps, 'words'>) {
  const deps = { ...given, words: createWordList(given.db) };
  const posting = createPosting(deps);
  // None of the functions below reads more of a person than these fields.
  const as = (speaker: Speaker) => speaker as CurrentUser;
  return {
    post: (by: Speaker, channelId: string, input: MessageInput) => posting.post(as(by), channelId, input),
    open: posting.open,
    react: (by: Speaker, id: string, emoji: string) => react(deps, as(by), id, emoji, true),
    accept: (by: Speaker, id: string) => setAccepted(deps, as(by), id, true),
  };
}
