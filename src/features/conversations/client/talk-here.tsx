import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import { conversationQuery, conversationsKey } from './api.ts';
import { Composer } from './composer.tsx';
import { Messages } from './talk.tsx';

type Props = {
  /** Null until somebody has written. */
  conversationId: string | null;
  personId: string;
  /** What the first message is about, for its draft. */
  about: string;
  /** Sends the first message, which opens the conversation. */
  open(message: { text: string; clientId: string }): Promise<void>;
};

/** A conversation on the page of what it is about. */
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
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState('');
  // Sent again because no answer came, it is the same message.
  const [message, setMessage] = useState({ text: '', clientId: '' });
  async function begin(text: string): Promise<void> {
    const next = text === message.text ? message : { text, clientId: crypto.randomUUID() };
    setMessage(next);
    setIsSending(true);
    setProblem('');
    try {
      await open(next);
      void client.invalidateQueries({ queryKey: conversationsKey });
    } catch (error) {
      setProblem(describeError(error));
    } finally {
      setIsSending(false);
    }
  }
  if (isSending) return <p role="status">{m['conversations.talk.sending']()}</p>;
  return (
    <div className="grid gap-3">
      <Composer
        conversationId={about}
        personId={personId}
        again={message.text}
        send={(text) => void begin(text)}
      />
      {problem !== '' && (
        <p role="alert" className="text-sm text-danger">
          {m['conversations.talk.failed']()} {problem}
        </p>
      )}
    </div>
  );
}
