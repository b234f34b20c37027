-- Who settled a finding and why, where those who look after money see it: the audit log is for admins alone. Of what closed by itself,
-- as it is so no more, nobody did.
alter table ledger_finding
  add column resolver_id uuid references person (id),
  add column resolution text;

update ledger_finding set resolver_id = person.id, resolution = entry.reason
  from audit_entry entry join person on person.id = entry.actor_id
  where entry.action = 'finding.resolve' and entry.target_id = ledger_finding.id and ledger_finding.resolved_at is not null;

alter table ledger_finding
  add check ((resolver_id is null) = (resolution is null)),
  add check (resolver_id is null or resolved_at is not null);
