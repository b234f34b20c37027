-- What staff hide without a report is a case too, and may be shown again before anybody objects: that is no objection granted.
alter table moderation_case
  drop constraint moderation_case_state_check,
  drop constraint moderation_case_check4,
  add constraint moderation_case_state_check check (state in
    ('open', 'hearing', 'answered', 'due', 'dismissed', 'handled', 'taken_down', 'hidden', 'objected', 'kept', 'restored', 'lifted')),
  add constraint moderation_case_ruled check ((state in ('kept', 'restored', 'lifted')) = (ruled_at is not null));
