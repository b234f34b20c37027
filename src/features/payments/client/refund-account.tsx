import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import { bankNames } from '#features/verification/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { formatKoreanMoment } from '#platform/client/korean-moment.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { NotRead } from '#ui/load-failed.tsx';
import type { OwnRefund } from '../contract.ts';
import { refundQuery, sendRefundAccount } from './money-api.ts';
import { refundStateNames, won } from './money-words.ts';

/** Refund with the form for its bank account: gateways cannot return a deposit to its origin. */
export function RefundAccount({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(refundQuery(id));
  if (error && !data) {
    return (
      <NotRead error={error} retry={refetch}>
        <Link to="/my/orders" className={buttonClass()}>
          {m['payments.refund.to_orders']()}
        </Link>
      </NotRead>
    );
  }
  if (!data) return <div aria-busy="true" className="h-64 animate-pulse rounded-lg bg-sunken" />;
  return (
    <div className="grid max-w-lg gap-6">
      <div className="grid gap-3 rounded-lg border border-line bg-surface p-5">
        <dl className="grid gap-3 sm:grid-cols-2">
          <div>
            <dt className="text-sm text-ink-soft">{m['payments.refund.amount']()}</dt>
            <dd className="text-2xl font-bold tabular-nums">{won(data.amount)}</dd>
          </div>
          <div>
            <dt className="text-sm text-ink-soft">{m['payments.refund.how']()}</dt>
            <dd className="font-semibold">{refundStateNames[data.state]()}</dd>
            <dd className="text-sm text-ink-soft">
              {formatKoreanMoment(data.confirmedAt ?? data.decidedAt)}
            </dd>
          </div>
        </dl>
        <p>{next[data.state]()}</p>
        {data.orderId !== null && (
          <Link
            to="/orders/$id"
            params={{ id: data.orderId }}
            className="w-fit py-1 text-accent-strong underline"
          >
            {m['payments.refund.to_order']()}
          </Link>
        )}
      </div>
      {data.state === 'needs_account' && <AccountForm id={id} />}
    </div>
  );
}

const next: Record<OwnRefund['state'], () => string> = {
  decided: () => m['payments.refund.next.decided'](),
  submitting: () => m['payments.refund.next.submitting'](),
  confirmed: () => m['payments.refund.next.confirmed'](),
  unknown: () => m['payments.refund.next.unknown'](),
  needs_account: () => m['payments.refund.next.needs_account'](),
  failed: () => m['payments.refund.next.failed'](),
};

function AccountForm({ id }: { id: string }) {
  const client = useQueryClient();
  const form = useForm({
    check: (values) => missing(values, ['bankCode', 'accountNumber', 'holder']),
    async send({ bankCode = '', accountNumber = '', holder = '' }) {
      await sendRefundAccount(id, { bankCode, accountNumber: accountNumber.replace(/[\s-]/g, ''), holder });
      toast('success', m['payments.refund.sent']());
      await Promise.all([
        client.invalidateQueries({ queryKey: ['money'] }),
        client.invalidateQueries({ queryKey: ['order'] }),
      ]);
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      <h2 className="text-xl font-bold">{m['payments.refund.account_title']()}</h2>
      <SelectField
        label={m['payments.refund.bank']()}
        name="bankCode"
        defaultValue=""
        error={form.fields['bankCode']}
      >
        <option value="">{m['payments.refund.choose_bank']()}</option>
        {Object.entries(bankNames)
          .toSorted(([one], [other]) => one.localeCompare(other))
          .map(([code, name]) => (
            <option key={code} value={code}>
              {name()}
            </option>
          ))}
      </SelectField>
      <TextField
        label={m['payments.refund.number']()}
        name="accountNumber"
        inputMode="numeric"
        autoComplete="off"
        error={form.fields['accountNumber']}
      />
      <TextField
        label={m['payments.refund.holder']()}
        name="holder"
        maxLength={40}
        autoComplete="name"
        error={form.fields['holder']}
      />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" className="w-fit" disabled={form.pending}>
        {m['payments.refund.send']()}
      </Button>
    </form>
  );
}
