-- Rooms whose staff hide and show by themselves ask which case holds a thing hidden.
create index moderation_case_holding on moderation_case (kind, target_id) where state in ('hidden', 'objected', 'kept');
