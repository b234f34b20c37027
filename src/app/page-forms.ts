import {
  codeOf,
  isOwnPath,
  isUsername,
  loginOf,
  placeAfterSignIn,
  registrationOf,
} from '#features/accounts/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import { isLocale, languageCookie, localizePath, type Locale } from '#i18n/languages.ts';
import type { SentForm } from '#platform/client/page-context.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';

/*
 * Forms that browsers submit natively, where scripts are off or not loaded yet. Each is posted to the address of its
 * page, with its name in the field `form`. It makes the same API call as the page's script would, and has no rules of
 * its own.
 */

type Values = Record<string, string>;

/** Page that contains the form. */
export type FormPage = { locale: Locale; path: string; search: string };

export const pageAt = ({ locale, path, search }: FormPage) => localizePath(path, locale) + search;

type PageForm = {
  isOn(path: string): boolean;
  /** Field names, and those of them (secrets) that are never sent back to be shown. */
  fields: readonly string[];
  secrets?: readonly string[];
  /** Validates what the API does not check, such as fields that only the page has. */
  check?(values: Values, locale: Locale): Values;
  /** API call of the form; null where there is nothing to do or the fields name nothing that exists. */
  call(values: Values): { method: 'POST' | 'DELETE'; path: string; body?: object } | null;
  /** Form fields at which the page shows errors of API fields with other names. */
  shownAt?: Record<string, string>;
  /** Cookie that the form sets. */
  cookie?(values: Values, isSecure: boolean): string;
  /** Path to redirect to after success, in the language of the page. */
  leadsTo(page: FormPage, answer: { status: number; body: string }, values: Values): string;
  /** Set where guests are redirected to the login first, and then back. */
  needsPerson?: true;
};

const nextOf = ({ search }: FormPage) => {
  const next = new URLSearchParams(search).get('next') ?? undefined;
  return next !== undefined && isOwnPath(next) ? next : undefined;
};
const withNext = (path: string, next: string | undefined) =>
  next === undefined ? path : `${path}?${new URLSearchParams({ next })}`;
const afterSignIn: PageForm['leadsTo'] = (page, { body }) =>
  localizePath(placeAfterSignIn(JSON.parse(body), nextOf(page)), page.locale);

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Anchor of the buttons on a resource's page, so that the pressed button is in view again. */
const actions = '#actions';

/** API call of a toggle button. The form names the target state, so that pressing the button twice changes nothing more. */
function pressed(on: string, path: string): ReturnType<PageForm['call']> {
  if (on === 'true') return { method: 'POST', path };
  return on === 'false' ? { method: 'DELETE', path } : null;
}

export const pageForms: Record<SentForm['name'], PageForm> = {
  login: {
    isOn: (path) => path === '/login' || path === '/auth',
    fields: ['account', 'password'],
    secrets: ['password'],
    call: (values) => ({ method: 'POST', path: '/api/login', body: loginOf(values) }),
    shownAt: { email: 'account', username: 'account', body: 'account' },
    leadsTo: (page, answer, values) =>
      answer.status === 202
        ? localizePath(withNext('/sign-in/code', nextOf(page)), page.locale)
        : afterSignIn(page, answer, values),
  },
  code: {
    isOn: (path) => path === '/sign-in/code',
    fields: ['code'],
    secrets: ['code'],
    call: (values) => ({ method: 'POST', path: '/api/login/code', body: codeOf(values) }),
    leadsTo: afterSignIn,
  },
  register: {
    isOn: (path) => path === '/register',
    fields: [
      'fullName',
      'email',
      'username',
      'password',
      'confirmPassword',
      'terms',
      'privacy',
      'age14',
      'marketing',
    ],
    secrets: ['password', 'confirmPassword'],
    check: ({ password = '', confirmPassword = '' }, locale) =>
      password === confirmPassword
        ? {}
        : { confirmPassword: m['accounts.page.passwords_differ']({}, { locale }) },
    call: (values) => ({ method: 'POST', path: '/api/register', body: registrationOf(values) }),
    shownAt: {
      'consents.terms': 'terms',
      'consents.privacy': 'privacy',
      'consents.age14': 'age14',
      'consents.marketing': 'marketing',
    },
    leadsTo: afterSignIn,
  },
  logout: {
    isOn: () => true,
    fields: [],
    call: () => ({ method: 'POST', path: '/api/logout' }),
    leadsTo: ({ locale }) => localizePath('/', locale),
  },
  like: {
    isOn: (path) => path.startsWith('/resources/'),
    fields: ['of'],
    call: ({ of = '', on = '' }) => (uuid.test(of) ? pressed(on, `/api/resources/${of}/likes`) : null),
    leadsTo: (page) => pageAt(page) + actions,
    needsPerson: true,
  },
  follow: {
    isOn: (path) => path.startsWith('/people/'),
    fields: ['of'],
    call: ({ of = '', on = '' }) => (isUsername(of) ? pressed(on, `/api/people/${of}/follow`) : null),
    leadsTo: pageAt,
    needsPerson: true,
  },
  language: {
    isOn: () => true,
    fields: [],
    call: () => null,
    cookie: ({ language }, isSecure) => (isLocale(language) ? languageCookie(language, isSecure) : ''),
    leadsTo: (page, _answer, { language }) =>
      pageAt({ ...page, locale: isLocale(language) ? language : page.locale }),
  },
};

