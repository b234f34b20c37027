alter table notification drop constraint notification_kind_check,
  add constraint notification_kind_check
    check (kind in ('account', 'orders', 'messages', 'social', 'follows', 'versions', 'news'));
