-- Files of orders are kept files: the sweep of those finds whoever refers to them by this.
alter table order_file add foreign key (kept_file_id) references kept_file (id);
