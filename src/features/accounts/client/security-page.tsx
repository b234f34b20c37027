import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { loadedHead } from '#platform/client/loaded-head.ts';
import type { Security } from '../contract.ts';
import { serviceNames, type ServiceName } from '../going-on.ts';
import { currentUserQuery } from './api.ts';
import { FormMessage } from './form.tsx';
import { PasskeySection } from './passkey-section.tsx';
import { useProof } from './proof.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { securityQuery } from './security-api.ts';
import { EmailSection, PasswordSection, ServicesSection, SessionsSection } from './security-sections.tsx';
import { serviceWords } from './services.tsx';

type Search = { connected?: ServiceName; proven?: ServiceName; problem?: string; service?: ServiceName };

export const Route = createFileRoute('/my/security')({
  validateSearch: (search: Record<string, unknown>): Search => {
    const named = (value: unknown) => serviceNames.find((name) => name === value);
    const [connected, proven, service] = [search['connected'], search['proven'], search['service']].map(
      named,
    );
    return {
      ...(connected && { connected }),
      ...(proven && { proven }),
      ...(service && { service }),
      ...(typeof search['problem'] === 'string' && { problem: search['problem'] }),
    };
  },
  loader: async ({ context }) => (await import('./load-security.ts'))?.loadSecurity(context.queryClient),
  head: loadedHead,
  component: SecurityPage,
});

function SecurityPage() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    <div className="page max-w-4xl py-8">
      <h1 className="mb-6 text-3xl font-bold">{m['accounts.security.title']()}</h1>
      {user ? <Loaded /> : <Guest />}
    </div>
  );
}

function Guest() {
  return (
    <div className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
      <p>{m['accounts.security.login_needed']()}</p>
      <Link to="/login" search={{ next: '/my/security' }} className={buttonClass()}>
        {m['accounts.page.login']()}
      </Link>
    </div>
  );
}

function Loaded() {
  const security = useQuery(securityQuery);
  if (security.data) return <Sections security={security.data} />;
  if (security.isError) {
    return (
      <LoadFailed retry={() => security.refetch()}>
        {m['accounts.security.load_failed']()} {describeError(security.error)}
      </LoadFailed>
    );
  }
  return <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />;
}

function Sections({ security }: { security: Security }) {
  const { act, dialog } = useProof(security);
  return (
    <div className="grid gap-6">
      <Landed />
      <EmailSection security={security} act={act} />
      <PasswordSection security={security} act={act} />
      <PasskeySection security={security} act={act} />
      <SecondFactorSection security={security} act={act} />
      <ServicesSection security={security} act={act} />
      <SessionsSection />
      {dialog}
    </div>
  );
}

/** Shows the result of a visit to a service. */
function Landed() {
  const { connected, proven, problem, service } = Route.useSearch();
  if (connected) {
    const words = m['accounts.security.service_connect_done']({ service: serviceWords[connected]() });
    return <p className="rounded-md bg-accent-soft px-4 py-3 text-accent-strong">{words}</p>;
  }
  if (proven) {
    return (
      <p className="rounded-md bg-accent-soft px-4 py-3 text-accent-strong">
        {m['accounts.security.service_proven']()}
      </p>
    );
  }
  if (problem === undefined || !service) return null;
  const name = { service: serviceWords[service]() };
  if (problem === 'cancelled')
    return <FormMessage>{m['accounts.security.service_cancelled'](name)}</FormMessage>;
  if (problem === 'service_taken')
    return <FormMessage>{m['accounts.security.service_taken'](name)}</FormMessage>;
  return <FormMessage>{m['accounts.security.service_failed'](name)}</FormMessage>;
}
