-- What the two sides of an order say of each other: src/features/reviews.
create table review (
  id uuid primary key,
  order_id uuid not null references orders (id),
  service_id uuid references service (id) on delete set null,
  -- Who wrote it.
  side text not null check (side in ('buyer', 'provider')),
  author_id uuid not null references person (id),
  about_id uuid not null references person (id),
  rating smallint not null check (rating between 1 and 5),
  text text not null default '',
  -- Concealed while somebody leaves; a moderator hides.
  state text not null check (state in ('waiting', 'shown', 'hidden', 'concealed')),
  -- When it is shown though the other side is silent.
  shows_at timestamptz not null,
  shown_at timestamptz,
  answer text,
  answered_at timestamptz,
  created_at timestamptz not null,
  edited_at timestamptz,
  unique (order_id, side),
  check (author_id <> about_id),
  check ((answer is null) = (answered_at is null)),
  check (state <> 'shown' or shown_at is not null)
);
create index review_waiting on review (shows_at) where state = 'waiting';
create index review_service on review (service_id, shown_at desc, id desc) where side = 'buyer' and state = 'shown';
create index review_about on review (about_id, side, shown_at desc, id desc) where state = 'shown';
create index review_author on review (author_id, id);

-- Photos of the order that everybody may see with the review.
create table review_photo (
  review_id uuid not null references review (id) on delete cascade,
  photo_id uuid not null references order_photo (id) on delete cascade,
  position integer not null,
  primary key (review_id, photo_id)
);
create index review_photo_photo on review_photo (photo_id);
