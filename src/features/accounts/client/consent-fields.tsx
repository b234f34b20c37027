import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import type { ConsentsInput } from '../contract.ts';
import type { Field, Values } from './form.tsx';

type Consent = {
  name: keyof ConsentsInput;
  required: boolean;
  words: () => string;
  text?: { to: '/terms' | '/privacy'; title: () => string };
};

const consentFields: Consent[] = [
  {
    name: 'terms',
    required: true,
    words: () => m['accounts.complete.terms'](),
    text: { to: '/terms', title: () => m['accounts.consent.terms_title']() },
  },
  {
    name: 'privacy',
    required: true,
    words: () => m['accounts.complete.privacy'](),
    text: { to: '/privacy', title: () => m['accounts.consent.privacy_title']() },
  },
  { name: 'age14', required: true, words: () => m['accounts.complete.age14']() },
  { name: 'marketing', required: false, words: () => m['accounts.complete.marketing']() },
];

/** Returns errors for the required consents that are missing. */
export function checkConsents(values: Values): Values {
  return Object.fromEntries(
    consentFields
      .filter(({ name, required }) => required && values[name] === undefined)
      .map(({ name }) => [name, m['accounts.field.consent']()]),
  );
}

/** Never preselected: the law requires an active decision. */
export function ConsentFields({ field }: { field(name: string): Field }) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">{m['accounts.complete.consents']()}</legend>
      {consentFields.map(({ name, required, words, text }) => {
        const { error, defaultValue } = field(name);
        return (
          <div key={name}>
            <div>
              <label className="flex min-h-11 items-center gap-3">
                <input
                  type="checkbox"
                  name={name}
                  defaultChecked={defaultValue !== undefined}
                  className="size-5 shrink-0 accent-accent"
                  {...(error !== undefined && {
                    'aria-invalid': true,
                    'aria-describedby': `${name}-error`,
                  })}
                />
                <span>
                  {words()}{' '}
                  <span className="text-sm text-ink-soft">
                    {required ? m['accounts.complete.required']() : m['accounts.page.optional']()}
                  </span>
                </span>
              </label>
              {text && (
                <Link
                  to={text.to}
                  target="_blank"
                  className="ml-8 inline-block py-2 text-sm text-accent-strong underline"
                >
                  {m['accounts.consent.read']({ title: text.title() })}
                </Link>
              )}
            </div>
            {error !== undefined && (
              <p id={`${name}-error`} className="text-sm font-semibold text-danger">
                {error}
              </p>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
