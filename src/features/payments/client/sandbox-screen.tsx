import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FlaskConical, Printer } from 'lucide-react';
import { useId, useState, type ComponentType, type ReactNode } from 'react';
import { money } from '#features/services/client/public.tsx';
import { bankName } from '#features/verification/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { unbrokenTime } from '#platform/client/local-time.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { toast } from '#platform/client/toasts.tsx';
import { dateFormat } from '#platform/shared/formats.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { Group } from '#ui/form-group.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { SandboxChoices, SandboxPayment } from '../contract.ts';
import {
  sandboxDelay,
  sandboxRefunds,
  sandboxWebhooks,
  type SandboxAction,
  type SandboxStatus,
} from '../sandbox.ts';
import { chooseInSandbox, sandboxPaymentQuery } from './api.ts';
import { methodWords } from './words.ts';

const statusWords: Record<SandboxStatus, () => string> = {
  ready: () => m['payments.sandbox.status.ready'](),
  in_progress: () => m['payments.sandbox.status.in_progress'](),
  waiting_deposit: () => m['payments.sandbox.status.waiting_deposit'](),
  done: () => m['payments.sandbox.status.done'](),
  cancelled: () => m['payments.sandbox.status.cancelled'](),
  partly_cancelled: () => m['payments.sandbox.status.partly_cancelled'](),
  aborted: () => m['payments.sandbox.status.aborted'](),
  expired: () => m['payments.sandbox.status.expired'](),
};
const webhookWords: Record<SandboxPayment['webhooks'], () => string> = {
  after: () => m['payments.sandbox.webhook.after'](),
  before: () => m['payments.sandbox.webhook.before'](),
  twice: () => m['payments.sandbox.webhook.twice'](),
  never: () => m['payments.sandbox.webhook.never'](),
};
const refundWords: Record<SandboxPayment['refunds'], () => string> = {
  done: () => m['payments.sandbox.refund.done'](),
  hang: () => m['payments.sandbox.refund.hang'](),
  fail: () => m['payments.sandbox.refund.fail'](),
};
/** `outcome` identifies the button for automated browsers. */
const outcomes: { action: SandboxAction; outcome?: string; name(): string; hint(): string }[] = [
  {
    action: 'approve',
    name: () => m['payments.sandbox.outcome.approve'](),
    hint: () => m['payments.sandbox.outcome.approve_hint'](),
  },
  {
    action: 'refuse',
    name: () => m['payments.sandbox.outcome.refuse'](),
    hint: () => m['payments.sandbox.outcome.refuse_hint'](),
  },
  {
    action: 'abandon',
    name: () => m['payments.sandbox.outcome.abandon'](),
    hint: () => m['payments.sandbox.outcome.abandon_hint'](),
  },
  {
    action: 'delay',
    name: () => m['payments.sandbox.outcome.delay'](),
    hint: () => m['payments.sandbox.outcome.delay_hint'](),
  },
  {
    action: 'charge-then-hang',
    outcome: 'hang',
    name: () => m['payments.sandbox.outcome.charge_then_hang'](),
    hint: () => m['payments.sandbox.outcome.charge_then_hang_hint'](),
  },
  {
    action: 'virtual-account',
    name: () => m['payments.sandbox.outcome.virtual_account'](),
    hint: () => m['payments.sandbox.outcome.virtual_account_hint'](),
  },
  {
    action: 'decline',
    name: () => m['payments.sandbox.outcome.decline'](),
    hint: () => m['payments.sandbox.outcome.decline_hint'](),
  },
];

function formatMoment(at: string): string {
  return unbrokenTime(
    dateFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'medium' }),
    new Date(at),
  );
}

/** Stands in for the payment window of a company; the payer chooses the outcome. */
export function SandboxScreen({ id }: { id: string }) {
  return (
    <Page title={m['payments.sandbox.title']()} about={m['payments.sandbox.about']()}>
      <Loaded id={id} Show={Payment} />
    </Page>
  );
}

/** Receipt of a sandbox payment, without any choices. */
export function SandboxReceipt({ id }: { id: string }) {
  return (
    <Page title={m['payments.sandbox.receipt.title']()} about={m['payments.sandbox.receipt.about']()}>
      <Loaded id={id} Show={Receipt} />
    </Page>
  );
}

function Page({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <div className="page max-w-2xl py-6 md:py-8">
      {/* Set here instead of in the route's head, because every page carries all routes. */}
      <title>{m['app.title']({ page: title })}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-3xl font-bold">{title}</h1>
      <div className="mt-4 flex gap-3 rounded-lg bg-accent-soft p-4">
        <FlaskConical aria-hidden className="mt-1 size-5 shrink-0 text-accent" />
        <div>
          <p className="font-bold">{m['payments.sandbox.notice']()}</p>
          <p className="text-ink-soft">{about}</p>
        </div>
      </div>
      <div className="mt-6">{children}</div>
    </div>
  );
}

