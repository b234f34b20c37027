-- What staff have removed, and not only hidden, comes back when an objection is granted; what its author has deleted meanwhile does not.
alter table moderation_case add column removed boolean not null default false;

-- Whose it is cannot delete what staff have removed: of what a case holds, the last that staff did is what it is.
update moderation_case c set removed = true
where c.state in ('hidden', 'objected', 'kept') and c.kind in ('resource', 'service')
  and (
    select e.after ->> 'state' from audit_entry e
    where e.target_id = c.target_id and e.action = c.kind || '.state'
    order by e.id desc limit 1
  ) = 'removed';
