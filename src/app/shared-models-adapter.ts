import type { ModelFile, Models } from '#features/calls/server/public.ts';
import { listChannelFiles } from '#features/community/server/public.ts';
import { findResourceOf } from '#features/conversations/server/public.ts';
import { findMeasuredFile, listModels } from '#features/resources/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { findResourceOfSession } from '#features/support/server/public.ts';
import { modelFormatOf } from '#platform/shared/models/mesh.ts';

/** Maximum number of a channel's files that are searched for models. */
const maxFiles = 200;

/** Finds 3D models of resources and channels that can be shown in calls; the room of calls does not import those rooms. */
export function showable(db: Db): Models {
  async function listOf(resourceId: string) {
    const models = await listModels(db, resourceId);
    return models.map(({ id, ...model }) => ({ ...model, source: { resourceFileId: id } }));
  }
  async function filesOf(channelId: string, fileId?: string): Promise<ModelFile[]> {
    const files = await listChannelFiles(db, channelId, {
      limit: maxFiles,
      ...(fileId !== undefined && { fileId }),
    });
    return files.flatMap(({ id, ...file }) =>
      modelFormatOf(file.name) === null
        ? []
        : [{ ...file, triangles: null, title: null, source: { attachmentId: id } }],
    );
  }
  return {
    listOf,
    async find(channelId, source) {
      if ('attachmentId' in source) return (await filesOf(channelId, source.attachmentId))[0] ?? null;
      // Searched as a guest, because everyone in the call may only see what is public.
      const file = await findMeasuredFile(db, null, source.resourceFileId);
      if (!file?.model || file.model.state === 'unreadable') return null;
      const triangles = file.model.state === 'measured' ? file.model.figures.triangles : null;
      return { ...file, triangles, title: null, source };
    },
    async listIn(channelId, { withFiles }) {
      const resourceId =
        (await findResourceOf(db, channelId)) ?? (await findResourceOfSession(db, channelId));
      const [own, files] = await Promise.all([
        resourceId === null ? [] : listOf(resourceId),
        withFiles ? filesOf(channelId) : [],
      ]);
      return [...own, ...files];
    },
  };
}
