import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError, sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import type { ResourceDetail } from '../contract.ts';
import { resourceQuery, useForgetResources } from './api.ts';
import { ResourceForm } from './resource-form.tsx';

const savedWords = {
  as_it_was: () => m['resources.form.saved'](),
  published: () => m['resources.form.published'](),
  draft: () => m['resources.form.unpublished'](),
};

/** Page on which an author edits a resource. `share` is a slot below the form, for what they ask for made things. */
export function ManageScreen({ id, share }: { id: string; share: ReactNode }) {
  const { data: resource } = useSuspenseQuery(resourceQuery(id));
  const navigate = useNavigate();
  return (
    <div className="page max-w-4xl py-8">
      <h1 className="mb-6 text-3xl font-bold">{m['resources.form.manage_title']()}</h1>
      {resource.can.edit ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <ResourceForm
            resource={resource}
            onSaved={(saved, state) => {
              toast('success', savedWords[state ?? 'as_it_was']());
              void navigate({ to: '/resources/$id', params: { id: saved.id } });
            }}
            extra={<Remove resource={resource} />}
          />
          {share}
        </div>
      ) : (
        <p className="rounded-lg border border-line bg-surface p-6">{m['resources.form.not_owner']()}</p>
      )}
    </div>
  );
}

function useRemoveResource() {
  const forget = useForgetResources();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => sendJson<null>('DELETE', `/api/resources/${id}`),
    onSuccess: (_answer, id) => {
      client.removeQueries({ queryKey: resourceQuery(id).queryKey });
      forget();
    },
  });
}

function Remove({ resource }: { resource: ResourceDetail }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const remove = useRemoveResource();
  const navigate = useNavigate();
  return (
    <>
      <Button look="danger" className="md:ml-auto" onClick={() => dialog.current?.showModal()}>
        {m['resources.form.remove']()}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby="remove-title"
        className="m-auto max-w-md rounded-lg bg-surface p-6 text-ink shadow-lg backdrop:bg-black/50"
      >
        <h2 id="remove-title" className="text-xl font-bold">
          {m['resources.form.remove_title']()}
        </h2>
        <p className="mt-2 font-semibold">{resource.title}</p>
        <p className="mt-2">{m['resources.form.remove_confirm']()}</p>
        <div className="mt-6 flex justify-end gap-3">
          <Button look="secondary" onClick={() => dialog.current?.close()}>
            {m['resources.form.cancel']()}
          </Button>
          <Button
            look="danger"
            disabled={remove.isPending}
            onClick={() =>
              remove.mutate(resource.id, {
                onSuccess: () => {
                  toast('success', m['resources.form.removed']());
                  void navigate({ to: '/my/resources' });
                },
                onError: (error) => toast('danger', m['resources.form.failed'](), describeError(error)),
              })
            }
          >
            {m['resources.form.remove']()}
          </Button>
        </div>
      </dialog>
    </>
  );
}
