import type { CurrentUser } from '#features/accounts/contract.ts';
import type { Posting } from '#features/community/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { SessionInput, VolunteerInput } from '../contract.ts';
import type { SessionEvent } from '../rules.ts';
import { agree, propose, type AnsweringDeps } from './answering.ts';
import { act, openSession, type SupportDeps } from './commands.ts';
import { offerHelp, setAvailable } from './volunteering.ts';

type Speaker = Parameters<AnsweringDeps['post']>[0];

/** Actions without a session, for the people of the demo. */
export function createHelping(deps: SupportDeps & AnsweringDeps & { posting: Pick<Posting, 'open'> }) {
  // The called functions use only these fields of a person.
  const as = (speaker: Speaker) => speaker as CurrentUser;
  return {
    offer: (by: Speaker, offer: VolunteerInput) => offerHelp(deps.db, by.id, offer, currentTime()),
    setAvailable: (by: Speaker, hours: number) => setAvailable(deps.db, by.id, hours, currentTime()),
    open: (by: Speaker, input: SessionInput) => openSession(deps, as(by), input),
    act: (by: Speaker, id: string, event: SessionEvent) => act(deps, as(by), id, event),
    propose: (by: Speaker, id: string, text: string) => propose(deps, as(by), id, { text }),
    agree: (by: Speaker, id: string, version: number) => agree(deps, as(by), id, version),
  };
}
