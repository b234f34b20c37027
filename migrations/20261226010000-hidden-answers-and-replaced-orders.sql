-- Moderators hide answers to things wanted. One whose author objected stays with the dispute.
alter table wanted_answer drop constraint wanted_answer_state_check,
  add constraint wanted_answer_state_check check (state in ('shown', 'withdrawn', 'hidden'));

alter table quote_request add column replaces_id uuid;
comment on column quote_request.replaces_id is 'The order that came to nothing whose place an agreed offer takes; its customer says so, and ordering checks it.';
