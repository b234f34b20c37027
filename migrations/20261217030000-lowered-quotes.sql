-- What a provider asks less than they quoted, before it is ordered. A quote itself is never changed.
create table quote_lowering (
  quote_id uuid primary key references quote (id) on delete cascade,
  principal bigint not null check (principal >= 0),
  fee bigint not null check (fee >= 0),
  lowered_at timestamptz not null
);
create function quote_is_only_lowered() returns trigger language plpgsql as $$
begin
  if new.principal >= (select principal from quote where id = new.quote_id)
    or tg_op = 'UPDATE' and new.principal >= old.principal then
    raise exception 'a quote is only lowered';
  end if;
  return new;
end $$;
create trigger quote_is_only_lowered before insert or update on quote_lowering
  for each row execute function quote_is_only_lowered();
