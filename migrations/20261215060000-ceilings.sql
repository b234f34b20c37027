-- The ceilings of platform/shared/amounts.ts, for what is written from now on. What was written before stays as it is: it has to be readable, and to be ended.
create function refuse_above() returns trigger language plpgsql as $$
begin
  raise exception 'more than % may be: %.%', tg_argv[1], tg_table_name, tg_argv[0] using errcode = 'check_violation';
end $$;

do $$
declare
  ceiling record;
begin
  for ceiling in select * from (values
    ('orders', 'total', 10000000000), ('orders', 'principal', 10000000000),
    ('quote', 'total', 10000000000), ('quote_offer', 'principal', 1000000000), ('quote_request', 'budget', 1000000000),
    ('service', 'price', 1000000000), ('service', 'hourly_rate', 1000000000), ('service', 'price_per_unit', 1000000000),
    ('auction', 'start_price', 1000000000), ('auction', 'reserve_price', 1000000000), ('auction', 'buy_now_price', 1000000000),
    ('auction', 'shipping_fee', 1000000000), ('tender', 'ceiling', 1000000000), ('tender_bid', 'principal', 1000000000),
    ('payment', 'amount', 10000000000), ('contribution', 'amount', 1000000000), ('adjustment', 'amount', 1000000000)
  ) as ceilings (name, col, most)
  loop
    execute format('create trigger %I before insert on %I for each row when (new.%I > %s) execute function refuse_above(%L, %L)',
      ceiling.name || '_' || ceiling.col || '_ceiling', ceiling.name, ceiling.col, ceiling.most, ceiling.col, ceiling.most);
    execute format('create trigger %I before update of %I on %I for each row when (new.%I > %s and new.%I is distinct from old.%I)
      execute function refuse_above(%L, %L)',
      ceiling.name || '_' || ceiling.col || '_kept', ceiling.col, ceiling.name, ceiling.col, ceiling.most, ceiling.col, ceiling.col,
      ceiling.col, ceiling.most);
  end loop;
end $$;
-- Nothing of these is ever changed.
alter table auction_entry add constraint auction_entry_ceiling check (maximum <= 1000000000 and price <= 1000000000) not valid;
