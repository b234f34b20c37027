import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Box, Download } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import {
  formatSizes,
  formatVolume,
  loadModelViewer,
  problemWords,
} from '#features/resources/client/public.tsx';
import { forgetUploads, UploadField } from '#features/uploads/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { formatSize } from '#platform/client/format-size.ts';
import { toast } from '#platform/client/toasts.tsx';
import { modelFormatOf } from '#platform/shared/models/mesh.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import type { RequestDetail, RequestFile } from '../contract.ts';
import { requestLimits } from '../negotiation.ts';
import { changeFiles, filePath, requestQuery, requestsKey } from './api.ts';
import { problemOf } from './new-request-screen.tsx';

const ModelViewer = lazy(loadModelViewer);

/** Files of the request with their figures; the customer can replace them. */
export function RequestFiles({ request }: { request: RequestDetail }) {
  const [isChanging, setIsChanging] = useState(false);
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold">{m['quotes.request.files']()}</h3>
      {request.files.length === 0 && <p className="text-ink-soft">{m['quotes.view.files_none']()}</p>}
      <ul className="grid gap-3">
        {request.files.map((file) => (
          <li key={file.id}>
            <FileRow requestId={request.id} file={file} />
          </li>
        ))}
      </ul>
      {request.can.changeFiles && !isChanging && (
        <Button look="secondary" className="justify-self-start" onClick={() => setIsChanging(true)}>
          {m['quotes.view.change_files']()}
        </Button>
      )}
      {isChanging && (
        <ChangeFiles key={request.version} request={request} onClose={() => setIsChanging(false)} />
      )}
    </div>
  );
}

function FileRow({ requestId, file }: { requestId: string; file: RequestFile }) {
  const { id, name, size, figures, problem } = file;
  const [isOpen, setIsOpen] = useState(false);
  const address = filePath(requestId, id);
  const canLook = modelFormatOf(name) !== null && problem === null;
  return (
    <div className="grid gap-2 rounded-md border border-line bg-sunken p-3">
      <p className="font-semibold break-all">
        {name} <span className="font-normal text-ink-soft">{formatSize(size)}</span>
      </p>
      {figures && (
        <p className="text-sm tabular-nums">
          {m['quotes.view.measured']({
            size: formatSizes(figures.sizeMm, 'mm'),
            volume: formatVolume(figures.volumeMm3),
          })}
          {!figures.watertight && <span className="block text-danger">{m['quotes.view.open_mesh']()}</span>}
        </p>
      )}
      {problem && (
        <p className="text-sm text-danger">{m['quotes.view.unreadable']({ why: problemWords[problem]() })}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <a
          href={address}
          download={name}
          aria-label={m['quotes.view.download']({ name })}
          className={buttonClass('secondary', 'text-sm')}
        >
          <Download aria-hidden="true" className="size-4" />
          {m['quotes.view.download_short']()}
        </a>
        {canLook && (
          <Button
            look="secondary"
            className="text-sm"
            aria-expanded={isOpen}
            aria-label={isOpen ? m['quotes.view.look_close']() : m['quotes.view.look_named']({ name })}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Box aria-hidden="true" className="size-4" />
            {isOpen ? m['quotes.view.look_close']() : m['quotes.view.look']()}
          </Button>
        )}
      </div>
      {isOpen && (
        <Suspense fallback={<p role="status">{m['quotes.view.loading']()}</p>}>
          <ModelViewer address={address} file={{ name, size, triangles: figures?.triangles ?? null }} />
        </Suspense>
      )}
    </div>
  );
}

function ChangeFiles({ request, onClose }: { request: RequestDetail; onClose(): void }) {
  const { id, version, files } = request;
  const client = useQueryClient();
  const uploadsOf = `quote-request ${id}`;
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState('');
  const saving = useMutation({
    mutationFn: (wanted: readonly object[]) => changeFiles(id, { version, files: wanted }),
    onSuccess: (changed) => {
      forgetUploads(uploadsOf);
      client.setQueryData(requestQuery(id).queryKey, changed);
      void client.invalidateQueries({ queryKey: requestsKey });
      toast('success', m['quotes.view.files_saved']());
      onClose();
    },
    onError: (error) => {
      setProblem(describeError(error));
      // Changed meanwhile, possibly in another window of the same person.
      void client.invalidateQueries({ queryKey: requestQuery(id).queryKey });
    },
  });

  function save(): void {
    if (!form.current) return;
    const data = new FormData(form.current);
    const uploads = JSON.parse(String(data.get('uploads') ?? '[]')) as string[];
    const wanted = [
      ...data.getAll('stays').map((fileId) => ({ fileId })),
      ...uploads.map((uploadId) => ({ uploadId })),
    ];
    if (data.has('uploadsUnfinished')) setProblem(m['uploads.unfinished']());
    else if (wanted.length > requestLimits.files) setProblem(m['quotes.request.most_files']());
    else saving.mutate(wanted);
  }

  return (
    <form
      method="post"
      ref={form}
      noValidate
      className="grid gap-4 rounded-md border border-line-strong p-4"
      onInput={() => setProblem('')}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <p className="text-sm font-semibold">{m['quotes.view.change_note']()}</p>
      {files.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-semibold">{m['quotes.view.keep_files']()}</legend>
          {files.map((file) => (
            <label key={file.id} className="flex min-h-6 items-center gap-3">
              <input
                type="checkbox"
                name="stays"
                value={file.id}
                defaultChecked
                className="size-5 accent-accent"
              />
              <span className="break-all">{file.name}</span>
            </label>
          ))}
        </fieldset>
      )}
      <UploadField
        form={uploadsOf}
        label={m['quotes.view.new_files']()}
        hint={m['quotes.request.files_hint']()}
        error={problem || undefined}
        problemOf={problemOf}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={saving.isPending}>
          {m['quotes.view.save_files']()}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {m['quotes.view.cancel']()}
        </Button>
      </div>
    </form>
  );
}
