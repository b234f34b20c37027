import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { formatDay } from '#platform/client/local-time.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { passportPath } from '../code.ts';
import type { Passport } from '../contract.ts';
import { claimThing, passportQuery } from './api.ts';

/** The one action of a passport: to claim the thing, or to take it over from its holder. */
export function Claim(props: { passport: Passport; isSignedIn: boolean; handover: string | undefined }) {
  const { passport, isSignedIn, handover } = props;
  const { own, claim, code } = passport;
  if (own) {
    return (
      <p className="flex flex-wrap items-center gap-x-2 rounded-lg bg-accent-soft px-4 py-3 font-semibold text-accent-strong">
        <BadgeCheck aria-hidden="true" className="size-5" />
        {m['passports.own.mine']()}
        <span className="text-sm font-normal">
          {m['passports.own.since']({ day: formatDay(own.claimedAt) })}
        </span>
      </p>
    );
  }
  if (claim === 'waits') return <p className="text-ink-soft">{m['passports.claim.waits']()}</p>;
  if (claim === 'own_work') return <p className="text-ink-soft">{m['passports.claim.own_work']()}</p>;
  if (!isSignedIn) {
    if (claim === 'claimed' && handover === undefined)
      return <p className="text-ink-soft">{m['passports.claim.claimed']()}</p>;
    const next =
      passportPath(code) + (handover === undefined ? '' : `?handover=${encodeURIComponent(handover)}`);
    return (
      <div className="grid gap-2">
        <Link to="/login" search={{ next }} className={buttonClass('primary', 'min-h-14 text-lg')}>
          {handover === undefined ? m['passports.claim.login']() : m['passports.claim.take']()}
        </Link>
        <p className="text-sm text-ink-soft">{m['passports.claim.text']()}</p>
      </div>
    );
  }
  return claim === 'open' ? (
    <ClaimButton code={code} />
  ) : (
    <details open={handover !== undefined} className="rounded-lg border border-line p-4">
      <summary className="cursor-pointer">
        {m['passports.claim.claimed']()}{' '}
        <span className="font-semibold text-accent-strong underline">{m['passports.claim.have_code']()}</span>
      </summary>
      <TakeOver code={code} handover={handover} />
    </details>
  );
}

function ClaimButton({ code }: { code: string }) {
  const client = useQueryClient();
  const [isSending, setIsSending] = useState(false);
  async function send(): Promise<void> {
    setIsSending(true);
    try {
      client.setQueryData(passportQuery(code).queryKey, await claimThing(code));
      void client.invalidateQueries({ queryKey: ['things'] });
      toast('success', m['passports.claim.done']());
    } catch (error) {
      toast('danger', describeError(error));
      await client.invalidateQueries({ queryKey: ['passport', code] });
    } finally {
      setIsSending(false);
    }
  }
  return (
    <div className="grid gap-2">
      <Button className="min-h-14 text-lg" disabled={isSending} onClick={() => void send()}>
        {m['passports.claim.action']()}
      </Button>
      <p className="text-sm text-ink-soft">{m['passports.claim.text']()}</p>
    </div>
  );
}

function TakeOver({ code, handover }: { code: string; handover: string | undefined }) {
  const client = useQueryClient();
  const form = useForm({
    check: (values) => missing(values, ['handover']),
    async send({ handover: typed = '' }) {
      client.setQueryData(passportQuery(code).queryKey, await claimThing(code, typed));
      void client.invalidateQueries({ queryKey: ['things'] });
      toast('success', m['passports.claim.done']());
    },
  });
  return (
    <form {...form.props} className="mt-4 grid gap-4">
      <TextField
        label={m['passports.claim.code']()}
        name="handover"
        defaultValue={handover}
        autoComplete="off"
        maxLength={60}
        error={form.fields['handover']}
      />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" disabled={form.pending}>
        {m['passports.claim.take']()}
      </Button>
    </form>
  );
}