function Loaded({ id, Show }: { id: string; Show: ComponentType<{ payment: SandboxPayment }> }) {
  const { data: payment, error, refetch } = useQuery(sandboxPaymentQuery(id));
  if (payment) return <Show payment={payment} />;
  if (!error) return <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />;
  if (!(error instanceof ApiError && error.status === 404))
    return <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>;
  return (
    <div role="alert" className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
      <p>{m['payments.sandbox.not_found']()}</p>
      <Link to="/" className={buttonClass()}>
        {m['payments.sandbox.home']()}
      </Link>
    </div>
  );
}

function Payment({ payment }: { payment: SandboxPayment }) {
  const client = useQueryClient();
  const { key, can } = payment;
  const choose = useMutation({
    mutationFn: ({ action, choices }: { action: SandboxAction; choices: SandboxChoices }) =>
      chooseInSandbox(key, action, choices),
    onSuccess: ({ payment: next, redirect }, { action }) => {
      client.setQueryData(sandboxPaymentQuery(key).queryKey, next);
      if (redirect !== null) window.location.assign(redirect);
      else if (action === 'settings') toast('success', m['payments.sandbox.saved']());
    },
    onError: async (error) => {
      toast('danger', m['payments.sandbox.failed'](), describeError(error));
      await client.invalidateQueries(sandboxPaymentQuery(key));
    },
  });
  // Stays busy while the browser follows the redirect.
  const isBusy = choose.isPending || choose.data?.redirect != null;
  const act = (action: SandboxAction, choices: SandboxChoices = {}) => choose.mutate({ action, choices });

  return (
    <div className="grid gap-6">
      <Facts payment={payment} />
      {can.includes('approve') && <Decision payment={payment} isBusy={isBusy} act={act} />}
      {(can.includes('deposit') || can.includes('reverse-deposit')) && (
        <div>
          {can.includes('deposit') ? (
            <Button disabled={isBusy} onClick={() => act('deposit')}>
              {m['payments.sandbox.deposit']()}
            </Button>
          ) : (
            <Button look="danger" disabled={isBusy} onClick={() => act('reverse-deposit')}>
              {m['payments.sandbox.reverse_deposit']()}
            </Button>
          )}
        </div>
      )}
      {can.includes('settings') && <Settings payment={payment} isBusy={isBusy} act={act} />}
      {!can.includes('approve') && (
        <Link to="/my/orders" className={buttonClass('secondary', 'w-fit')}>
          {m['payments.sandbox.to_orders']()}
        </Link>
      )}
      <p aria-live="polite" className="sr-only">
        {isBusy ? m['payments.sandbox.working']() : ''}
      </p>
    </div>
  );
}

function Receipt({ payment }: { payment: SandboxPayment }) {
  const { key, amount, balance, currency, approvedAt, orderName, method } = payment;
  const controls = (
    <Link
      to="/payment/sandbox/$id"
      params={{ id: key }}
      className="inline-flex min-h-11 items-center text-accent-strong underline"
    >
      {m['payments.sandbox.receipt.controls']()}
    </Link>
  );
  if (approvedAt === null)
    return (
      <div className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
        <p>{m['payments.sandbox.receipt.not_paid']()}</p>
        {controls}
      </div>
    );
  const facts: Fact[] = [
    ...(orderName === '' ? [] : [[m['payments.sandbox.receipt.item'](), orderName] as const]),
    [m['payments.sandbox.charged_at'](), formatMoment(approvedAt)],
    ...(method === null ? [] : [[m['payments.sandbox.receipt.method'](), methodWords(method)] as const]),
    ...(balance < amount
      ? [[m['payments.sandbox.receipt.refunded'](), money(amount - balance, currency)] as const]
      : []),
    [m['payments.sandbox.state'](), statusWords[payment.status]()],
    [m['payments.sandbox.ref'](), payment.ref],
  ];
  return (
    <div className="grid gap-4">
      <Sheet amount={money(amount, currency)} facts={facts} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        <Button onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-5" />
          {m['payments.sandbox.receipt.print']()}
        </Button>
        {controls}
      </div>
    </div>
  );
}

