import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { FileText, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { forgetUploads, UploadField } from '#features/uploads/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { assistantLimits as limits, documentExtensions } from '../rules.ts';
import { addDocument, begin, documentsQuery, isUnderway, removeDocument, type ReadDocument } from './api.ts';
import { RemoveDialog } from './remove-dialog.tsx';

const form = 'assistant-document';

function problemOf({ name, size }: File): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (!(documentExtensions as readonly string[]).includes(extension))
    return m['assistant.error.document_type']();
  if (size === 0) return m['assistant.problem.empty']();
  if (size > limits.documentMb * 1024 * 1024)
    return m['assistant.error.document_too_large']({ count: limits.documentMb });
  return '';
}

/** One's own manuals: upload, progress and links to build from them. */
export function DocumentsPart() {
  const { data: user } = useQuery(currentUserQuery);
  return (
    <section aria-labelledby="documents-heading" className="grid content-start gap-4">
      <h2 id="documents-heading" className="ruler pb-3 text-xl font-bold">
        {m['assistant.start.from_document']()}
      </h2>
      {user ? (
        <OwnDocuments />
      ) : (
        <div className="grid justify-items-start gap-3">
          <p className="text-ink-soft">{m['assistant.document.login']()}</p>
          <Link to="/login" search={{ next: '/ai-assembly' }} className={buttonClass('secondary')}>
            {m['assistant.handoff.login']()}
          </Link>
        </div>
      )}
    </section>
  );
}

function OwnDocuments() {
  const client = useQueryClient();
  const { data: documents = [] } = useQuery(documentsQuery);
  const [come, setCome] = useState<{ ids: string[]; isWaiting: boolean }>({ ids: [], isWaiting: false });
  // Remounts the file field after its files have become a document.
  const [round, setRound] = useState(0);
  const add = useMutation({
    mutationFn: () => addDocument(come.ids),
    onSuccess: async () => {
      forgetUploads(form);
      setCome({ ids: [], isWaiting: false });
      setRound(round + 1);
      await client.invalidateQueries({ queryKey: documentsQuery.queryKey });
    },
  });
  return (
    <>
      <UploadField
        key={round}
        form={form}
        label={m['assistant.document.files']()}
        hint={m['assistant.document.hint']({ mb: limits.documentMb, count: limits.files })}
        error={add.error ? describeError(add.error) : undefined}
        problemOf={problemOf}
        onChange={(items) =>
          setCome({
            ids: items.flatMap(({ id, state }) => (state === 'finished' && id !== null ? [id] : [])),
            isWaiting: items.some(({ state }) => state !== 'finished'),
          })
        }
      />
      {come.ids.length > 0 && (
        <Button className="w-fit" disabled={come.isWaiting || add.isPending} onClick={() => add.mutate()}>
          {m['assistant.document.read']()}
        </Button>
      )}
      {documents.length > 0 && (
        <ul aria-label={m['assistant.document.list']()} className="grid gap-3">
          {documents.map((document) => (
            <DocumentRow key={document.id} document={document} />
          ))}
        </ul>
      )}
    </>
  );
}

function DocumentRow({ document }: { document: ReadDocument }) {
  const { id, title, state, pages, pagesRead, problem, hasText } = document;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isRemoving, setRemoving] = useState(false);
  const start = useMutation({
    mutationFn: () => begin({ documentId: id }),
    onSuccess: (conversation) => navigate({ to: '/ai-assembly', search: { conversation: conversation.id } }),
    onError: (error) => toast('danger', m['assistant.start.not_begun'](), describeError(error)),
  });
  const removal = useMutation({
    mutationFn: () => removeDocument(id),
    onSuccess: () => client.invalidateQueries({ queryKey: documentsQuery.queryKey }),
    onError: (error) => toast('danger', m['assistant.start.not_removed'](), describeError(error)),
    onSettled: () => setRemoving(false),
  });
  return (
    <li className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex items-start gap-3">
        <FileText aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
        <p className="min-w-0 flex-1 font-semibold wrap-anywhere">{title}</p>
        <button
          type="button"
          aria-label={m['assistant.document.remove']({ title })}
          onClick={() => setRemoving(true)}
          className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-danger-soft hover:text-danger"
        >
          <Trash2 aria-hidden="true" className="size-5" />
        </button>
      </div>
      {isUnderway(document) && (
        <div role="status" className="grid gap-1 text-sm">
          <p className="tabular-nums">
            {pages === null
              ? m['assistant.document.waiting']()
              : m['assistant.document.reading']({ read: pagesRead, count: pages })}
          </p>
          <progress
            aria-label={m['assistant.document.progress']()}
            {...(pages !== null && { max: pages, value: pagesRead })}
            className="w-full"
          />
        </div>
      )}
      {problem && (
        <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger">
          {problem.message}
        </p>
      )}
      {state === 'ready' && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-ink-soft tabular-nums">
            {hasText
              ? m['assistant.document.ready']({ count: pages ?? 0 })
              : m['assistant.document.no_text']()}
          </p>
          <Button disabled={start.isPending} onClick={() => start.mutate()}>
            {m['assistant.document.build']()}
          </Button>
        </div>
      )}
      {isRemoving && (
        <RemoveDialog
          title={m['assistant.document.remove_title']()}
          text={m['assistant.document.remove_text']()}
          isPending={removal.isPending}
          onRemove={() => removal.mutate()}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  );
}
