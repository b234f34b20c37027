import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, Heart } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { currentUserQuery, FormName, useLoginFirst } from '#features/accounts/client/public.tsx';
import { ReportButton } from '#features/moderation/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError, sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { buttonClass } from '#ui/button.tsx';
import type { Likes } from '../contract.ts';
import { likesQuery } from './api.ts';
import { formatCount } from './words.ts';

const SaveDialog = lazy(async () => ({ default: (await import('./save-dialog.tsx')).SaveDialog }));

type Resource = {
  resourceType: string;
  id: string;
  likeCount: number;
  makeCount: number;
  owner: { id: string };
};

/** Buttons to like, collect and report a resource; guests log in and come back. */
export function ResourceActions({ resource }: { resource: Resource }) {
  const { id } = resource;
  const { data: user } = useQuery(currentUserQuery);
  const [open, setOpen] = useState(false);
  const withLogin = useLoginFirst();
  return (
    <div id="actions" className="grid scroll-mt-4 gap-2">
      <div role="group" aria-label={m['social.actions.label']()} className="flex flex-wrap gap-2">
        <LikeButton resource={resource} />
        <button
          type="button"
          className={buttonClass('secondary', 'flex-1')}
          onClick={() => withLogin(() => setOpen(true))}
        >
          <Bookmark aria-hidden="true" className="size-5 shrink-0" />
          {m['social.actions.save']()}
        </button>
        {user?.id !== resource.owner.id && (
          <ReportButton
            kind="resource"
            category={resource.resourceType}
            path={`/api/resources/${id}/reports`}
            look="icon"
          />
        )}
      </div>
      {resource.makeCount > 0 && (
        <a href="#makes" className="w-fit py-1 text-sm text-accent-strong underline">
          {m['social.actions.made']({ count: formatCount(resource.makeCount) })}
        </a>
      )}
      <Suspense>{open && <SaveDialog resourceId={id} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  );
}

function LikeButton({ resource: { id, likeCount } }: { resource: Resource }) {
  const { data: user } = useQuery(currentUserQuery);
  const query = likesQuery(id);
  const { data } = useQuery({ ...query, enabled: Boolean(user) });
  const client = useQueryClient();
  const withLogin = useLoginFirst();
  const [sending, setSending] = useState(false);
  const shown = user && data ? data : { likeCount, liked: false };

  async function toggle(): Promise<void> {
    if (sending) return;
    const liked = !shown.liked;
    const before = client.getQueryData(query.queryKey);
    setSending(true);
    await client.cancelQueries({ queryKey: query.queryKey });
    // Optimistic update.
    client.setQueryData(query.queryKey, { liked, likeCount: shown.likeCount + (liked ? 1 : -1) });
    try {
      const path = `/api/resources/${encodeURIComponent(id)}/likes`;
      const answer = await sendJson<Likes>(liked ? 'POST' : 'DELETE', path);
      client.setQueryData(query.queryKey, answer);
      void client.invalidateQueries({ queryKey: ['resource', id] });
    } catch (error) {
      client.setQueryData(query.queryKey, before);
      toast('danger', m['social.actions.failed'](), describeError(error));
    } finally {
      setSending(false);
    }
  }
  // A form, so that it works without JavaScript.
  return (
    <form
      method="post"
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        withLogin(() => void toggle());
      }}
    >
      <FormName name="like" />
      <input type="hidden" name="of" value={id} />
      <input type="hidden" name="on" value={String(!shown.liked)} />
      <button
        type="submit"
        aria-pressed={shown.liked}
        className={buttonClass(
          'secondary',
          'flex-1 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-strong',
        )}
      >
        <Heart aria-hidden="true" className={`size-5 shrink-0 ${shown.liked ? 'fill-current' : ''}`} />
        <span>{m['social.actions.like']()}</span>
        <span className="tabular-nums">
          <span aria-hidden="true">{formatCount(shown.likeCount)}</span>
          <span className="sr-only">
            {m['social.actions.like_count']({ count: formatCount(shown.likeCount) })}
          </span>
        </span>
      </button>
    </form>
  );
}
