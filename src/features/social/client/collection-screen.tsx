import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, Pencil, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { ReportButton } from '#features/moderation/client/public.tsx';
import { Picture } from '#features/resources/client/public.tsx';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { m } from '#i18n/generated/messages.js';
import { describeError, sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Pagination } from '#ui/pagination.tsx';
import type { CollectionItem } from '../contract.ts';
import { itemsPerPage, limits } from '../rules.ts';
import { collectionPath, collectionQuery, itemsQuery } from './api.ts';
import { CollectionDialog } from './collection-dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { formatCount } from './words.ts';

export function CollectionScreen({ id, page }: { id: string; page: number }) {
  const { data: collection } = useSuspenseQuery(collectionQuery(id));
  const items = useQuery({ ...itemsQuery(id, page), placeholderData: (before) => before });
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const client = useQueryClient();
  const navigate = useNavigate();
  const forget = () => client.invalidateQueries({ queryKey: collectionQuery(id).queryKey });
  const total = items.data?.total ?? 0;
  return (
    <div className="page max-w-4xl py-8">
      <header className="grid gap-3">
        <h1 className="text-3xl font-bold break-words">{collection.title}</h1>
        <p className="flex flex-wrap items-center gap-x-3 text-ink-soft">
          <Link
            to="/people/$username"
            params={{ username: collection.owner.username }}
            className="py-0.5 text-accent-strong underline"
          >
            {m['social.collections.by']({ name: collection.owner.fullName })}
          </Link>
          <span>{m['social.collections.count']({ count: formatCount(collection.itemCount) })}</span>
          {collection.can.edit && (
            <span className="rounded-sm bg-sunken px-2">
              {collection.isPublic && !collection.isHidden
                ? m['social.collections.public_short']()
                : m['social.collections.private']()}
            </span>
          )}
        </p>
        {collection.description !== '' && (
          <p className="max-w-prose break-words whitespace-pre-line">{collection.description}</p>
        )}
        {collection.isHidden && (
          <p className="w-fit rounded-md bg-danger-soft px-4 py-3 text-danger">
            {m['social.collections.hidden']()}
          </p>
        )}
        {!collection.can.edit && (
          <p className="text-sm">
            <ReportButton kind="collection" path={`/api/collections/${collection.id}/reports`} look="link" />
          </p>
        )}
        {collection.can.edit && (
          <div className="flex flex-wrap gap-3">
            <Button look="secondary" onClick={() => setOpen('edit')}>
              <Pencil aria-hidden="true" className="size-4" />
              {m['social.actions.edit']()}
            </Button>
            <Button look="quiet" onClick={() => setOpen('remove')}>
              <Trash2 aria-hidden="true" className="size-4" />
              {m['social.actions.remove']()}
            </Button>
          </div>
        )}
      </header>
      {items.data && total === 0 ? (
        <div className="mt-8 grid justify-items-center gap-4 rounded-lg border border-dashed border-line-strong p-8 text-center">
          <p>{m['social.collections.empty']()}</p>
          <Link to="/resources" className={buttonClass('secondary')}>
            {m['social.collections.find']()}
          </Link>
        </div>
      ) : (
        <ol
          aria-label={m['social.collections.items']()}
          className="mt-8 grid divide-y divide-line rounded-lg border border-line bg-surface"
        >
          {items.data?.items.map((item, index) => (
            <li key={item.resourceId}>
              <Item
                collectionId={id}
                item={item}
                place={(page - 1) * itemsPerPage + index}
                last={total - 1}
                canEdit={collection.can.edit}
                onChanged={forget}
              />
            </li>
          ))}
        </ol>
      )}
      <Pagination
        page={items.data?.page ?? 1}
        pageCount={items.data?.pageCount ?? 1}
        words={{
          pages: m['social.collections.pages'](),
          previous: m['social.actions.previous'](),
          next: m['social.actions.next'](),
          page: (each) => m['social.actions.page']({ page: each }),
        }}
        renderLink={(each, { label, current, className, children }) => (
          <Link
            to="/collections/$id"
            params={{ id }}
            search={each > 1 ? { page: each } : {}}
            aria-label={label}
            aria-current={current ? 'page' : undefined}
            activeOptions={{ exact: true }}
            className={className}
          >
            {children}
          </Link>
        )}
      />
      {open === 'edit' && (
        <CollectionDialog
          collection={collection}
          onClose={() => setOpen(null)}
          onSaved={() => void forget()}
        />
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title={m['social.collections.remove_title']()}
          text={m['social.collections.remove_text']()}
          onClose={() => setOpen(null)}
          remove={async () => {
            await sendJson('DELETE', collectionPath(id));
            toast('success', m['social.collections.removed']());
            await navigate({ to: '/my/collections' });
          }}
        />
      )}
    </div>
  );
}