function Facts({ payment }: { payment: SandboxPayment }) {
  const { amount, balance, currency, deposit, orderName } = payment;
  const facts: Fact[] = [
    ...(orderName === '' ? [] : [[m['payments.sandbox.receipt.item'](), orderName] as const]),
    [m['payments.sandbox.state'](), statusWords[payment.status]()],
    ...(balance > 0 && balance < amount
      ? [[m['payments.sandbox.balance'](), money(balance, currency)] as const]
      : []),
    ...(payment.approvedAt
      ? [[m['payments.sandbox.charged_at'](), formatMoment(payment.approvedAt)] as const]
      : []),
    ...(payment.approveAt
      ? [[m['payments.sandbox.charges_at'](), formatMoment(payment.approveAt)] as const]
      : []),
    ...(deposit
      ? [[m['payments.sandbox.account'](), `${bankName(deposit.bankCode)} ${deposit.accountNumber}`] as const]
      : []),
    ...(deposit?.dueAt ? [[m['payments.sandbox.due'](), formatMoment(deposit.dueAt)] as const] : []),
    [m['payments.sandbox.ref'](), payment.ref],
  ];
  return <Sheet amount={money(amount, currency)} facts={facts} />;
}

type Fact = readonly [name: string, value: string];

function Sheet({ amount, facts }: { amount: string; facts: readonly Fact[] }) {
  return (
    <section className="rounded-lg border border-line bg-surface p-5 md:p-6">
      <p className="text-3xl font-bold tabular-nums">{amount}</p>
      <dl className="mt-4 grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="mb-2 wrap-anywhere sm:mb-0">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Acting = {
  payment: SandboxPayment;
  isBusy: boolean;
  act(action: SandboxAction, choices?: SandboxChoices): void;
};

function Decision({ payment, isBusy, act }: Acting) {
  const [seconds, setSeconds] = useState(String(sandboxDelay.usual));
  const [choices, setChoices] = useState<SandboxChoices>({
    webhooks: payment.webhooks,
    refunds: payment.refunds,
  });
  const hints = useId();
  const isRight =
    /^\d+$/.test(seconds) && Number(seconds) >= sandboxDelay.min && Number(seconds) <= sandboxDelay.max;
  const delayHint = m['payments.sandbox.delay_hint']({ min: sandboxDelay.min, max: sandboxDelay.max });

  function choose(action: SandboxAction): void {
    if (action !== 'delay') act(action, action === 'abandon' ? {} : choices);
    else if (isRight) act(action, { ...choices, delaySeconds: Number(seconds) });
  }
  return (
    <div className="grid gap-6">
      <Group title={m['payments.sandbox.choose']()}>
        <ul className="grid gap-3">
          {outcomes.map(({ action, outcome = action, name, hint }) => (
            <li key={action} className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[10rem_1fr]">
              <Button
                look={action === 'approve' ? 'primary' : 'secondary'}
                disabled={isBusy}
                data-outcome={outcome}
                aria-describedby={`${hints}-${action}`}
                onClick={() => choose(action)}
              >
                {name()}
              </Button>
              <p id={`${hints}-${action}`} className="text-sm text-ink-soft">
                {hint()}
              </p>
              {action === 'delay' && (
                <div className="mt-1 mb-2 sm:col-start-2">
                  <TextField
                    label={m['payments.sandbox.delay_seconds']()}
                    name="delaySeconds"
                    inputMode="numeric"
                    value={seconds}
                    onChange={(event) => setSeconds(event.target.value.trim())}
                    {...(isRight ? { hint: delayHint } : { error: delayHint })}
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      </Group>
      <Group title={m['payments.sandbox.more']()}>
        <ChoiceFields choices={choices} onChange={setChoices} />
      </Group>
    </div>
  );
}

/** Settings of what happens after the payment was decided. */
function Settings({ payment, isBusy, act }: Acting) {
  const [choices, setChoices] = useState<SandboxChoices>({
    webhooks: payment.webhooks,
    refunds: payment.refunds,
  });
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        act('settings', choices);
      }}
    >
      <Group title={m['payments.sandbox.more']()}>
        <ChoiceFields choices={choices} onChange={setChoices} />
        <Button type="submit" look="secondary" disabled={isBusy} className="w-fit">
          {m['payments.sandbox.save']()}
        </Button>
      </Group>
    </form>
  );
}

function ChoiceFields(props: { choices: SandboxChoices; onChange(choices: SandboxChoices): void }) {
  const { choices, onChange } = props;
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <SelectField
        label={m['payments.sandbox.webhooks']()}
        value={choices.webhooks}
        onChange={(event) => {
          const webhooks = sandboxWebhooks.find((each) => each === event.target.value);
          onChange({ ...choices, webhooks });
        }}
      >
        {sandboxWebhooks.map((each) => (
          <option key={each} value={each}>
            {webhookWords[each]()}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={m['payments.sandbox.refunds']()}
        value={choices.refunds}
        onChange={(event) => {
          const refunds = sandboxRefunds.find((each) => each === event.target.value);
          onChange({ ...choices, refunds });
        }}
      >
        {sandboxRefunds.map((each) => (
          <option key={each} value={each}>
            {refundWords[each]()}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
