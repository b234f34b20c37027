-- Moderators hide answers to things wanted. One whose author objected stays with the dispute.
alter table wanted_answer drop constraint wanted_answer_state_check,
  add constraint wanted_answer_state_check check (state in ('shown', 'withdrawn', 'hidden'));