export type NamedForm = { name: SentForm['name']; form: PageForm };

/** Normalises an address as the router does: decoded and in lower case. */
function asRouted(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase();
  } catch {
    return path;
  }
}

/** Returns the submitted form if it exists on the page that it was posted to. */
export function findForm(values: Values, path: string): NamedForm | null {
  const name = (Object.keys(pageForms) as SentForm['name'][]).find((each) => each === values['form']);
  return name !== undefined && pageForms[name].isOn(asRouted(path)) ? { name, form: pageForms[name] } : null;
}

/** Parses a form body as browsers send it; of duplicate fields the first counts. Throws `invalid_encoding`. */
export function parseForm(body: Buffer): Values {
  const values = new Map<string, string>();
  for (const pair of textOf(body).split('&')) {
    const [name = '', ...rest] = pair.split('=');
    const field = decode(name);
    if (field !== '' && !values.has(field)) values.set(field, decode(rest.join('=')));
  }
  return Object.fromEntries(values);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Runs a decoder and turns its failure on invalid UTF-8 into `invalid_encoding`. */
function reading(read: () => string): string {
  try {
    return read();
  } catch {
    throw new AppError(platformErrors.invalid_encoding);
  }
}

const textOf = (body: Buffer) => reading(() => utf8.decode(body));
const decode = (text: string) => reading(() => decodeURIComponent(text.replaceAll('+', ' ')));

/** Builds what the page shows of a refusal; `told` is the error body of our API. */
export function sentFormOf(
  { name, form }: NamedForm,
  values: Values,
  told: { message?: string; fields?: Values },
): SentForm {
  const { message = '', fields = {} } = told;
  const shown: Values = {};
  for (const [path, problem] of Object.entries(fields)) {
    const at = form.shownAt?.[path] ?? path;
    if (form.fields.includes(at)) shown[at] ??= problem;
  }
  return {
    name,
    values: keptValues(form, values),
    fields: shown,
    message: Object.keys(shown).length > 0 ? '' : message,
  };
}

function keptValues({ fields, secrets = [] }: PageForm, values: Values): Values {
  return Object.fromEntries(
    fields.flatMap((name) => {
      const value = values[name];
      return value === undefined || secrets.includes(name) ? [] : [[name, value]];
    }),
  );
}

/** Returns the login address for guests who pressed a button for signed-in people, with the way back to that button. */
export function loginFirst({ name }: NamedForm, { locale, path, search }: FormPage): string {
  const next = path + search + (name === 'like' ? actions : '');
  return localizePath(withNext('/login', isOwnPath(next) ? next : undefined), locale);
}

/**
 * Returns a path of this site in the form of a `Location` header: ASCII, with a single slash in front, because two
 * slashes start another host.
 */
export function locationOf(path: string): string {
  const { pathname, search, hash } = new URL(path.replace(/^[/\\]+/, '/'), 'http://own.invalid');
  return pathname.replace(/^\/+/, '/') + search + hash;
}
