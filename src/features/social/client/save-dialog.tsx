import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError, sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { CollectionDetail, OwnCollection } from '../contract.ts';
import { limits } from '../rules.ts';
import { collectionPath, ownCollectionsQuery } from './api.ts';
import { formatCount } from './words.ts';

/** Adds a resource to the reader's collections, removes it, or creates a collection with it. */
export function SaveDialog({ resourceId, onClose }: { resourceId: string; onClose(): void }) {
  const query = ownCollectionsQuery(resourceId);
  const { data, error, refetch } = useQuery(query);
  const client = useQueryClient();
  const itemPath = (id: string) => `${collectionPath(id)}/items/${resourceId}`;

  async function toggle(collection: OwnCollection): Promise<void> {
    const holds = !collection.holds;
    const before = client.getQueryData(query.queryKey);
    client.setQueryData(
      query.queryKey,
      before?.map((each) => (each.id === collection.id ? { ...each, holds } : each)),
    );
    try {
      await sendJson(holds ? 'PUT' : 'DELETE', itemPath(collection.id), holds ? {} : undefined);
    } catch (failure) {
      toast('danger', m['social.actions.failed'](), describeError(failure));
    }
    await client.invalidateQueries({ queryKey: query.queryKey });
  }
  const form = useForm({
    check: (values) => missing(values, ['title']),
    async send({ title = '', isPublic }) {
      const made = await sendJson<CollectionDetail>('POST', '/api/collections', {
        title,
        isPublic: isPublic === 'on',
      });
      await sendJson('PUT', itemPath(made.id), {});
      toast('success', m['social.collections.created']());
      await client.invalidateQueries({ queryKey: query.queryKey });
      onClose();
    },
  });
  return (
    <Dialog title={m['social.collections.dialog']()} onClose={onClose}>
      {error && !data ? (
        <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>
      ) : !data ? (
        <p role="status">{m['social.actions.loading']()}</p>
      ) : data.length === 0 ? (
        <p className="text-ink-soft">{m['social.collections.none']()}</p>
      ) : (
        <ul className="grid max-h-60 gap-1 overflow-y-auto">
          {data.map((collection) => (
            <li key={collection.id}>
              <label className="flex min-h-11 items-center gap-3">
                <input
                  type="checkbox"
                  checked={collection.holds}
                  onChange={() => void toggle(collection)}
                  className="size-5 accent-accent"
                />
                <span className="min-w-0 flex-1 break-words">{collection.title}</span>
                <span className="text-sm text-ink-soft">
                  {collection.isPublic
                    ? m['social.collections.count']({ count: formatCount(collection.itemCount) })
                    : m['social.collections.private']()}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      <form {...form.props} className="grid gap-3 border-t border-line pt-5">
        <TextField
          label={m['social.collections.new']()}
          name="title"
          maxLength={limits.collectionTitle}
          autoComplete="off"
          error={form.fields['title']}
        />
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name="isPublic" defaultChecked className="size-5 accent-accent" />
          {m['social.collections.public']()}
        </label>
        <FormMessage>{form.message}</FormMessage>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="secondary" disabled={form.pending}>
            {m['social.collections.create_and_add']()}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {m['social.actions.close']()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
