import { sql } from 'kysely';
import { tradesWhere } from '#platform/shared/trades.ts';

/** How many pictures a card shows next to its first. */
const maxCardSamples = 3;

/** What a provider shows after the first photo: results of their work, then further photos. */
const samplesOf = (most: number) => sql`coalesce((
  select json_agg(json_build_object('id', i.id, 'alt', i.alt, 'width', i.width, 'height', i.height, 'widths', i.widths)
    order by i.kind desc, i.position)
  from (
    select i.* from service_image i where i.service_id = s.id and (i.kind = 'sample'
      or i.position > (select min(p.position) from service_image p where p.service_id = s.id and p.kind = 'photo'))
    order by i.kind desc, i.position limit ${sql.raw(String(most))}
  ) i), '[]')`;

/**
 * Columns of a card without its place; `s` is the service. The length of a description that is short in bytes is not
 * counted in characters, which saves a sixth of the cost of all columns.
 */
export const cardColumns = sql`
  s.id, s.title,
  case when octet_length(s.description) <= 300 then s.description else left(s.description, 300) end as description, s.language, s.translations,
  s.service_type as "serviceType", s.is_individual as "isIndividual", s.is_free_service as "isFreeService",
  s.pricing, s.price, s.hourly_rate as "hourlyRate", s.price_per_unit as "pricePerUnit", s.currency, s.tags,
  s.printer_model as "printerModel", s.rating::float8 as rating,
  s.completed_orders as "completedOrders", s.response_minutes as "responseMinutes",
  (select json_build_object('id', i.id, 'alt', i.alt, 'width', i.width, 'height', i.height, 'widths', i.widths)
    from service_image i where i.service_id = s.id and i.kind = 'photo' order by i.position limit 1) as image,
  ${samplesOf(maxCardSamples)} as samples,
  owner.display_username as username, owner.name as "fullName", owner.avatar_id as "avatarId", s.created_at as "createdAt",
  case when s.service_type = any(${tradesWhere(({ pricing }) => pricing === 'weight')}) and not s.is_free_service then
    (select w.rate_card from service_workshop w where w.service_id = s.id) end as "rateCard"`;

/** `place` is the relevant location. */
export const placeColumns = sql`place.public_address as address, place.public_lat as lat, place.public_long as long`;

/** Workshop of the service `s`. */
export const workshopColumn = sql`(select json_build_object('rateCard', w.rate_card, 'machines', w.machines, 'calendar', w.calendar, 'delivery', w.delivery)
  from service_workshop w where w.service_id = s.id)`;

/** Condition on a workshop `w`: it has a price for sending by post. */
export const sendsByPost = sql`jsonb_typeof(w.delivery -> 'post') = 'number'`;
