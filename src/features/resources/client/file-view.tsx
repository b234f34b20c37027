import { lazy } from 'react';
import type { ResourceFile } from '../contract.ts';
import { isGcode } from '../gcode.ts';
import { besides, isBoard, isNotebook, isSvg, viewOf } from '../viewing.ts';
import { viewAddress } from './load-text.ts';
import { TextFile } from './text-file.tsx';
import { WithSource } from './with-source.tsx';

const PdfView = lazy(async () => ({ default: (await import('./pdf-view.tsx')).PdfView }));
const ArchiveView = lazy(async () => ({ default: (await import('./archive-view.tsx')).ArchiveView }));

const GcodeView = lazy(async () => ({ default: (await import('./gcode-view.tsx')).GcodeView }));
const BgcodeView = lazy(async () => ({ default: (await import('./gcode-view.tsx')).BgcodeView }));
const NotebookView = lazy(async () => ({ default: (await import('./notebook-view.tsx')).NotebookView }));

const BoardView = lazy(async () => ({ default: (await import('./board-view.tsx')).BoardView }));
const SvgView = lazy(async () => ({ default: (await import('./svg-view.tsx')).SvgView }));

const Pictures = lazy(async () => ({ default: (await import('./media-view.tsx')).Pictures }));
const Media = lazy(async () => ({ default: (await import('./media-view.tsx')).Media }));

export type Shown = { resourceId: string; file: ResourceFile; files: readonly ResourceFile[] };

/** Shows one file with the viewer for its kind. */
export function FileView({ resourceId, file, files, page }: Shown & { page?: number | undefined }) {
  const address = viewAddress(resourceId, file.id);
  const download = `/api/resources/${resourceId}/download?file=${file.id}`;
  const shown = { address, name: file.name, size: file.size, download };
  if (isGcode(file.name)) return <GcodeView {...shown} />;
  if (isNotebook(file.name)) return <NotebookView {...shown} />;
  if (isBoard(file.name) || isSvg(file.name)) {
    const View = isSvg(file.name) ? SvgView : BoardView;
    return (
      <WithSource {...shown}>
        <View {...shown} />
      </WithSource>
    );
  }
  switch (viewOf(file.name)?.kind) {
    case 'pdf':
      return <PdfView address={address} name={file.name} download={download} page={page} />;
    case 'picture':
      return <Pictures resourceId={resourceId} file={file} files={files} />;
    case 'audio':
    case 'video':
      return <Media resourceId={resourceId} file={file} files={files} />;
    case 'sliced':
      return <BgcodeView {...shown} />;
    case 'archive':
      return <ArchiveView resourceId={resourceId} file={file} download={download} />;
    default:
      return (
        <TextFile
          address={address}
          name={file.name}
          size={file.size}
          download={download}
          pictureAddress={(reference) => {
            const name = besides(file.name, reference);
            const found = files.find((each) => each.name === name && viewOf(each.name)?.kind === 'picture');
            return found ? viewAddress(resourceId, found.id) : null;
          }}
        />
      );
  }
}
