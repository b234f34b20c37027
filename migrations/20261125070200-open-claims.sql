-- A claim holds what is owed beside what staff hold, so that the end of one leaves the other.
alter table payable add column claim_open boolean not null default false;
update payable set claim_open = true, frozen_reason = null where frozen_reason = 'claim';
