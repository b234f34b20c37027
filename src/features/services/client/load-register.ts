import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { asServiceType, type ServiceType } from '../rules.ts';

const titles: Partial<Record<ServiceType, () => string>> = {
  '3d_printing': () => m['services.form.title_3d_printing'](),
  engineer: () => m['services.form.title_engineer'](),
  manufacturing: () => m['services.form.title_manufacturing'](),
};

/** Loads the head of a form's page; a separate script, because every page carries the routes. */
export function loadRegister(path: string, type: string | undefined) {
  const trade = asServiceType(type ?? '');
  const title = ((trade && titles[trade]) ?? m['services.form.title_new'])();
  return { title, head: pageHead({ path, title, description: m['services.form.lead']() }) };
}
