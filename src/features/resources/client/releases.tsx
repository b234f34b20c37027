import { Download } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { m } from '#i18n/generated/messages.js';
import { formatSize } from '#platform/client/format-size.ts';
import { buttonClass } from '#ui/button.tsx';
import type { ResourceDetail, ResourceFile } from '../contract.ts';
import { platformOf, platformOfReader, type Platform } from '../software.ts';
import { ChecksumCheck } from './checksum-check.tsx';
import { FileLink } from './file-link.tsx';
import { platformName } from './kind-words.ts';
import { Prose } from './prose.tsx';
import { ChangeMark, DownloadVersion, GoneFiles, versionsOf, type ShownVersion } from './version-changes.tsx';
import { formatDay } from './words.ts';

const neverChanges = () => () => {};

/** Releases of software: changes and files, with those for the reader's platform first. */
export function Releases({ resource }: { resource: ResourceDetail }) {
  // Known only in the browser.
  const own = useSyncExternalStore(
    neverChanges,
    () => platformOfReader(navigator.userAgent, navigator.maxTouchPoints),
    () => null,
  );
  const [latest, ...earlier] = versionsOf(resource);
  if (!latest) return null;
  return (
    <div className="grid gap-4">
      <Release resource={resource} release={latest} own={own} isLatest />
      {earlier.length > 0 && (
        <details className="rounded-lg border border-line bg-surface p-4">
          <summary className="font-semibold">{m['resources.detail.previous_versions']()}</summary>
          <div className="mt-4 grid gap-6">
            {earlier.map((release) => (
              <Release key={release.number} resource={resource} release={release} own={own} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

function Release(props: {
  resource: ResourceDetail;
  release: ShownVersion;
  own: Platform | null;
  isLatest?: boolean;
}) {
  const { resource, release, own, isLatest = false } = props;
  const rank = (file: ResourceFile) => {
    const platform = platformOf(file.name);
    return platform === null ? 1 : platform === own ? 0 : 2;
  };
  // Keep the order if no file is for the reader's platform.
  const files = release.files.toSorted((a, b) => rank(a) - rank(b));
  return (
    <div className="grid gap-3">
      <h3 className="flex flex-wrap items-baseline gap-x-3 font-semibold">
        {m['resources.detail.version']({ number: release.number })}
        {isLatest && (
          <span className="rounded-full bg-accent-soft px-2 py-0.5 text-sm text-accent-strong">
            {m['resources.detail.latest']()}
          </span>
        )}
        <span className="text-sm font-normal text-ink-soft">{formatDay(release.createdAt)}</span>
      </h3>
      {release.changelog && <Prose text={release.changelog} />}
      <ul className="grid gap-3">
        {files.map((file) => (
          <ReleaseFile key={file.id} resource={resource} release={release} file={file} own={own} />
        ))}
      </ul>
      <GoneFiles version={release} />
      {!isLatest && <DownloadVersion resourceId={resource.id} version={release} />}
    </div>
  );
}

function ReleaseFile(props: {
  resource: ResourceDetail;
  release: ShownVersion;
  file: ResourceFile;
  own: Platform | null;
}) {
  const { resource, release, file, own } = props;
  const platform = platformOf(file.name);
  return (
    <li className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1">
          <p className="font-semibold">
            {file.name}
            <ChangeMark file={file} version={release} />
          </p>
          <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
            {platform !== null && (
              <span>
                {platform === own
                  ? m['resources.software.yours']({ platform: platformName(platform) })
                  : platformName(platform)}
              </span>
            )}
            <span className="tabular-nums">{formatSize(file.size)}</span>
          </p>
        </div>
        <FileLink
          path={`/api/resources/${resource.id}/download?file=${file.id}`}
          label={m['resources.card.download_of']({ title: file.name })}
          className={buttonClass(platform !== null && platform === own ? 'primary' : 'secondary')}
        >
          <Download aria-hidden="true" className="size-5" />
          {m['resources.card.download']()}
        </FileLink>
      </div>
      <ChecksumCheck file={file} />
    </li>
  );
}
