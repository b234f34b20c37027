import { FileArchive } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { formatSize } from '#platform/client/format-size.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { buttonClass } from '#ui/button.tsx';
import type { ResourceDetail, ResourceFile } from '../contract.ts';
import { fileChanges } from '../version-files.ts';
import { FileLink } from './file-link.tsx';
import { formatCount } from './words.ts';

export type ShownVersion = ResourceDetail['versions'][number] & {
  files: readonly ResourceFile[];
  changes: ReturnType<typeof fileChanges<ResourceFile>>;
};

/** Returns the versions with their files, newest first, each with its changes since the previous one. */
export function versionsOf(resource: ResourceDetail): ShownVersion[] {
  const versions = resource.versions
    .map((version) => ({
      ...version,
      files: resource.files.filter((file) => file.version === version.number),
    }))
    .filter(({ files }) => files.length > 0);
  return versions.map((version, index) => {
    const before = versions[index + 1];
    // In the first version every file is new, which is no information.
    return { ...version, changes: fileChanges(before?.files ?? version.files, version.files) };
  });
}

export function ChangeMark({ file, version }: { file: ResourceFile; version: ShownVersion }) {
  const mark = version.changes.marks.get(file.id);
  if (mark === undefined) return null;
  return (
    <span className="ml-2 inline-block rounded-sm bg-accent-soft px-2 text-sm font-normal text-accent-strong">
      {mark === 'new' ? m['resources.detail.file_new']() : m['resources.detail.file_changed']()}
    </span>
  );
}

export function GoneFiles({ version }: { version: ShownVersion }) {
  const { gone } = version.changes;
  if (gone.length === 0) return null;
  const names = new Intl.ListFormat(currentLocale(), { type: 'unit' }).format(gone.map(({ name }) => name));
  return <p className="text-sm text-ink-soft">{m['resources.detail.files_gone']({ names })}</p>;
}

/** Downloads all files of an earlier version; the page offers the newest version at its top. */
export function DownloadVersion({ resourceId, version }: { resourceId: string; version: ShownVersion }) {
  const { files, number } = version;
  if (files.length < 2) return null;
  return (
    <FileLink
      path={`/api/resources/${resourceId}/download?version=${number}`}
      className={buttonClass('secondary', 'justify-self-start')}
    >
      <FileArchive aria-hidden="true" className="size-5 shrink-0" />
      {m['resources.detail.download_version']({
        number,
        count: formatCount(files.length),
        size: formatSize(files.reduce((sum, { size }) => sum + size, 0)),
      })}
    </FileLink>
  );
}
