import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  FormMessage,
  ProofCancelled,
  securityQuery,
  useForm,
  useProof,
  type Act,
} from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { formatMoment } from '#platform/client/local-time.ts';
import { toast } from '#platform/client/toasts.tsx';
import { onlyDigits } from '#platform/shared/widths.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import type { BankAccount } from '../contract.ts';
import { accountNumberLength, bankCodes, type BankCode } from '../rules.ts';
import { bankNames } from '../words.ts';
import { saveBankAccount } from './api.ts';

type Props = { account: BankAccount | null; onSaved: () => Promise<void>; children: ReactNode };

const asBankCode = (text: string | undefined) => bankCodes.find((code) => code === text);

export function BankForm({ account, onSaved, children }: Props) {
  const [open, setOpen] = useState(account === null);
  const security = useQuery(securityQuery);
  if (!account || open) {
    return (
      <>
        {children}
        {account && <p>{m['verification.page.bank_change_text']()}</p>}
        {security.data ? (
          <ProvenForm
            security={security.data}
            onSaved={async () => {
              setOpen(false);
              toast('success', m['verification.page.bank_saved']());
              await onSaved();
            }}
            onCancel={account ? () => setOpen(false) : null}
          />
        ) : (
          <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />
        )}
      </>
    );
  }
  const code = asBankCode(account.bankCode);
  return (
    <>
      {children}
      <div>
        <p className="font-semibold tabular-nums">
          {m['verification.page.bank_registered']({
            bank: code ? bankNames[code]() : account.bankCode,
            digits: account.lastDigits,
          })}
        </p>
        <p>{m['verification.page.bank_holder']({ holder: account.holder })}</p>
        <p className="text-sm text-ink-soft">
          {account.checked ? m['verification.page.bank_checked']() : m['verification.page.bank_unchecked']()}
        </p>
        {account.payoutsHeldUntil !== null && (
          <p className="text-sm text-ink-soft">
            {m['verification.page.bank_held']({ time: formatTime(account.payoutsHeldUntil) })}
          </p>
        )}
      </div>
      <Button look="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
        {m['verification.page.bank_change']()}
      </Button>
    </>
  );
}

function formatTime(iso: string): string {
  return formatMoment(iso, 'Asia/Seoul');
}

function ProvenForm(props: {
  security: Parameters<typeof useProof>[0];
  onSaved: () => Promise<void>;
  onCancel: (() => void) | null;
}) {
  const { act, dialog } = useProof(props.security);
  return (
    <>
      <AccountForm act={act} onSaved={props.onSaved} onCancel={props.onCancel} />
      {dialog}
    </>
  );
}

function AccountForm(props: { act: Act; onSaved: () => Promise<void>; onCancel: (() => void) | null }) {
  const form = useForm({
    check({ bankCode = '', accountNumber: typed = '', holder = '' }) {
      const accountNumber = onlyDigits(typed);
      const { min, max } = accountNumberLength;
      return {
        ...(bankCode === '' && { bankCode: m['verification.field.bank_required']() }),
        ...(accountNumber === ''
          ? { accountNumber: m['verification.field.account_number_required']() }
          : (/\D/.test(accountNumber) || accountNumber.length < min || accountNumber.length > max) && {
              accountNumber: m['verification.field.account_number']({ min, max }),
            }),
        ...(holder.trim() === '' && { holder: m['verification.field.holder_required']() }),
      };
    },
    async send({ bankCode, accountNumber = '', holder = '' }) {
      const code: BankCode | undefined = asBankCode(bankCode);
      if (!code) return;
      try {
        await props.act(() =>
          saveBankAccount({ bankCode: code, accountNumber: onlyDigits(accountNumber), holder }),
        );
      } catch (error) {
        if (error instanceof ProofCancelled) return;
        throw error;
      }
      await props.onSaved();
    },
    onError: () => toast('danger', m['verification.page.bank_failed']()),
  });
  return (
    <form {...form.props} className="grid max-w-md gap-4">
      <p className="text-ink-soft">{m['verification.page.bank_hint']()}</p>
      <SelectField
        label={m['verification.page.bank']()}
        name="bankCode"
        defaultValue=""
        error={form.fields['bankCode']}
      >
        <option value="">{m['verification.page.bank_choose']()}</option>
        {bankCodes.map((code) => (
          <option key={code} value={code}>
            {bankNames[code]()}
          </option>
        ))}
      </SelectField>
      <TextField
        label={m['verification.page.account_number']()}
        hint={m['verification.page.account_number_hint']()}
        name="accountNumber"
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        error={form.fields['accountNumber']}
      />
      <TextField
        label={m['verification.page.holder']()}
        name="holder"
        autoComplete="name"
        maxLength={60}
        error={form.fields['holder']}
      />
      <FormMessage>{form.message}</FormMessage>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={form.pending}>
          {form.pending ? m['verification.page.working']() : m['verification.page.bank_save']()}
        </Button>
        {props.onCancel && (
          <Button look="quiet" onClick={props.onCancel}>
            {m['verification.page.cancel']()}
          </Button>
        )}
      </div>
    </form>
  );
}
