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
 * Forms that browsers send by themselves, where scripts are off or not there yet. Each is sent to the address of its page, with
 * its name in the field `form`. It asks our API for the same as a script of the page would, and has no rules of its own.
 */

type Values = Record<string, string>;

/** The page on which a form stands. */
export type FormPage = { locale: Locale; path: string; search: string };

export const pageAt = ({ locale, path, search }: FormPage) => localizePath(path, locale) + search;

type PageForm = {
  isOn(path: string): boolean;
  /** Its fields, and which of them never come back to be shown. */
  fields: readonly string[];
  secrets?: readonly string[];
  /** What only the page knows to be wrong. */
  check?(values: Values, locale: Locale): Values;
  /** What it asks of our API; null where that is nothing, or what was sent names nothing that can be asked for. */
  call(values: Values): { method: 'POST' | 'DELETE'; path: string; body?: object } | null;
  /** Under which field the page shows what the API has to say of one of its own. */
  shownAt?: Record<string, string>;
  /** A cookie that is set by it. */
  cookie?(values: Values, isSecure: boolean): string;
  /** Where it leads once it is done: a path in the language of the page. */
  leadsTo(page: FormPage, answer: { status: number; body: string }, values: Values): string;
  /** Whether guests are led to the login, and from there back. */
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
/** The place of a resource's buttons on its page, so that the one that was pressed is in sight again. */
const actions = '#actions';

/** What a button with two states asks for: it names the one that it leads to, so that pressing it twice does no more. */
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

/** An address as the router reads it: decoded, in any case. */
function asRouted(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase();
  } catch {
    return path;
  }
}

/** The form that was sent, if it stands on the page to which it was sent. */
export function findForm(values: Values, path: string): NamedForm | null {
  const name = (Object.keys(pageForms) as SentForm['name'][]).find((each) => each === values['form']);
  return name !== undefined && pageForms[name].isOn(asRouted(path)) ? { name, form: pageForms[name] } : null;
}

/** The fields of a form as browsers send it; of two of a name, the first. Throws `invalid_encoding`. */
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

/** Runs what throws where something is not in UTF-8. */
function reading(read: () => string): string {
  try {
    return read();
  } catch {
    throw new AppError(platformErrors.invalid_encoding);
  }
}

const textOf = (body: Buffer) => reading(() => utf8.decode(body));
const decode = (text: string) => reading(() => decodeURIComponent(text.replaceAll('+', ' ')));

/** What the page shows of a refusal; `told` is what our API has to say. */
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

/** Where guests who press what only people can do are led: to the login, and from there back to what they pressed. */
export function loginFirst({ name }: NamedForm, { locale, path, search }: FormPage): string {
  const next = path + search + (name === 'like' ? actions : '');
  return localizePath(withNext('/login', isOwnPath(next) ? next : undefined), locale);
}

/** A path of this site as a `Location` says it: in ASCII, and with one slash in front, since two begin another host. */
export function locationOf(path: string): string {
  const { pathname, search, hash } = new URL(path.replace(/^[/\\]+/, '/'), 'http://own.invalid');
  return pathname.replace(/^\/+/, '/') + search + hash;
}
