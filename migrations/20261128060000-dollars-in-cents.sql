-- Amounts are in their currency's smallest unit, but the forms took dollars as they were typed and pages showed them so. What people
-- saw stays what they see. Orders and payments are in won alone.
update service set price = price * 100, hourly_rate = hourly_rate * 100, price_per_unit = price_per_unit * 100 where currency = 'USD';

create function pg_temp.in_cents(card jsonb) returns jsonb language sql as $$
  select card
    || (select coalesce(jsonb_object_agg(key, (value #>> '{}')::bigint * 100), '{}') from jsonb_each(card)
        where key in ('startFee', 'minimum', 'perTenGrams', 'perHour', 'perUnit', 'perLoad') and jsonb_typeof(value) = 'number')
    || jsonb_build_object('materials', coalesce(
        (select jsonb_agg(case when jsonb_typeof(each -> 'perTenGrams') = 'number'
             then each || jsonb_build_object('perTenGrams', (each ->> 'perTenGrams')::bigint * 100) else each end order by n)
         from jsonb_array_elements(card -> 'materials') with ordinality as m (each, n)), '[]'))
$$;
update service_workshop w set rate_card = pg_temp.in_cents(rate_card)
from service s where s.id = w.service_id and s.currency = 'USD' and w.rate_card is not null;

update quote_request set budget = budget * 100 where currency = 'USD';
-- Offers and instant quotes never change; here only the way in which they are written does.
alter table quote_offer disable trigger quote_offer_is_final;
update quote_offer o set principal = principal * 100, fee = fee * 100
from quote_thread t join quote_request r on r.id = t.request_id where t.id = o.thread_id and r.currency = 'USD';
alter table quote_offer enable trigger quote_offer_is_final;
alter table quote disable trigger quote_is_final;
update quote set principal = principal * 100, fee = fee * 100, total = total * 100, rate_card = pg_temp.in_cents(rate_card),
  lines = (select coalesce(jsonb_agg(line
      || jsonb_build_object('amount', (line ->> 'amount')::bigint * 100)
      || case when jsonb_typeof(line -> 'each') = 'number'
           then jsonb_build_object('each', (line ->> 'each')::bigint * 100) else '{}' end order by n), '[]')
    from jsonb_array_elements(lines) with ordinality as l (line, n))
where currency = 'USD';
alter table quote enable trigger quote_is_final;
