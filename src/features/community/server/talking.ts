import type { CurrentUser } from '#features/accounts/contract.ts';
import type { MessageInput } from '../contract.ts';
import { react, setAccepted, type CommandDeps } from './commands.ts';
import { createPosting, type PostingDeps } from './posting.ts';
import { createWordList } from './words.ts';

/** As much of somebody as speaks. */
type Speaker = Pick<CurrentUser, 'id' | 'username' | 'fullName' | 'avatarUrl' | 'isAdmin'>;

/** What people say and do in channels, for what has no session: the makers of the demo. */
export function createTalking(given: Omit<PostingDeps & CommandDeps, 'words'>) {
  const deps = { ...given, words: createWordList(given.db) };
  const posting = createPosting(deps);
  // Nothing that is asked for here looks at more of a person than these.
  const as = (speaker: Speaker) => speaker as CurrentUser;
  return {
    post: (by: Speaker, channelId: string, input: MessageInput) => posting.post(as(by), channelId, input),
    open: posting.open,
    react: (by: Speaker, id: string, emoji: string) => react(deps, as(by), id, emoji, true),
    accept: (by: Speaker, id: string) => setAccepted(deps, as(by), id, true),
  };
}
