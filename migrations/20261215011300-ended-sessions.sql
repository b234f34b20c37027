-- Every process that serves sockets hears with the commit that a session has ended, whatever ended it, and lets its connections go. One that
-- begins or stops to look through somebody's eyes is told of alike: what was pushed was for other eyes.
create function tell_ended_sessions() returns trigger language plpgsql as $$
declare
  told text;
begin
  for told in
    select json_build_array(json_build_object('topic', 'session:' || id, 'type', 'signed_out', 'data', '{}'::json))::text
    from ended where expires_at > now()
  loop
    perform pg_notify('realtime', told);
  end loop;
  return null;
end $$;

create trigger session_ended after delete on session
  referencing old table as ended for each statement execute function tell_ended_sessions();

create function tell_changed_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('realtime',
    json_build_array(json_build_object('topic', 'session:' || new.id, 'type', 'signed_out', 'data', '{}'::json))::text);
  return null;
end $$;

create trigger session_changed after update of acting_as on session
  for each row when (old.acting_as is distinct from new.acting_as) execute function tell_changed_session();
