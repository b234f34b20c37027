-- Whether there is a bank account stands with the person, because every signed-in request reads it. Kept by the
-- verification room.
alter table person add column bank_registered boolean not null default false;
update person set bank_registered = true where id in (select person_id from bank_account);
