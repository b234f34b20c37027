import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { inBatches, type PersonalData } from '#platform/server/personal-data.ts';
import { pictureKeys } from '#platform/server/pictures.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { sealedPickup } from './pickup.ts';

export function servicesPersonalData({ db, vault }: { db: Db; vault: Vault }): PersonalData {
  const pictures = (from: Db, personId: string) =>
    from
      .selectFrom('serviceImage as image')
      .innerJoin('service', 'service.id', 'image.serviceId')
      .select(['image.serviceId', 'image.kind', 'image.position', 'image.alt'])
      .select(['image.blobPrefix', 'image.widths'])
      .where('service.ownerId', '=', personId)
      .execute();
  return {
    room: 'services',
    tables: [
      'service',
      'service_index',
      'service_location',
      'service_image',
      'service_contact',
      'service_workshop',
      'service_print',
    ],
    lists: {
      services: inBatches(async (personId, after, limit) => {
        const services = await db
          .selectFrom('service')
          .selectAll()
          .where('ownerId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute();
        const locations = await db
          .selectFrom('serviceLocation')
          .select(['id', 'serviceId', 'position', 'address', 'city', 'district'])
          .select(['lat', 'long', 'publicLat', 'publicLong'])
          .where('serviceId', 'in', [personId, ...services.map(({ id }) => id)])
          .orderBy('position')
          .execute();
        const workshops = await db
          .selectFrom('serviceWorkshop')
          .select(['serviceId', 'rateCard', 'machines', 'calendar', 'delivery', 'sealedPickup', 'updatedAt'])
          .where('serviceId', 'in', [personId, ...services.map(({ id }) => id)])
          .execute();
        const prints = await db
          .selectFrom('servicePrint')
          .select(['serviceId', 'orderId', 'machineId', 'material', 'deliveredAt', 'finishedAt'])
          .select(['estimatedGrams', 'estimatedHours', 'realGrams', 'realHours'])
          .where('serviceId', 'in', [personId, ...services.map(({ id }) => id)])
          .orderBy('deliveredAt')
          .execute();
        const opened = workshops.map(({ sealedPickup: sealed, ...workshop }) => ({
          ...workshop,
          pickupAddress: sealed === null ? '' : vault.open(sealedPickup, sealed),
        }));
        const images = await pictures(db, personId);
        return services.map(({ searchText: _search, sortPrice: _sort, seq: _seq, ...service }) => ({
          ...service,
          locations: locations.filter(({ serviceId }) => serviceId === service.id),
          workshop: opened.find(({ serviceId }) => serviceId === service.id) ?? null,
          prints: prints.filter(({ serviceId }) => serviceId === service.id),
          pictures: images
            .filter(({ serviceId }) => serviceId === service.id)
            .map(({ kind, position, alt }) => ({ kind, position, alt })),
        }));
      }),
      contactsAskedFor: inBatches(async (personId, after, limit) => {
        const asked = await db
          .selectFrom('serviceContact')
          .innerJoin('person as provider', 'provider.id', 'serviceContact.providerId')
          .select(['providerId as id', 'provider.displayUsername as provider', 'askedAt'])
          .where('personId', '=', personId)
          .where('providerId', '>', after)
          .orderBy('providerId')
          .limit(limit)
          .execute();
        return asked;
      }),
    },
    async *files(personId) {
      for (const { serviceId, kind, position, blobPrefix, widths } of await pictures(db, personId)) {
        const widest = Math.max(...widths);
        yield {
          name: `pictures/${serviceId}/${kind}-${position + 1}.webp`,
          key: `${blobPrefix}/${widest}.webp`,
        };
      }
    },
    async conceal(trx, personId) {
      const paused = await trx
        .updateTable('service')
        .set({ state: 'paused' })
        .where('ownerId', '=', personId)
        .where('state', '=', 'active')
        .returning('id')
        .execute();
      return paused.map(({ id }) => id);
    },
    async reveal(trx, personId, concealed) {
      // Services that staff have hidden meanwhile stay hidden.
      await sql`update service set state = 'active'
        where owner_id = ${personId} and id = any (${concealed as string[]}::uuid[]) and state = 'paused'`.execute(
        trx,
      );
    },
    async erase(trx, { id }) {
      const images = await pictures(trx, id);
      await trx
        .deleteFrom('serviceContact')
        .where((eb) => eb.or([eb('personId', '=', id), eb('providerId', '=', id)]))
        .execute();
      await trx.deleteFrom('service').where('ownerId', '=', id).execute();
      return images.flatMap(pictureKeys);
    },
  };
}
