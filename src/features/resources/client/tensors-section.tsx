import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError, getJson } from '#platform/client/fetcher.ts';
import { formatSize } from '#platform/client/format-size.ts';
import type { Tensor, TensorProblem } from '#platform/shared/tensors.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { FileHeader, ResourceDetail, ResourceFile } from '../contract.ts';
import { Pairs } from './pairs.tsx';
import { Section } from './section.tsx';
import { formatCount } from './words.ts';

const problemWords: Record<TensorProblem, () => string> = {
  truncated: () => m['resources.tensors.problem.truncated'](),
  header_lies: () => m['resources.tensors.problem.header_lies'](),
  malformed: () => m['resources.tensors.problem.malformed'](),
  duplicate: () => m['resources.tensors.problem.duplicate'](),
  overlap: () => m['resources.tensors.problem.overlap'](),
  outside: () => m['resources.tensors.problem.outside'](),
  too_large: () => m['resources.tensors.problem.too_large'](),
  too_many: () => m['resources.tensors.problem.too_many'](),
  failed: () => m['resources.tensors.problem.failed'](),
};

/** Metadata from the headers of AI model files, which the server has read. */
export function TensorsSection({ resource }: { resource: ResourceDetail }) {
  const latest = resource.files[0]?.version;
  const files = resource.files.flatMap((file) =>
    file.version === latest && file.header ? [{ ...file, header: file.header }] : [],
  );
  if (files.length === 0) return null;
  return (
    <Section title={m['resources.tensors.title']()}>
      {files.map((file) => (
        <div key={file.id} className="grid gap-3">
          <h3 className="font-semibold">{file.name}</h3>
          <Header resourceId={resource.id} file={file} />
        </div>
      ))}
    </Section>
  );
}

function Header({ resourceId, file }: { resourceId: string; file: ResourceFile & { header: FileHeader } }) {
  const { header } = file;
  if (header.state === 'waiting') return <p>{m['resources.tensors.waiting']()}</p>;
  if (header.state === 'unreadable') {
    return (
      <p className="rounded-md bg-danger-soft p-3 text-danger">
        {m['resources.tensors.unreadable']()} {problemWords[header.problem]()}
      </p>
    );
  }
  const { summary } = header;
  return (
    <>
      {/* The weights of a Keras model are in a format of their own, which is not read. */}
      {summary.tensorCount > 0 && (
        <Pairs
          pairs={[
            [m['resources.detail.parameters'](), formatCount(summary.parameters)],
            [m['resources.tensors.count'](), formatCount(summary.tensorCount)],
            [
              m['resources.tensors.dtypes'](),
              summary.dtypes.map(({ dtype, parameters }) => (
                <span key={dtype} className="mr-4 inline-block">
                  <span className="font-mono">{dtype}</span>{' '}
                  <span className="font-normal text-ink-soft tabular-nums">{formatCount(parameters)}</span>
                </span>
              )),
            ],
          ]}
        />
      )}
      {summary.metadata.length > 0 && (
        <details open={summary.tensorCount === 0} className="rounded-lg border border-line bg-surface p-4">
          <summary className="font-semibold">{m['resources.tensors.metadata']()}</summary>
          <dl className="mt-3 grid gap-2 text-sm sm:grid-cols-[minmax(8rem,auto)_1fr] sm:gap-x-6">
            {summary.metadata.map(({ key, value }) => (
              <div key={key} className="contents">
                <dt className="font-mono text-ink-soft">{key}</dt>
                <dd className="whitespace-pre-line">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {summary.tensorCount > 0 && <TensorList resourceId={resourceId} fileId={file.id} />}
    </>
  );
}

function TensorList({ resourceId, fileId }: { resourceId: string; fileId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="rounded-lg border border-line bg-surface p-4"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="font-semibold">{m['resources.tensors.list']()}</summary>
      {isOpen && <Tensors resourceId={resourceId} fileId={fileId} />}
    </details>
  );
}

function tensorsQuery(id: string, fileId: string) {
  return queryOptions({
    queryKey: ['tensors', fileId],
    // Files are immutable.
    staleTime: Infinity,
    queryFn: ({ signal }) => getJson<Tensor[]>(`/api/resources/${id}/files/${fileId}/tensors`, signal),
  });
}

const pageLength = 50;

function Tensors({ resourceId, fileId }: { resourceId: string; fileId: string }) {
  const { data, error } = useQuery(tensorsQuery(resourceId, fileId));
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  if (error) return <p role="alert">{describeError(error)}</p>;
  if (!data) return <p role="status">{m['resources.tensors.loading']()}</p>;
  const term = search.trim().toLowerCase();
  const found = data.filter(({ name, dtype }) => `${name} ${dtype}`.toLowerCase().includes(term));
  const pageCount = Math.max(1, Math.ceil(found.length / pageLength));
  const shown = found.slice(page * pageLength, (page + 1) * pageLength);
  return (
    <div className="mt-3 grid gap-3">
      <TextField
        label={m['resources.tensors.search']()}
        type="search"
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setPage(0);
        }}
      />
      <p aria-live="polite" className="text-sm text-ink-soft">
        {m['resources.tensors.found']({ count: formatCount(found.length) })}
      </p>
      {/* Focusable, so that a keyboard can scroll a wide table on a narrow screen. */}
      <div role="region" aria-label={m['resources.tensors.list']()} tabIndex={0} className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead className="bg-sunken text-left">
            <tr>
              <th scope="col" className="p-2">
                {m['resources.tensors.name']()}
              </th>
              <th scope="col" className="p-2">
                {m['resources.tensors.dtype']()}
              </th>
              <th scope="col" className="p-2">
                {m['resources.tensors.shape']()}
              </th>
              <th scope="col" className="p-2 text-right">
                {m['resources.detail.size']()}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {shown.map(({ name, dtype, shape, bytes }) => (
              <tr key={name}>
                <th scope="row" className="p-2 text-left font-mono text-xs font-normal">
                  {name}
                </th>
                <td className="p-2 font-mono text-xs">{dtype}</td>
                <td className="p-2 font-mono text-xs whitespace-nowrap">{shape.join(' × ') || '1'}</td>
                <td className="p-2 text-right whitespace-nowrap tabular-nums">{formatSize(bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pageCount > 1 && (
        <div className="flex items-center justify-center gap-4">
          <Button look="secondary" aria-disabled={page === 0} onClick={() => setPage(Math.max(0, page - 1))}>
            {m['resources.list.previous']()}
          </Button>
          <span className="tabular-nums">
            {page + 1} / {pageCount}
          </span>
          <Button
            look="secondary"
            aria-disabled={page === pageCount - 1}
            onClick={() => setPage(Math.min(pageCount - 1, page + 1))}
          >
            {m['resources.list.next']()}
          </Button>
        </div>
      )}
    </div>
  );
}
