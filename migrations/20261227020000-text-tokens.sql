-- Tokens of folded texts, as textTokens() in src/platform/shared/search-text.ts makes them of the words of a text: its UTF-16
-- units one by one and in pairs, and three and four ASCII ones in a row. An index over them finds every text that contains a
-- word, in any script; trigrams would not, because most Korean and Japanese words have two letters.
create function text_tokens(folded text) returns integer[]
language sql immutable strict parallel safe cost 10000
as $$
  with letters as (
    select ascii(letter) as code, place
    from unnest(string_to_array(folded, null)) with ordinality as each (letter, place)
  ), units as (
    select place * 2 as place, case when code < 65536 then code else 55232 + (code >> 10) end as unit from letters
    union all
    select place * 2 + 1, 56320 + (code & 1023) from letters where code >= 65536
  ), words as (
    -- Spaces stand in no word, so that nothing with one in it is a token.
    select place, case when unit not in (9, 10, 11, 12, 13, 32) then unit end as unit from units
  ), ends as (
    select unit, lag(unit) over ending as one, lag(unit, 2) over ending as two, lag(unit, 3) over ending as three
    from words window ending as (order by place)
  )
  select coalesce(array_agg(distinct token), '{}')
  from ends, lateral (values
    (unit),
    ((one << 16) | unit),
    (case when unit < 128 and one < 128 and two < 128 then (two << 14) | (one << 7) | unit end),
    (case when unit < 128 and one < 128 and two < 128 and three < 128
      then (three << 21) | (two << 14) | (one << 7) | unit end)
  ) as tokens (token)
  where token is not null
$$;

create index service_words on service using gin (text_tokens(search_text)) where state = 'active';
create index auction_words on auction using gin (text_tokens(search_text));
create index channel_question_words on channel_message using gin (text_tokens(search_text)) where title is not null;

-- What a person is found by: the name, the username and the words about them, folded as foldText() does.
create function person_search_text(name text, username text, bio text) returns text
language sql immutable parallel safe
return case when name || bio ~ '[\u3130-\u318f]' then lower((name || E'\n' || username || E'\n' || bio) collate pg_c_utf8)
  else lower(normalize(name || E'\n' || username || E'\n' || bio, nfkc) collate pg_c_utf8) end;
create index person_words on person using gin (text_tokens(person_search_text(name, display_username, bio)))
  where erased_at is null;
