-- "Lowest price first" goes by a rate card where its provider says nothing else, or only what the form had written for them.
update service s
set sort_price = case
  when card.per_ten_grams = 0 then greatest((w.rate_card ->> 'minimum')::bigint, card.start_fee + card.more)
  when card.start_fee = 0 then card.per_ten_grams
  else card.start_fee
end
from service_workshop w, lateral (
  select (w.rate_card ->> 'startFee')::bigint as start_fee,
    least(
      (w.rate_card ->> 'perTenGrams')::bigint,
      (select min((material ->> 'perTenGrams')::bigint) from jsonb_array_elements(w.rate_card -> 'materials') material)
    ) as per_ten_grams,
    (w.rate_card ->> 'perHour')::bigint + (w.rate_card ->> 'perUnit')::bigint + (w.rate_card ->> 'perLoad')::bigint as more
) card
where w.service_id = s.id
  and w.rate_card is not null
  and s.service_type = '3d_printing'
  and not s.is_free_service
  and s.hourly_rate is null and s.price_per_unit is null and s.price is null
  and s.pricing in (
    '',
    '기본요금 ₩10,000 + 10g당 ₩2,000',
    '₩10,000 base fee + ₩2,000 per 10 g',
    '基本料金₩10,000＋10gごとに₩2,000'
  );
