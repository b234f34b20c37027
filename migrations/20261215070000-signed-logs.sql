-- Public keys of what the house signs. Private ones are derived from DATA_KEYS; a public one stays when its key has left them, so that what it signed can be checked.
create table signing_key (
  id text primary key,
  public_key text not null,
  created_at timestamptz not null default now()
);

-- Logs of version 2 go on after the closing row, with all that became of the lot, and are signed from that row on.
alter table auction add column log_version smallint not null default 1, add column signed_hash bytea;
create index auction_unsigned on auction (id)
  where log_version = 2 and state in ('ended', 'awaiting_payment', 'second_offer', 'sold', 'unsold') and signed_hash is distinct from log_hash;
alter table auction_entry drop constraint auction_entry_kind_check,
  add constraint auction_entry_kind_check check (kind in ('bid', 'buy', 'void', 'end', 'cancel', 'paid', 'unpaid', 'reversed', 'refunded',
    'offer', 'consent', 'refuse_offer', 'offer_lapsed', 'give_up'));
create table auction_signature (
  auction_id uuid not null,
  seq integer not null,
  key_id text not null references signing_key (id),
  signature bytea not null,
  signed_at timestamptz not null,
  primary key (auction_id, seq)
);
create trigger auction_signature_append_only before update or delete or truncate on auction_signature
  for each statement execute function refuse_change();
