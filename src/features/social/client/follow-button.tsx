import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserCheck, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { currentUserQuery, FormName, useLoginFirst } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError, sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { buttonClass } from '#ui/button.tsx';
import type { Follows } from '../contract.ts';
import { followPath, followsQuery } from './api.ts';
import { formatCount } from './words.ts';

/** Follow button with the number of followers; for oneself only the number. */
export function FollowButton({ person }: { person: { username: string; fullName: string } }) {
  const { username, fullName } = person;
  const { data: user } = useQuery(currentUserQuery);
  const query = followsQuery(username);
  const { data } = useQuery(query);
  const client = useQueryClient();
  const withLogin = useLoginFirst();
  const [sending, setSending] = useState(false);
  const following = data?.following ?? false;

  async function toggle(): Promise<void> {
    if (sending) return;
    setSending(true);
    await client.cancelQueries({ queryKey: query.queryKey });
    if (data) {
      const followerCount = data.followerCount + (following ? -1 : 1);
      client.setQueryData(query.queryKey, { following: !following, followerCount });
    }
    try {
      const answer = await sendJson<Follows>(following ? 'DELETE' : 'POST', followPath(username));
      client.setQueryData(query.queryKey, answer);
    } catch (error) {
      client.setQueryData(query.queryKey, data);
      toast('danger', m['social.actions.failed'](), describeError(error));
    } finally {
      setSending(false);
    }
  }
  const Icon = following ? UserCheck : UserPlus;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
      {user?.username !== username && (
        // A form, so that it works without JavaScript.
        <form
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            withLogin(() => void toggle());
          }}
        >
          <FormName name="follow" />
          <input type="hidden" name="of" value={username} />
          <input type="hidden" name="on" value={String(!following)} />
          <button
            type="submit"
            aria-label={
              following
                ? m['social.follow.following_name']({ name: fullName })
                : m['social.follow.follow_name']({ name: fullName })
            }
            className={buttonClass(following ? 'secondary' : 'primary')}
          >
            <Icon aria-hidden="true" className="size-5" />
            {following ? m['social.follow.following']() : m['social.follow.follow']()}
          </button>
        </form>
      )}
      {data && (
        <span className="text-ink-soft tabular-nums">
          {m['social.follow.count']({ count: formatCount(data.followerCount) })}
        </span>
      )}
    </div>
  );
}
