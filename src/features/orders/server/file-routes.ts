import { z } from 'zod';
import { readOnePicture } from '#features/resources/server/public.ts';
import { sendKeptFile } from '#features/uploads/server/public.ts';
import type { App } from '#platform/server/http.ts';
import { isUuid } from '#platform/server/ids.ts';
import { errorSchema, fileAnswer, pictureAnswer } from '#platform/server/openapi.ts';
import { sendPicture } from '#platform/server/send-picture.ts';
import { AppError } from '#platform/shared/errors.ts';
import { orderPhoto, ordersErrors } from '../contract.ts';
import { addPhoto } from './photos.ts';
import { findOrder, findOrderPhoto } from './queries.ts';
import { tags, idParams, refused } from './route-schemas.ts';
import type { OrdersRoutesDeps } from './routes.ts';

export function fileRoutes(app: App, deps: OrdersRoutesDeps): void {
  const { db, sessions, storage } = deps;

  app.post(
    '/api/orders/:id/photos',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Add a photo, to be said something with',
        description: 'One picture as the part `image`: PNG, JPG or GIF, at most 5 MB.',
        consumes: ['multipart/form-data'],
        params: idParams,
        response: { 201: orderPhoto, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { side } = await findOrder(db, person, request.params.id);
      if (side === 'admin') throw new AppError(ordersErrors.order_not_found);
      const picture = await readOnePicture(request, storage, 'order-photos');
      await sessions.confirm(request);
      const photo = await addPhoto(deps, person.id, { orderId: request.params.id, side }, picture);
      return reply.code(201).header('cache-control', 'no-store').send(photo);
    },
  );

  app.get(
    '/api/orders/:id/photos/:photoId/:name',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A photo of an order, in one of its widths',
        params: z.object({ id: z.string(), photoId: z.string(), name: z.string() }),
        response: { 200: pictureAnswer, 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id, photoId, name } = request.params;
      const width = /^(\d{1,5})\.webp$/.exec(name)?.[1];
      const found = await findOrderPhoto(db, person, id, photoId, Number(width ?? 0));
      if (found === null) throw new AppError(ordersErrors.unknown_photo);
      reply.header('cache-control', 'private, max-age=31536000, immutable');
      return sendPicture(request, reply, { db, storage }, { ...found, etag: `${photoId}-${width}` });
    },
  );

  app.get(
    '/api/orders/:id/files/:fileId',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A file of an order, as it was agreed upon',
        params: z.object({ id: z.string(), fileId: z.string() }),
        response: { 200: fileAnswer(), 401: errorSchema, 404: errorSchema, 416: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id, fileId } = request.params;
      await findOrder(db, person, id);
      const file = isUuid(fileId)
        ? await db
            .selectFrom('orderFile')
            .innerJoin('keptFile', 'keptFile.id', 'orderFile.keptFileId')
            .select([
              'orderFile.name',
              'keptFile.size',
              'keptFile.sha256',
              'keptFile.mediaType',
              'keptFile.blobKey',
            ])
            .where('orderFile.id', '=', fileId)
            .where('orderFile.orderId', '=', id)
            .executeTakeFirst()
        : undefined;
      if (!file) throw new AppError(ordersErrors.order_not_found);
      return sendKeptFile(request, reply, storage, file);
    },
  );
}
