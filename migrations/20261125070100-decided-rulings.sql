-- Of two rulings that have to say the same, the first decides nothing yet.
alter table order_ruling add column decided boolean not null default true;
alter table order_ruling alter column decided drop default;
