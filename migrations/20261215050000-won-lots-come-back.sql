-- Whoever won a lot asks its seller to let them go, or goes and is struck: why somebody was struck stays with it.
alter table order_proposal drop constraint order_proposal_kind_check,
  add constraint order_proposal_kind_check check (kind in ('settlement', 'rework', 'return', 'late_cancel', 'cancel'));

alter table auction_strike add column cause text not null default 'unpaid' check (cause in ('unpaid', 'cancelled', 'reversed'));
