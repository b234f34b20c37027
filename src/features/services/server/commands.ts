import { randomInt } from 'node:crypto';
import type { Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { searchText } from '#platform/shared/search-text.ts';
import { blurPoint, sortPrice, type City } from '../rules.ts';

export type ServiceContent = {
  state: 'draft' | 'active';
  serviceType: string;
  isIndividual: boolean;
  isFreeService: boolean;
  title: string;
  description: string;
  language: 'ko' | 'en' | 'ja';
  translations: Partial<Record<'ko' | 'en' | 'ja', { title?: string; description?: string }>>;
  pricing: string;
  price: number | null;
  hourlyRate: number | null;
  pricePerUnit: number | null;
  availableHours: string;
  tags: string[];
  contactPhone: string;
  contactEmail: string;
  printerModel: string;
  fileFormats: string[];
  materials: string[];
  specializations: string[];
  productionItems: string[];
  locations: { address: string; city: City | ''; district: string; lat: number; long: number }[];
};
export type ServicePicture = {
  id: string;
  kind: 'photo' | 'sample';
  alt: string;
  width: number;
  height: number;
  widths: number[];
  blobPrefix: string;
};

/** Writes a service with its places and pictures. Returns its id. */
export async function createService(
  trx: Trx,
  owner: { id: string },
  content: ServiceContent,
  pictures: readonly ServicePicture[],
  now: Date,
): Promise<string> {
  const id = uuidv7(now.getTime());
  const { locations, translations, ...columns } = content;
  await trx
    .insertInto('service')
    .values({
      ...columns,
      id,
      ownerId: owner.id,
      translations: JSON.stringify(translations),
      sortPrice: sortPrice(content),
      searchText: serviceSearchText(content),
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await trx
    .insertInto('serviceLocation')
    .values(
      locations.map((location, position) => {
        const shown = content.isIndividual ? blurPoint(location, randomFraction) : location;
        return { ...location, serviceId: id, position, publicLat: shown.lat, publicLong: shown.long };
      }),
    )
    .execute();
  if (pictures.length > 0) {
    await trx
      .insertInto('serviceImage')
      .values(pictures.map((picture, position) => ({ ...picture, serviceId: id, position, createdAt: now })))
      .execute();
  }
  return id;
}

/** What somebody's words are looked for in: product.md names the fields. */
function serviceSearchText(content: ServiceContent): string {
  return searchText([
    content.title,
    content.description,
    ...Object.values(content.translations).flatMap((words) => [words.title ?? '', words.description ?? '']),
    ...content.tags,
    content.printerModel,
    content.contactPhone,
    content.contactEmail,
    content.pricing,
  ]);
}

/** Not to be guessed: whoever could would undo the blur. */
function randomFraction(): number {
  return randomInt(2 ** 32) / 2 ** 32;
}
