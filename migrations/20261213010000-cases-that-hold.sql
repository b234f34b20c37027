-- All cases of a thing: rooms whose staff hide and show by themselves ask which of them holds it hidden.
create index moderation_case_target on moderation_case (target_id, kind);
