import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { readOn } from './api.ts';

/** Loads more of a long thread. */
export function ReadOn({ channelId, threadId }: { channelId: string; threadId: string }) {
  const client = useQueryClient();
  const [isReading, setIsReading] = useState(false);
  async function more(): Promise<void> {
    setIsReading(true);
    try {
      await readOn(client, channelId, threadId);
    } catch (error) {
      toast('danger', m['community.talk.failed'](), describeError(error));
    } finally {
      setIsReading(false);
    }
  }
  return (
    <div className="px-4 py-3">
      <Button look="secondary" disabled={isReading} onClick={() => void more()}>
        {isReading ? m['community.talk.loading']() : m['community.talk.newer']()}
      </Button>
    </div>
  );
}
