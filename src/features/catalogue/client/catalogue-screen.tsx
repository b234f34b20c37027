import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { AuditLink } from '#features/admin/client/public.tsx';
import { forgetUploads, UploadField } from '#features/uploads/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError, sendJson } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { toast } from '#platform/client/toasts.tsx';
import { numberFormat } from '#platform/shared/formats.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { ImportInput, ImportReport } from '../contract.ts';

/** Storage key of this form's upload, which survives reloads. */
const uploadsOf = 'catalogue';
const number = (value: number) => numberFormat(currentLocale()).format(value);

/** Exports the catalogue, and imports one: first as a dry run, then for real. */
export function CatalogueScreen() {
  return (
    <>
      <h1 className="text-3xl font-bold">{m['catalogue.page.title']()}</h1>
      <p className="mt-2 max-w-prose text-ink-soft">{m['catalogue.page.text']()}</p>
      <section aria-labelledby="catalogue-export" className="mt-8 grid justify-items-start gap-3">
        <h2 id="catalogue-export" className="text-xl font-semibold">
          {m['catalogue.export.title']()}
        </h2>
        <p className="max-w-prose text-ink-soft">{m['catalogue.export.text']()}</p>
        <a href="/api/admin/catalogue.zip" download className={buttonClass('secondary')}>
          {m['catalogue.export.download']()}
        </a>
      </section>
      <Import />
      <p className="mt-10">
        <Link
          to="/admin/resources"
          className="inline-flex min-h-11 items-center text-accent-strong underline"
        >
          {m['catalogue.page.to_resources']()}
        </Link>
      </p>
    </>
  );
}

function Import() {
  const [problem, setProblem] = useState('');
  const [tried, setTried] = useState<{ input: ImportInput; report: ImportReport } | null>(null);
  const send = useMutation({
    mutationFn: (input: ImportInput) => sendJson<ImportReport>('POST', '/api/admin/catalogue/import', input),
    onSuccess: (report, input) => {
      setProblem('');
      setTried({ input, report });
      if (!report.isWritten) return;
      forgetUploads(uploadsOf);
      toast('success', m['catalogue.import.done']());
    },
    onError: (error) => {
      setTried(null);
      const told = error instanceof ApiError ? Object.values(error.fields)[0] : undefined;
      setProblem(told ?? describeError(error));
    },
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [uploadId] = JSON.parse(String(data.get('uploads') ?? '[]')) as string[];
    if (data.has('uploadsUnfinished')) setProblem(m['uploads.unfinished']());
    else if (uploadId === undefined) setProblem(m['catalogue.import.choose']());
    else send.mutate({ uploadId, dryRun: true, reason: String(data.get('reason') ?? '') });
  }
  return (
    <section aria-labelledby="catalogue-import" className="mt-10 grid max-w-2xl gap-4">
      <h2 id="catalogue-import" className="text-xl font-semibold">
        {m['catalogue.import.title']()}
      </h2>
      <p className="text-ink-soft">{m['catalogue.import.text']()}</p>
      <form method="post" className="grid gap-4" onSubmit={submit} onChange={() => setTried(null)}>
        <UploadField
          form={uploadsOf}
          label={m['catalogue.import.file']()}
          hint={m['catalogue.import.hint']()}
          error={problem === '' ? undefined : problem}
          isOne
          problemOf={(file) => (/\.zip$/i.test(file.name) ? '' : m['catalogue.error.not_a_catalogue']())}
        />
        <TextField
          label={m['catalogue.import.reason']()}
          hint={m['catalogue.import.reason_hint']()}
          name="reason"
          maxLength={1000}
          required
        />
        <Button type="submit" look="secondary" disabled={send.isPending} className="justify-self-start">
          {send.isPending ? m['catalogue.import.working']() : m['catalogue.import.try']()}
        </Button>
      </form>
      {tried && (
        <Report
          report={tried.report}
          isPending={send.isPending}
          onWrite={() => send.mutate({ ...tried.input, dryRun: false })}
        />
      )}
    </section>
  );
}

function Report({
  report,
  isPending,
  onWrite,
}: {
  report: ImportReport;
  isPending: boolean;
  onWrite(): void;
}) {
  const { created, known, wrong, mistakes, isWritten } = report;
  const fresh = created.resources + created.services;
  const counts = { resources: number(created.resources), services: number(created.services) };
  return (
    <div role="status" className="grid gap-4 rounded-lg border border-line bg-surface p-5">
      <p className="font-semibold">
        {isWritten
          ? m['catalogue.import.written'](counts)
          : wrong > 0
            ? m['catalogue.import.wrong']({ count: wrong })
            : fresh === 0
              ? m['catalogue.import.nothing']()
              : m['catalogue.import.would'](counts)}
      </p>
      {known > 0 && <p className="text-ink-soft">{m['catalogue.import.known']({ count: known })}</p>}
      {mistakes.length > 0 && (
        <ul className="grid divide-y divide-line">
          {mistakes.map(({ part, line, title, field, message }) => (
            <li key={`${part} ${line} ${field}`} className="grid gap-1 py-2">
              <span className="break-words">
                <code className="font-mono text-sm text-ink-soft">
                  {part}.jsonl:{line}
                </code>{' '}
                {title}
              </span>
              <span className="text-danger">
                {field !== '' && <code className="font-mono text-sm break-all">{field}: </code>}
                {message}
              </span>
            </li>
          ))}
        </ul>
      )}
      {!isWritten && wrong === 0 && fresh > 0 && (
        <Button disabled={isPending} onClick={onWrite} className="justify-self-start">
          {m['catalogue.import.write']()}
        </Button>
      )}
      {report.auditId !== null && <AuditLink id={report.auditId} />}
    </div>
  );
}
