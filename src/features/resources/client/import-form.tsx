import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { forgetUploads, UploadField } from '#features/uploads/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError, sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Group } from '#ui/form-group.tsx';
import type { Imported } from '../contract.ts';
import { useForgetResources } from './api.ts';
import { fileProblem } from './check-form.ts';

/** Storage key of this form's uploads, which survive reloads. */
const uploadsOf = 'import';

/** Makes a draft of an archive, for its owner to review. */
export function ImportForm() {
  const navigate = useNavigate();
  const forget = useForgetResources();
  const [problem, setProblem] = useState('');
  const [made, setMade] = useState<Imported | null>(null);
  const bring = useMutation({
    mutationFn: (uploadId: string) => sendJson<Imported>('POST', '/api/resources/import', { uploadId }),
    onSuccess: (answer) => {
      forgetUploads(uploadsOf);
      forget();
      if (answer.skipped.length + answer.notices.length > 0) setMade(answer);
      else {
        toast('success', m['resources.import.done']());
        void navigate({ to: '/resources/manage/$id', params: { id: answer.id } });
      }
    },
    onError: (error) => {
      const told = error instanceof ApiError ? Object.values(error.fields)[0] : undefined;
      setProblem(told ?? describeError(error));
    },
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [uploadId] = JSON.parse(String(data.get('uploads') ?? '[]')) as string[];
    if (data.has('uploadsUnfinished')) setProblem(m['uploads.unfinished']());
    else if (uploadId === undefined) setProblem(m['resources.import.choose']());
    else {
      setProblem('');
      bring.mutate(uploadId);
    }
  }
  if (made) {
    return (
      <div className="grid gap-4 rounded-lg border border-line bg-surface p-5 md:p-6">
        <h2 className="text-xl font-bold">{m['resources.import.done']()}</h2>
        {made.notices.length > 0 && <h3 className="font-semibold">{m['resources.import.notices']()}</h3>}
        <FileMessages files={made.notices} />
        {made.skipped.length > 0 && <p>{m['resources.import.skipped']({ count: made.skipped.length })}</p>}
        <FileMessages files={made.skipped} />
        <Link
          to="/resources/manage/$id"
          params={{ id: made.id }}
          className={buttonClass('primary', 'justify-self-start')}
        >
          {m['resources.import.go_on']()}
        </Link>
      </div>
    );
  }
  return (
    <form method="post" noValidate className="grid gap-6" onSubmit={submit}>
      <Group title={m['resources.import.title']()}>
        <p className="text-ink-soft">{m['resources.import.lead']()}</p>
        <UploadField
          form={uploadsOf}
          label={m['resources.import.file']()}
          hint={m['resources.import.hint']()}
          error={problem === '' ? undefined : problem}
          isOne
          problemOf={(file) =>
            /\.(zip|tar|tgz|gz)$/i.test(file.name) ? fileProblem(file) : m['resources.error.import_kind']()
          }
        />
      </Group>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" disabled={bring.isPending}>
          {bring.isPending ? m['resources.import.working']() : m['resources.import.submit']()}
        </Button>
        <Link to="/resources/create" className={buttonClass('quiet')}>
          {m['resources.import.by_hand']()}
        </Link>
      </div>
    </form>
  );
}

function FileMessages({ files }: { files: Imported['skipped'] }) {
  if (files.length === 0) return null;
  return (
    <ul className="grid gap-1 text-sm">
      {files.map(({ name, message }) => (
        <li key={name}>
          <code className="font-mono break-all">{name}</code>: {message}
        </li>
      ))}
    </ul>
  );
}
