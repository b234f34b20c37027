import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '#platform/client/fetcher.ts';
import { m } from '#i18n/generated/messages.js';
import { toast } from '#platform/client/toasts.tsx';

/** Further items of a list whose first ones came with its page; `next` is where they begin. */
export function useMore<Item, Place>(
  next: Place | null,
  read: (place: Place) => Promise<{ items: Item[]; next: Place | null }>,
) {
  const [found, setFound] = useState<{ items: Item[]; next: Place | null } | null>(null);
  const place = found === null ? next : found.next;
  const { mutate, isPending } = useMutation({
    mutationFn: (from: Place) => read(from),
    onSuccess: (page) =>
      setFound((before) => ({ items: [...(before?.items ?? []), ...page.items], next: page.next })),
    onError: (error) => toast('danger', m['wanted.post.failed'](), describeError(error)),
  });
  return {
    items: found?.items ?? [],
    isPending,
    /** Null once all are there. */
    more: place === null ? null : () => mutate(place),
  };
}
