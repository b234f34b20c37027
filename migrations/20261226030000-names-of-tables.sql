-- Names of gateways and of languages belong to the typed tables of the code, which writes them; a new row there needs no change here.
-- The database keeps what such a name looks like. Not validated: the rows met the narrower lists, and reading them would hold the lock.
alter table payment drop constraint payment_gateway_check,
  add constraint payment_gateway_check check (gateway ~ '^[a-z][a-z0-9_]{1,30}$') not valid;
alter table person drop constraint person_locale_check,
  add constraint person_locale_check check (locale ~ '^[a-z]{2}$') not valid;
alter table resource drop constraint resource_language_check,
  add constraint resource_language_check check (language ~ '^[a-z]{2}$') not valid;
alter table service drop constraint service_language_check,
  add constraint service_language_check check (language ~ '^[a-z]{2}$') not valid;
alter table auction drop constraint auction_language_check,
  add constraint auction_language_check check (language ~ '^[a-z]{2}$') not valid;
alter table search_statistic drop constraint search_statistic_language_check,
  add constraint search_statistic_language_check check (language ~ '^[a-z]{2}$') not valid;
alter table assistant_guide drop constraint assistant_guide_language_check,
  add constraint assistant_guide_language_check check (language ~ '^[a-z]{2}$') not valid;
alter table channel_translation drop constraint channel_translation_locale_check,
  add constraint channel_translation_locale_check check (locale ~ '^[a-z]{2}$') not valid;
alter table ad_banner drop constraint ad_banner_language_check,
  add constraint ad_banner_language_check check (language ~ '^[a-z]{2}$') not valid;
