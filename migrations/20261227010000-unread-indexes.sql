-- No query reads these: people are blanked and not deleted, reports are read by their case, settlements by reference, and the job for forgotten
-- payments asks for more states than payment_open has. Makings together are found by their permission.
drop index session_acting_as;
drop index report_state;
drop index payment_unsettled;
drop index payment_open;
drop index order_right_together;
