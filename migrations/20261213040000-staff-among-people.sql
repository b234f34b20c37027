-- Who of the staff could decide, or be told, is asked for with every page of some tables: a handful among everybody.
create index person_staff on person (role) where role <> 'user';
