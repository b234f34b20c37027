alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check
  check (kind in ('account', 'social', 'follows', 'news'));
-- Words of other people may stand in a notification: params.people says whose, and it goes with them.
create index notification_people on notification using gin ((params -> 'people')) where params ? 'people';
