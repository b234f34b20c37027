import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { asServiceType } from '../rules.ts';

/** Loads the head of a form's page; a separate script, because every page carries the routes. */
export function loadRegister(path: string, type: string | undefined) {
  const title = registerTitle(type);
  return { title, head: pageHead({ path, title, description: m['services.form.lead']() }) };
}

function registerTitle(type: string | undefined): string {
  switch (asServiceType(type ?? '')) {
    case '3d_printing':
      return m['services.form.title_3d_printing']();
    case 'engineer':
      return m['services.form.title_engineer']();
    case 'manufacturing':
      return m['services.form.title_manufacturing']();
    default:
      return m['services.form.title_new']();
  }
}
