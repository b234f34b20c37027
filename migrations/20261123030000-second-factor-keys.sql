-- Secrets of authenticator apps are sealed with DATA_KEYS now, which can be renewed, and no longer with SESSION_SECRET, whose
-- renewal locked out everybody who had one. What was sealed with that cannot be read here; before the first release a
-- second factor is switched on again instead of being carried over.
delete from recovery_code;
delete from second_factor;
