import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';

/** Bar on every page of a person whose orders, bids and publications are refused until they agree to the new terms. */
export function AgreeAgain() {
  return (
    <section
      aria-label={m['accounts.consent.due_title']()}
      className="flex flex-wrap items-center justify-center gap-x-4 border-b border-line bg-accent-soft px-4 py-1 break-keep"
    >
      <p>{m['accounts.consent.due_text']()}</p>
      <a
        href={localizePath('/my', currentLocale())}
        className="flex min-h-11 items-center font-semibold text-accent-strong underline"
      >
        {m['accounts.consent.due_title']()}
      </a>
    </section>
  );
}
