import { m } from '#i18n/generated/messages.js';
import type { Site } from './contract.ts';

/** Facts about the operator that Korea's e-commerce law asks for, with their names. */
export function operatorRows(operator: NonNullable<Site['operator']>) {
  return [
    [m['app.footer.operator.name'](), operator.name],
    [m['app.footer.operator.representative'](), operator.representative],
    [m['app.footer.operator.address'](), operator.address],
    [m['app.footer.operator.phone'](), operator.phone],
    [m['app.footer.operator.email'](), operator.email],
    [m['app.footer.operator.business_number'](), operator.businessNumber],
    [m['app.footer.operator.mail_order_number'](), operator.mailOrderNumber],
    [m['app.footer.operator.hosting'](), operator.hosting],
  ] as const;
}
