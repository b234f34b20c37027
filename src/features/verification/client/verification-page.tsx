import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { currentUserQuery, Section } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { Verification } from '../contract.ts';
import { verificationQuery } from './api.ts';
import { BankForm } from './bank-form.tsx';
import { PhoneForm } from './phone-form.tsx';

export const Route = createFileRoute('/my/verification')({
  loader: async ({ context }) =>
    (await import('./load-verification.ts'))?.loadVerification(context.queryClient),
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: VerificationPage,
});

function VerificationPage() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    <div className="page max-w-4xl py-8">
      <h1 className="text-3xl font-bold">{m['verification.page.title']()}</h1>
      <p className="mt-2 mb-6 text-ink-soft">{m['verification.page.why']()}</p>
      {user ? <Loaded /> : <Guest />}
    </div>
  );
}

function Guest() {
  return (
    <div className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
      <p>{m['verification.page.login_needed']()}</p>
      <Link to="/login" search={{ next: '/my/verification' }} className={buttonClass()}>
        {m['verification.page.login']()}
      </Link>
    </div>
  );
}

function Loaded() {
  const { data, isError, error, refetch } = useQuery(verificationQuery);
  if (data) return <Steps verification={data} />;
  if (isError) {
    return (
      <LoadFailed retry={() => refetch()}>
        {m['verification.page.load_failed']()} {describeError(error)}
      </LoadFailed>
    );
  }
  return <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />;
}

function Steps({ verification }: { verification: Verification }) {
  const client = useQueryClient();
  const refresh = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: verificationQuery.queryKey }),
      client.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
    ]);
  };
  return (
    <div className="grid gap-6">
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
