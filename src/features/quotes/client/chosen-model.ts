import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import type { Figures } from '#platform/shared/models/measure.ts';

/** Local model with its figures; `uploadId` once it was uploaded for a quote. */
export type ChosenModel = { file: File; figures: Figures; uploadId: string | null };

/** Kept outside of component state, because a login leaves the page and comes back. */
let kept: ChosenModel | null = null;
let stopWatching = () => {};
const listeners = new Set<() => void>();

export function keptModel(): ChosenModel | null {
  return kept;
}

/** Keeps a model for the current person until the logout; a guest who logs in counts as the same person. */
export function keepModel(client: QueryClient, model: ChosenModel): void {
  stopWatching();
  change(model);
  let owner = userIn(client);
  stopWatching = client.getQueryCache().subscribe(() => {
    const user = userIn(client);
    if (user === owner) return;
    if (owner === null) {
      owner = user;
      return;
    }
    stopWatching();
    change(null);
  });
}

/** Another model may have been chosen during the upload. */
export function noteUpload(file: File, uploadId: string | null): void {
  if (kept?.file === file) change({ ...kept, uploadId });
}

export function useChosenModel(): [ChosenModel | null, (model: ChosenModel) => void] {
  const client = useQueryClient();
  const model = useSyncExternalStore(listen, keptModel, () => null);
  return [model, (next) => keepModel(client, next)];
}

function change(model: ChosenModel | null): void {
  kept = model;
  for (const tell of listeners) tell();
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

function userIn(client: QueryClient): string | null {
  return client.getQueryData(currentUserQuery.queryKey)?.id ?? null;
}
