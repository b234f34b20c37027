-- Tokens of folded texts, as textTokens() in src/platform/shared/search-text.ts makes them of the words of a text: its UTF-16
-- units one by one and in pairs, and three and four ASCII ones in a row. An index over them finds every text that contains a
-- word, in any script; trigrams would not, because most Korean and Japanese words have two letters.
create function text_tokens(folded text) returns integer[]
language plpgsql immutable strict parallel safe cost 10000
as $$
declare
  tokens integer[] := '{}';
  letter text;
  unit integer;
  one integer;
  two integer;
  three integer;
  -- ASCII units in a row, up to the one before.
  run integer := 0;
begin
  foreach letter in array string_to_array(folded, null) loop
    unit := ascii(letter);
    -- Spaces stand in no word, so that nothing with one in it is a token.
    if unit in (9, 10, 11, 12, 13, 32) then
      one := null;
      run := 0;
      continue;
    end if;
    -- Beyond the first plane a letter is two units.
    if unit >= 65536 then
      two := one;
      one := 55232 + (unit >> 10);
      unit := 56320 + (unit & 1023);
      tokens := tokens || one;
      if two is not null then tokens := tokens || ((two << 16) | one); end if;
      run := 0;
    end if;
    tokens := tokens || unit;
    if one is not null then tokens := tokens || ((one << 16) | unit); end if;
    if unit >= 128 then
      run := 0;
    else
      if run >= 2 then tokens := tokens || ((two << 14) | (one << 7) | unit); end if;
      if run >= 3 then tokens := tokens || ((three << 21) | (two << 14) | (one << 7) | unit); end if;
      run := run + 1;
    end if;
    three := two;
    two := one;
    one := unit;
  end loop;
  return tokens;
end $$;

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
