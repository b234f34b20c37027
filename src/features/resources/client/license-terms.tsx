import { Check, X } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { termsOf } from '#platform/shared/licenses.ts';

const sameLicenseWords = {
  no: null,
  files: () => m['resources.license.must_same_files'](),
  all: () => m['resources.license.must_same'](),
};

/** Terms of a licence in plain words: what it permits, forbids and requires. */
export function LicenseTerms({ license }: { license: string }) {
  const terms = termsOf(license);
  if (!terms) return <p className="text-sm text-ink-soft">{m['resources.license.unknown']()}</p>;
  if (license === 'all-rights-reserved')
    return <p className="text-sm text-ink-soft">{m['resources.license.reserved_words']()}</p>;
  const sameLicense = sameLicenseWords[terms.sameLicense];
  return (
    <div className="grid gap-2 text-sm">
      <ul className="grid gap-1">
        <Allowed isAllowed>{m['resources.license.may_share']()}</Allowed>
        <Allowed isAllowed={terms.commercial}>
          {terms.commercial ? m['resources.license.may_sell']() : m['resources.license.may_not_sell']()}
        </Allowed>
        <Allowed isAllowed={terms.changes}>
          {terms.changes ? m['resources.license.may_change']() : m['resources.license.may_not_change']()}
        </Allowed>
      </ul>
      {(terms.credit || sameLicense) && (
        <p className="text-ink-soft">
          {[terms.credit ? m['resources.license.must_credit']() : '', sameLicense?.() ?? '']
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
      {terms.url !== null && (
        <p>
          <a
            href={terms.url}
            target="_blank"
            rel="noopener noreferrer license"
            className="inline-block py-1 text-accent-strong underline"
          >
            {m['resources.license.full_text']()}
          </a>
        </p>
      )}
    </div>
  );
}

function Allowed({ isAllowed, children }: { isAllowed: boolean; children: string }) {
  const Icon = isAllowed ? Check : X;
  return (
    <li className="flex gap-2">
      <Icon
        aria-hidden="true"
        className={`mt-0.5 size-4 shrink-0 ${isAllowed ? 'text-accent-strong' : 'text-danger'}`}
      />
      {children}
    </li>
  );
}
