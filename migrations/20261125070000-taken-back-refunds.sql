-- A refund of a deposit that its bank has taken back since. When the deposit comes again, it is another capture of the same
-- payment, and this refund is none of that.
alter table refund add column taken_back boolean not null default false;
