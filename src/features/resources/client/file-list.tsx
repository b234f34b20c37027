import { Download } from 'lucide-react';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { formatSize } from '#platform/client/format-size.ts';
import type { ResourceDetail } from '../contract.ts';
import { FileLink } from './file-link.tsx';
import { Prose } from './prose.tsx';
import { ChangeMark, DownloadVersion, GoneFiles, versionsOf, type ShownVersion } from './version-changes.tsx';
import { formatDay } from './words.ts';

export function FileList({ resource }: { resource: ResourceDetail }) {
  const [latest, ...earlier] = versionsOf(resource);
  if (!latest) return null;
  return (
    <div className="grid gap-4">
      <Changes version={latest} />
      <Files resourceId={resource.id} version={latest} />
      {earlier.length > 0 && (
        <details className="rounded-lg border border-line bg-surface p-4">
          <summary className="font-semibold">{m['resources.detail.previous_versions']()}</summary>
          <div className="mt-4 grid gap-6">
            {earlier.map((version) => (
              <div key={version.number} className="grid gap-2">
                <h3 className="font-semibold">
                  {m['resources.detail.version']({ number: version.number })} · {formatDay(version.createdAt)}
                </h3>
                {version.changelog && <Prose text={version.changelog} />}
                <Files resourceId={resource.id} version={version} />
                <DownloadVersion resourceId={resource.id} version={version} />
              </div>
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

/** Changes of the current version. The first version has none to show, because all of it is new. */
function Changes({ version }: { version: ShownVersion }) {
  if (version.number === 1 && version.changelog === '') return null;
  return (
    <div className="grid gap-2">
      <h3 className="flex flex-wrap items-baseline gap-x-3 font-semibold">
        {m['resources.detail.version']({ number: version.number })}
        <span className="rounded-full bg-accent-soft px-2 py-0.5 text-sm text-accent-strong">
          {m['resources.detail.latest']()}
        </span>
        <span className="text-sm font-normal text-ink-soft">{formatDay(version.createdAt)}</span>
      </h3>
      {version.changelog && (
        <>
          <h4 className="text-sm text-ink-soft">{m['resources.detail.changes']()}</h4>
          <Prose text={version.changelog} />
        </>
      )}
    </div>
  );
}

function Files({ resourceId, version }: { resourceId: string; version: ShownVersion }) {
  return (
    <>
      <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
        {version.files.map((file) => (
          <li key={file.id} className="flex items-center gap-4 p-4">
            <div className="min-w-0 flex-1">
              <p className="font-semibold">
                {file.name}
                <ChangeMark file={file} version={version} />
              </p>
              <p className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
                <span className="tabular-nums">{formatSize(file.size)}</span>
                <Checksum sha256={file.sha256} />
              </p>
            </div>
            <FileLink
              path={`/api/resources/${resourceId}/download?file=${file.id}`}
              label={m['resources.card.download_of']({ title: file.name })}
              tooltip={m['resources.card.download']()}
              className="grid size-11 shrink-0 place-items-center rounded-full text-accent-strong hover:bg-accent-soft"
            >
              <Download aria-hidden="true" className="size-5" />
            </FileLink>
          </li>
        ))}
      </ul>
      <GoneFiles version={version} />
    </>
  );
}

/** Shows a shortened checksum; the copy button copies all of it. */
function Checksum({ sha256 }: { sha256: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <span className="inline-flex items-center gap-2">
      {m['resources.detail.sha256']()}{' '}
      <code className="font-mono text-xs" title={sha256}>
        {sha256.slice(0, 12)}…
      </code>
      <button
        type="button"
        className="min-h-6 text-accent-strong underline"
        onClick={() => {
          void navigator.clipboard?.writeText(sha256).then(() => setCopied(true));
        }}
      >
        {copied ? m['resources.detail.copied']() : m['resources.detail.copy']()}
      </button>
    </span>
  );
}
