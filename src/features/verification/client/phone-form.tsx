import { useEffect, useState } from 'react';
import { FormMessage, useForm } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { Verification } from '../contract.ts';
import { codeDigits, normalizePhone, secondsToResend } from '../rules.ts';
import { askForCode, verifyPhone } from './api.ts';
import { plainDigits } from '#platform/shared/widths.ts';

type Props = {
  verified: boolean;
  pendingCode: Verification['pendingCode'];
  onChange: () => Promise<void>;
};
/** Recipient of the code. After a reload only the end of the number is known, so the code cannot be sent again. */
type Sent = { shown: string; again: { phone: string; at: Date } | null };

/** Form for a phone number, then for the code that was sent to it. */
export function PhoneForm({ verified, pendingCode, onChange }: Props) {
  const [open, setOpen] = useState(!verified || pendingCode !== null);
  const [sent, setSent] = useState<Sent | null>(pendingCode && { shown: pendingCode.phone, again: null });
  function sentTo(phone: string): void {
    setSent({ shown: phone, again: { phone, at: new Date() } });
    // Update the state, so that the field of the code is there after leaving the page and coming back.
    void onChange();
  }
  if (!open) {
    return (
      <Button look="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
        {m['verification.page.phone_change']()}
      </Button>
    );
  }
  if (!sent) return <NumberForm onSent={sentTo} />;
  return (
    <CodeForm
      sent={sent}
      onResent={sentTo}
      onOther={() => setSent(null)}
      onVerified={async () => {
        setSent(null);
        setOpen(false);
        toast('success', m['verification.page.phone_verified']());
        await onChange();
      }}
    />
  );
}

function tellRequestFailure(error: unknown): void {
  toast('danger', m['verification.page.request_failed'](), describeError(error, ''));
}

function NumberForm({ onSent }: { onSent: (phone: string) => void }) {
  const form = useForm({
    check({ phone = '' }) {
      if (phone.trim() === '') return { phone: m['verification.field.phone_required']() };
      return normalizePhone(phone) === null ? { phone: m['verification.field.phone']() } : {};
    },
    async send({ phone = '' }) {
      await askForCode(phone);
      onSent(phone.trim());
    },
    onError: () => toast('danger', m['verification.page.request_failed']()),
  });
  return (
    <form {...form.props} className="grid max-w-md gap-4">
      <TextField
        label={m['verification.page.phone']()}
        hint={m['verification.page.phone_hint']()}
        name="phone"
        type="tel"
        autoComplete="tel"
        maxLength={40}
        error={form.fields['phone']}
      />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" disabled={form.pending} className="justify-self-start">
        {form.pending ? m['verification.page.working']() : m['verification.page.phone_send']()}
      </Button>
    </form>
  );
}

function CodeForm(props: {
  sent: Sent;
  onResent(phone: string): void;
  onOther(): void;
  onVerified(): Promise<void>;
}) {
  const { sent, onResent, onOther, onVerified } = props;
  const [code, setCode] = useState('');
  const form = useForm({
    check() {
      if (code === '') return { code: m['verification.field.code_required']() };
      return code.length === codeDigits ? {} : { code: m['verification.field.code']({ digits: codeDigits }) };
    },
    async send() {
      await verifyPhone(sent.again?.phone, code);
      await onVerified();
    },
    onError: () => toast('danger', m['verification.page.verify_failed']()),
  });
  const { ref } = form.props;
  useEffect(() => {
    ref.current?.querySelector('input')?.focus();
  }, [ref]);
  return (
    <form {...form.props} className="grid max-w-md gap-4">
      <p role="status">{m['verification.page.phone_sent']({ phone: sent.shown })}</p>
      <TextField
        label={m['verification.page.code']()}
        hint={m['verification.page.code_hint']()}
        name="code"
        inputMode="numeric"
        // Phones suggest the code of a text message.
        autoComplete="one-time-code"
        value={code}
        // Pasted text may be "123 456", or the whole message.
        onChange={(event) =>
          setCode(plainDigits(event.target.value).replaceAll(/\D/g, '').slice(0, codeDigits))
        }
        className="max-w-48 text-center text-xl tracking-widest tabular-nums"
        error={form.fields['code']}
      />
      <FormMessage>{form.message}</FormMessage>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={form.pending}>
          {form.pending ? m['verification.page.working']() : m['verification.page.verify']()}
        </Button>
        {sent.again && <ResendButton {...sent.again} onResent={onResent} />}
        <Button look="quiet" onClick={onOther}>
          {m['verification.page.other_number']()}
        </Button>
      </div>
    </form>
  );
}

function ResendButton({ phone, at, onResent }: { phone: string; at: Date; onResent(phone: string): void }) {
  const waitSeconds = useSecondsToResend(at);
  return (
    <Button
      look="secondary"
      disabled={waitSeconds > 0}
      onClick={() => void askForCode(phone).then(() => onResent(phone), tellRequestFailure)}
    >
      {waitSeconds > 0
        ? m['verification.page.resend_in']({ seconds: waitSeconds })
        : m['verification.page.resend']()}
    </Button>
  );
}

function useSecondsToResend(sentAt: Date): number {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000);
    return () => clearInterval(timer);
  }, []);
  return secondsToResend(sentAt, now);
}
