import { FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextAreaField, TextField } from '#ui/field.tsx';
import type { CollectionDetail } from '../contract.ts';
import { limits } from '../rules.ts';
import { collectionPath } from './api.ts';

/** Creates or edits a collection. */
export function CollectionDialog(props: {
  collection: CollectionDetail | null;
  onClose(): void;
  onSaved(saved: CollectionDetail): void;
}) {
  const { collection, onClose, onSaved } = props;
  const form = useForm({
    check: (values) => missing(values, ['title']),
    async send({ title = '', description = '', isPublic }) {
      const sent = { title, description, isPublic: isPublic === 'on' };
      const saved = collection
        ? await sendJson<CollectionDetail>('PATCH', collectionPath(collection.id), sent)
        : await sendJson<CollectionDetail>('POST', '/api/collections', sent);
      toast('success', collection ? m['social.collections.saved']() : m['social.collections.created']());
      onClose();
      onSaved(saved);
    },
  });
  return (
    <Dialog
      title={collection ? m['social.collections.edit']() : m['social.collections.new']()}
      onClose={onClose}
    >
      <form {...form.props} className="grid gap-5">
        <TextField
          label={m['social.collections.name']()}
          name="title"
          maxLength={limits.collectionTitle}
          defaultValue={collection?.title ?? ''}
          autoComplete="off"
          error={form.fields['title']}
        />
        <TextAreaField
          label={m['social.collections.description']()}
          optional={m['social.makes.optional']()}
          name="description"
          rows={3}
          maxLength={limits.collectionDescription}
          defaultValue={collection?.description ?? ''}
          error={form.fields['description']}
        />
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="isPublic"
            defaultChecked={collection?.isPublic ?? true}
            className="size-5 accent-accent"
          />
          {m['social.collections.public']()}
        </label>
        <FormMessage>{form.message}</FormMessage>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={form.pending}>
            {collection ? m['social.actions.save_changes']() : m['social.collections.create']()}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {m['social.actions.cancel']()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
