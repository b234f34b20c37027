-- Whose eyes somebody of the staff looks through, in which session and until when.
alter table session
  add column acting_as uuid references person (id) on delete set null,
  add column acting_until timestamptz;
create index session_acting_as on session (acting_as) where acting_as is not null;
