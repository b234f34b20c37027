import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import { conversationQuery, conversationsKey } from './api.ts';
import { Composer } from './composer.tsx';
import { Messages } from './talk.tsx';

type Props = {
  /** Null before the first message. */
  conversationId: string | null;
  personId: string;
  /** Subject of the first message, under which its draft is kept. */
  about: string;
  /** Sends the first message, which opens the conversation. */
  open(message: { text: string; clientId: string }): Promise<void>;
};

/** Conversation embedded in the page of its subject. */
export function TalkHere({ conversationId, ...begin }: Props) {
  return conversationId === null ? (
    <Begin {...begin} />
  ) : (
    <Going conversationId={conversationId} personId={begin.personId} />
  );
}

function Going({ conversationId, personId }: { conversationId: string; personId: string }) {
  const { data, error, refetch } = useQuery(conversationQuery(conversationId));
  if (data) return <Messages conversation={data} personId={personId} isStale={error !== null} />;
  if (error) return <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>;
  return <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />;
}

function Begin({ personId, about, open }: Omit<Props, 'conversationId'>) {
  const client = useQueryClient();
  const [problem, setProblem] = useState('');
  // A retry after a lost response keeps its id.
  const message = useRef({ text: '', clientId: '' });
  async function begin(text: string): Promise<void> {
    if (text !== message.current.text) message.current = { text, clientId: crypto.randomUUID() };
    setProblem('');
    try {
      await open(message.current);
    } catch (error) {
      setProblem(describeError(error));
      throw error;
    }
    void client.invalidateQueries({ queryKey: conversationsKey });
  }
  return (
    <div className="grid gap-3">
      <Composer conversationId={about} personId={personId} send={begin} />
      {problem !== '' && (
        <p role="alert" className="text-sm text-danger">
          {m['conversations.talk.failed']()} {problem}
        </p>
      )}
    </div>
  );
}
