import { z } from 'zod';
import { ConfigError, readerOf, type Environment } from './reading.ts';
import { commaSeparated } from './values.ts';

/** The company that runs the marketplace, for the footer. */
export const operatorVariables = {
  OPERATOR_NAME: operator(
    'Company name of whoever runs this marketplace (상호). All `OPERATOR_*` stand in the footer.',
  ),
  OPERATOR_REPRESENTATIVE: operator('Its representative (대표자).'),
  OPERATOR_ADDRESS: operator('Its address.'),
  OPERATOR_PHONE: operator('Its telephone number.'),
  OPERATOR_EMAIL: operator('Its mail address, which answers to our mails go to.'),
  OPERATOR_BUSINESS_NUMBER: operator('Business registration number (사업자등록번호).'),
  OPERATOR_MAIL_ORDER_NUMBER: operator('Mail-order report number (통신판매업신고번호).'),
  OPERATOR_HOSTING: operator('Who hosts the servers (호스팅 제공자).'),
  SOCIAL_LINKS: {
    schema: z
      .string()
      .transform(commaSeparated)
      .refine(
        (links) => links.every((link) => URL.canParse(link) && link.startsWith('https://')),
        'needs https addresses, comma separated',
      ),
    default: '',
    about: 'Comma separated https addresses of the marketplace elsewhere, for the footer.',
  },
} as const;

export function readOperator(environment: Environment) {
  const { read } = readerOf(operatorVariables, environment);
  const operatorParts = {
    name: read('OPERATOR_NAME'),
    representative: read('OPERATOR_REPRESENTATIVE'),
    address: read('OPERATOR_ADDRESS'),
    phone: read('OPERATOR_PHONE'),
    email: read('OPERATOR_EMAIL'),
    businessNumber: read('OPERATOR_BUSINESS_NUMBER'),
    mailOrderNumber: read('OPERATOR_MAIL_ORDER_NUMBER'),
    hosting: read('OPERATOR_HOSTING'),
  };
  return {
    operator: wholeOperator(operatorParts),
    socialLinks: (read('SOCIAL_LINKS') ?? []).map((url) => ({
      name: new URL(url).hostname.replace(/^www\./, ''),
      url,
    })),
  };
}

function operator(about: string) {
  return { schema: z.string().max(200), default: '', about };
}

/** The law requires all of it on every page, so an incomplete operator is an error. */
function wholeOperator<Parts extends Record<string, string | undefined>>(
  parts: Parts,
): { [Name in keyof Parts]: string } | null {
  const missing = Object.entries(parts).filter(([, value]) => value === undefined);
  if (missing.length === Object.keys(parts).length) return null;
  const [first] = missing;
  if (!first) return parts as { [Name in keyof Parts]: string };
  const variable = `OPERATOR_${first[0].replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
  throw new ConfigError(`Configuration: ${variable} must be set, because other OPERATOR_ variables are`);
}