const iconButton =
  'grid size-11 place-items-center rounded-full text-accent-strong hover:bg-accent-soft disabled:opacity-40 disabled:cursor-not-allowed';

function Item(props: {
  collectionId: string;
  item: CollectionItem;
  place: number;
  last: number;
  canEdit: boolean;
  onChanged(): Promise<void>;
}) {
  const { collectionId, item, place, last, canEdit, onChanged } = props;
  const { resource, note } = item;
  const [pending, setPending] = useState(false);
  const path = `${collectionPath(collectionId)}/items/${item.resourceId}`;
  const title = resource ? inReadersLanguage(resource).title : m['social.collections.gone']();

  async function change(
    method: 'PUT' | 'DELETE',
    body?: { position?: number; note?: string },
  ): Promise<void> {
    setPending(true);
    try {
      await sendJson(method, path, body);
      if (body?.note !== undefined) toast('success', m['social.collections.note_saved']());
      await onChanged();
    } catch (error) {
      toast('danger', m['social.actions.failed'](), describeError(error));
    } finally {
      setPending(false);
    }
  }
  return (
    <div className="flex flex-wrap gap-4 p-4">
      <div className="size-20 shrink-0 overflow-hidden rounded-md bg-sunken">
        <Picture
          image={resource?.image ?? null}
          category={resource?.resourceType ?? 'other'}
          name={title}
          place="thumbnail"
        />
      </div>
      <div className="grid min-w-40 flex-1 content-start gap-1">
        {resource ? (
          <Link
            to="/resources/$id"
            params={{ id: resource.id }}
            className="line-clamp-2 text-lg font-semibold hover:underline"
          >
            {title}
          </Link>
        ) : (
          <p className="text-ink-soft">{title}</p>
        )}
        {resource && <p className="text-sm text-ink-soft">{resource.author}</p>}
        {canEdit ? (
          <form
            method="post"
            className="flex flex-wrap gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              const typed = new FormData(event.currentTarget).get('note');
              void change('PUT', { note: typeof typed === 'string' ? typed : '' });
            }}
          >
            <input
              key={note}
              name="note"
              defaultValue={note}
              maxLength={limits.note}
              placeholder={m['social.collections.note']()}
              aria-label={m['social.collections.note_of']({ title })}
              className="min-h-9 min-w-0 flex-1 rounded-md border border-line-strong bg-surface px-2 text-sm placeholder:text-ink-soft"
            />
            <button type="submit" className="min-h-9 px-1 text-sm text-accent-strong underline">
              {m['social.actions.save_changes']()}
            </button>
          </form>
        ) : (
          note !== '' && <p className="break-words whitespace-pre-line">{note}</p>
        )}
      </div>
      {canEdit && (
        <div className="flex items-start">
          <button
            type="button"
            className={iconButton}
            disabled={pending || place === 0}
            aria-label={m['social.collections.up']({ title })}
            onClick={() => void change('PUT', { position: place - 1 })}
          >
            <ArrowUp aria-hidden="true" className="size-5" />
          </button>
          <button
            type="button"
            className={iconButton}
            disabled={pending || place === last}
            aria-label={m['social.collections.down']({ title })}
            onClick={() => void change('PUT', { position: place + 1 })}
          >
            <ArrowDown aria-hidden="true" className="size-5" />
          </button>
          <button
            type="button"
            className={iconButton}
            disabled={pending}
            aria-label={m['social.collections.take_out']({ title })}
            onClick={() => void change('DELETE')}
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
      )}
    </div>
  );
}

export function CollectionMissing() {
  return (
    <div className="page grid justify-items-start gap-4 py-16">
      <title>{m['app.title']({ page: m['social.collections.not_found']() })}</title>
      <h1 className="text-2xl font-bold">{m['social.collections.not_found']()}</h1>
      <p className="text-ink-soft">{m['social.collections.not_found_text']()}</p>
      <Link to="/resources" className={buttonClass()}>
        {m['social.collections.find']()}
      </Link>
    </div>
  );
}
