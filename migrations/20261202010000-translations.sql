-- What a model made of a message in another language: of the text of one edit, so that it is paid for once.
create table channel_translation (
  channel_id uuid not null,
  seq integer not null,
  locale text not null check (locale in ('ko', 'en', 'ja')),
  -- Of the message as it was then; null of one that was never edited.
  edited_at timestamptz,
  title text,
  text text not null,
  -- What the model took it to be written in.
  source_language text,
  primary key (channel_id, seq, locale),
  foreign key (channel_id, seq) references channel_message (channel_id, seq) on delete cascade
);
