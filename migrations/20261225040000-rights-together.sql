-- Orders that make one thing together: they use a permission for it once, and divide an author's fixed share.
alter table order_right
  add column together_id uuid,
  add column portion bigint check (portion >= 0),
  -- The first of the orders that ended, whose place this one took.
  add column instead_of uuid,
  add check (portion is null or together_id is not null);
create index order_right_instead on order_right (instead_of) where instead_of is not null;
create index order_right_together on order_right (together_id, permission_id) where together_id is not null;
