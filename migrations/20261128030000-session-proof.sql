-- Whether a session was begun by showing again who is there, and not by signing in alone.
alter table session add column is_proof boolean not null default false;
