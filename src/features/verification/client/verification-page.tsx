import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useLocation } from '@tanstack/react-router';
import { BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { currentUserQuery, isOwnPath, Section } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { HelpLink } from '#ui/help-link.tsx';
import { buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { unreadSearch } from '#platform/client/address-search.ts';
import { loadedHead } from '#platform/client/loaded-head.ts';
import type { Verification } from '../contract.ts';
import { verificationQuery } from './api.ts';
import { BankForm } from './bank-form.tsx';
import { PhoneForm } from './phone-form.tsx';

export const Route = createFileRoute('/my/verification')({
  validateSearch: unreadSearch<{ next?: string | undefined; needs?: 'phone' | undefined }>,
  loader: async ({ context }) =>
    (await import('./load-verification.ts'))?.loadVerification(context.queryClient),
  head: loadedHead,
  component: VerificationPage,
});

/** Page that required the verification, and whether it needs a bank account too. */
type Errand = { next: string; needsBank: boolean };

/** Parsed here instead of in the route, because every page carries the routes. */
function useErrand(): Errand | null {
  const { next, needs } = useLocation().search as { next?: unknown; needs?: unknown };
  return typeof next === 'string' && isOwnPath(next) ? { next, needsBank: needs !== 'phone' } : null;
}

function whyWords(errand: Errand | null): string {
  if (errand === null) return m['verification.page.why']();
  return errand.needsBank ? m['verification.page.needs_both']() : m['verification.page.needs_phone']();
}

function VerificationPage() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const errand = useErrand();
  return (
    <div className="page max-w-4xl py-8">
      <h1 className="text-3xl font-bold">{m['verification.page.title']()}</h1>
      <p className="mt-2 mb-6 text-ink-soft">
        {whyWords(errand)} <HelpLink about="verification" />
      </p>
      {user ? <Loaded errand={errand} /> : <Guest />}
    </div>
  );
}

function Guest() {
  const { pathname, searchStr } = useLocation();
  return (
    <div className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
      <p>{m['verification.page.login_needed']()}</p>
      <Link to="/login" search={{ next: pathname + searchStr }} className={buttonClass()}>
        {m['verification.page.login']()}
      </Link>
    </div>
  );
}

function Loaded({ errand }: { errand: Errand | null }) {
  const { data, isError, error, refetch } = useQuery(verificationQuery);
  if (data) return <Steps verification={data} errand={errand} />;
  if (isError) {
    return (
      <LoadFailed retry={() => refetch()}>
        {m['verification.page.load_failed']()} {describeError(error)}
      </LoadFailed>
    );
  }
  return <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />;
}

function Steps({ verification, errand }: { verification: Verification; errand: Errand | null }) {
  const client = useQueryClient();
  const refresh = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: verificationQuery.queryKey }),
      client.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
    ]);
  };
  return (
    <div className="grid gap-6">
      <div role="status" className="-mb-6 not-empty:mb-0">
        {errand && <WayBack verification={verification} errand={errand} />}
      </div>
      <Section title={m['verification.page.phone_title']()}>
        <State done={verification.phoneVerified}>
          {verification.phone !== null && m['verification.page.phone_done']({ phone: verification.phone })}
        </State>
        <PhoneForm
          verified={verification.phoneVerified}
          pendingCode={verification.pendingCode}
          onChange={refresh}
        />
      </Section>
      <Section title={m['verification.page.bank_title']()}>
        <BankForm account={verification.bankAccount} onSaved={refresh}>
          <State done={verification.bankAccount !== null} />
        </BankForm>
      </Section>
    </div>
  );
}

/** Link back to the page that required it, once nothing is missing. */
function WayBack({ verification, errand }: { verification: Verification; errand: Errand }) {
  const { phoneVerified, bankAccount } = verification;
  if (!phoneVerified || (errand.needsBank && bankAccount === null)) return null;
  const isAuction = errand.next.startsWith('/auctions/') && !errand.next.startsWith('/auctions/jobs');
  return (
    <div className="grid justify-items-start gap-3 rounded-lg border border-accent bg-surface p-6">
      <p className="font-semibold">{m['verification.page.ready']()}</p>
      <a href={localizePath(errand.next, currentLocale())} className={buttonClass()}>
        {isAuction ? m['verification.page.back_auction']() : m['verification.page.back']()}
      </a>
    </div>
  );
}

function State({ done, children }: { done: boolean; children?: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      {done ? (
        <span className="inline-flex items-center gap-1 rounded-sm bg-accent-soft px-2 text-sm font-semibold text-accent-strong">
          <BadgeCheck aria-hidden="true" className="size-4" />
          {m['verification.page.done']()}
        </span>
      ) : (
        <span className="rounded-sm bg-sunken px-2 text-sm">{m['verification.page.open']()}</span>
      )}
      {children}
    </p>
  );
}
