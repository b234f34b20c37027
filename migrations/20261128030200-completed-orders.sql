-- Cards tell how many orders of a service were completed.
alter table service add column completed_orders integer not null default 0;
update service set completed_orders = done.count
from (select service_id, count(*)::integer as count from orders where state = 'completed' group by service_id) done
where done.service_id = service.id;
