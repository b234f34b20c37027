import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import type { Consents, ConsentsChange } from '#features/accounts/contract.ts';
import { consentsQuery, currentUserQuery, Section } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { buttonClass } from '#ui/button.tsx';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { ExportSection } from './export-section.tsx';
import { WithdrawalSection } from './withdrawal-section.tsx';
import { WithdrawalUnderWay } from './withdrawal-under-way.tsx';
import { formatDay, tellFailure } from './words.ts';

export const Route = createFileRoute('/my/privacy')({
  loader: async ({ context }) => (await import('./load-privacy.ts'))?.loadPrivacy(context.queryClient),
  head: loadedHead,
  component: MyPrivacyPage,
});

function MyPrivacyPage() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    <div className="page max-w-4xl py-8">
      <h1 className="mb-6 text-3xl font-bold">{m['accounts.consent.title']()}</h1>
      {user ? (
        <div className="grid gap-6">
          {user.withdrawsAt && <WithdrawalUnderWay withdrawsAt={user.withdrawsAt} />}
          <ConsentsSection />
          <ExportSection />
          {!user.withdrawsAt && <WithdrawalSection />}
        </div>
      ) : (
        <div className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
          <p>{m['accounts.consent.login_needed']()}</p>
          <Link to="/login" search={{ next: '/my/privacy' }} className={buttonClass()}>
            {m['accounts.page.login']()}
          </Link>
        </div>
      )}
    </div>
  );
}

type ConsentKind = Consents['consents'][number]['kind'];
const names: Record<ConsentKind, () => string> = {
  terms: () => m['accounts.consent.terms_title'](),
  privacy: () => m['accounts.consent.privacy_title'](),
  age_14: () => m['accounts.consent.age_14'](),
  marketing: () => m['accounts.consent.marketing'](),
  night_marketing: () => m['accounts.consent.night_marketing'](),
};

function ConsentsSection() {
  const { data, isError } = useQuery(consentsQuery);
  const client = useQueryClient();
  async function change(input: ConsentsChange): Promise<void> {
    try {
      client.setQueryData(
        consentsQuery.queryKey,
        await sendJson<Consents>('PATCH', '/api/user/consents', input),
      );
      toast('success', m['accounts.consent.saved']());
    } catch (error) {
      tellFailure(error);
    }
  }
  const given = (kind: ConsentKind) =>
    data?.consents.some((each) => each.kind === kind && each.given) === true;
  return (
    <Section title={m['accounts.consent.list_title']()}>
      {isError && <p className="text-danger">{m['accounts.consent.load_failed']()}</p>}
      <ul className="grid divide-y divide-line">
        {data?.consents.map(({ kind, decidedAt, version }) => (
          <li key={kind} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div>
              <p className="font-semibold">{names[kind]()}</p>
              {(kind === 'marketing' || kind === 'night_marketing') && (
                <p className="text-sm">
                  {given(kind) ? m['accounts.consent.on']() : m['accounts.consent.off']()}
                </p>
              )}
              <p className="text-sm text-ink-soft">
                {decidedAt === null || version === null
                  ? m['accounts.consent.never']()
                  : m['accounts.consent.decided']({ day: formatDay(decidedAt), version })}
              </p>
              {kind === 'night_marketing' && (
                <p className="text-sm text-ink-soft">{m['accounts.consent.night_hint']()}</p>
              )}
            </div>
            {kind === 'terms' && (
              <Link to="/terms" className="py-2 text-accent-strong underline">
                {m['accounts.consent.read']({ title: names.terms() })}
              </Link>
            )}
            {kind === 'privacy' && (
              <Link to="/privacy" className="py-2 text-accent-strong underline">
                {m['accounts.consent.read']({ title: names.privacy() })}
              </Link>
            )}
            {kind === 'marketing' && (
              <Switch
                name={names.marketing()}
                on={given('marketing')}
                onChange={(on) => void change({ marketing: on })}
              />
            )}
            {kind === 'night_marketing' && (
              <Switch
                name={names.night_marketing()}
                on={given('night_marketing')}
                disabled={!given('marketing')}
                onChange={(on) => void change({ nightMarketing: on })}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Switch(props: { name: string; on: boolean; disabled?: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className="flex min-h-11 items-center gap-2">
      <input
        type="checkbox"
        role="switch"
        aria-checked={props.on}
        aria-label={`${props.name}: ${m['accounts.consent.want']()}`}
        checked={props.on}
        disabled={props.disabled}
        onChange={(event) => props.onChange(event.target.checked)}
        className="size-5 shrink-0 accent-accent"
      />
      <span aria-hidden="true">{m['accounts.consent.want']()}</span>
    </label>
  );
}
