-- What the page of one order asks for.
create index refund_order on refund (order_id) where order_id is not null;
create index order_claim_order on order_claim (order_id, id);
create index order_dispute_order on order_dispute (order_id, id);
create index order_ruling_dispute on order_ruling (dispute_id);
create index order_ruling_claim on order_ruling (claim_id);
create index payable_payout on payable (payout_id) where payout_id is not null;
