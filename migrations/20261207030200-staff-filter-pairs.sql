-- Two filters at once are a token of their own: of two that many rows have, few may have both, and each would have to be looked through.
create function staff_pairs(filters text[]) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(one || ' ' || other), '{}')
  from unnest(filters) as one, unnest(filters) as other where one collate "C" < other collate "C"
$$;
create or replace function staff_tokens(seq bigint, words text, filters text[]) returns integer[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct staff_token((seq >> 14)::integer, piece)), '{}')
  from unnest(staff_pieces(words) || filters || staff_pairs(filters)) as piece
$$;

-- What is there already is written anew.
alter table person_index alter column tokens set expression as (staff_tokens(seq, words, filters));
alter table resource_index alter column tokens set expression as (staff_tokens(seq, words, filters));
alter table service_index alter column tokens set expression as (staff_tokens(seq, words, filters));
alter table audit_index alter column tokens set expression as (staff_tokens(seq, words, filters));
alter table orders_index alter column tokens set expression as (staff_tokens(seq, words, filters));
alter table payout_index alter column tokens set expression as (staff_tokens(seq, words, filters));
