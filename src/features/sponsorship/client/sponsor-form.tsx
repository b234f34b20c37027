import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { FormMessage, useForm } from '#features/accounts/client/public.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError } from '#platform/client/fetcher.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { AskedRecipient, SponsorOffer } from '../contract.ts';
import { cadences, sponsorshipLimits, type Cadence } from '../rules.ts';
import { promise, type Wanted } from './api.ts';
import { cadenceNames, recipientName, tierNames, won } from './words.ts';

/** Form for amount and interval, which leads to the payment page. */
export function SponsorForm(props: {
  offer: SponsorOffer;
  /** Null means the house. */
  recipient: AskedRecipient | null;
  wanted: Wanted;
  isSignedIn: boolean;
}) {
  const { offer, recipient, wanted, isSignedIn } = props;
  const navigate = useNavigate();
  const { pathname, searchStr } = useLocation();
  const key = useRef('');
  const [choice, setChoice] = useState(String(offer.tiers[1]?.amount ?? offer.tiers[0]?.amount ?? 0));
  const [cadence, setCadence] = useState<Cadence>('once');
  const least = offer.tiers[0]?.amount ?? 1;
  const range = { least: won(least), most: won(offer.most) };
  const amountOf = (typed: string | undefined) =>
    choice === 'other' ? Number((typed ?? '').replaceAll(/[,\s]/g, '')) : Number(choice);
  const form = useForm({
    check: ({ amount: typed, consent }) => {
      const amount = amountOf(typed);
      return {
        ...((!Number.isInteger(amount) || amount < least || amount > offer.most) && {
          amount: m['sponsorship.form.amount_wrong'](range),
        }),
        ...(consent === undefined && { consent: m['sponsorship.form.consent_needed']() }),
      };
    },
    async send({ amount: typed, message = '', anonymous }) {
      try {
        const { contributions } = await promise(
          {
            ...wanted,
            amount: amountOf(typed),
            cadence,
            message,
            isAnonymous: anonymous !== undefined,
            consent: true,
          },
          (key.current ||= crypto.randomUUID()),
        );
        // Needs a full page load, because the CSP of payment pages belongs to their document.
        await navigate({
          to: '/payment/sponsor/$id',
          params: { id: contributions[0]?.id ?? '' },
          reloadDocument: true,
        });
      } catch (error) {
        // Keep the key only if no response came.
        if (!(error instanceof ApiError && error.code === 'network_error')) key.current = '';
        throw error;
      }
    },
  });
  return (
    <form
      {...form.props}
      aria-labelledby="sponsor-form"
      className="grid grid-cols-[minmax(0,1fr)] gap-6 rounded-lg border border-line bg-surface p-5 md:p-6"
    >
      <h2 id="sponsor-form" className="text-xl font-bold">
        {m['sponsorship.form.title']()}
      </h2>
      {recipient && (
        <div className="grid justify-items-start gap-1">
          <p className="wrap-anywhere">
            <span className="text-ink-soft">{m['sponsorship.form.for']()}</span>{' '}
            <strong>{recipientName(recipient)}</strong>
          </p>
          <p className="text-sm text-ink-soft">
            {m['sponsorship.form.share']({ percent: offer.feePercent })}
          </p>
          <Link to="/sponsor" className="py-2 text-sm text-accent-strong underline">
            {m['sponsorship.form.to_house']()}
          </Link>
        </div>
      )}
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold">{m['sponsorship.cadence.label']()}</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {cadences.map((each) => (
            <ChoiceField
              key={each}
              type="radio"
              name="cadence"
              value={each}
              checked={cadence === each}
              onChange={() => setCadence(each)}
            >
              {cadenceNames[each]()}
            </ChoiceField>
          ))}
        </div>
      </fieldset>
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold">{m['sponsorship.form.tier']()}</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {offer.tiers.map(({ tier, amount, banner }) => (
            <ChoiceField
              key={tier}
              type="radio"
              name="choice"
              value={amount}
              checked={choice === String(amount)}
              onChange={() => setChoice(String(amount))}
              hint={
                banner && recipient === null
                  ? `${m['sponsorship.perk.wall']()} · ${m['sponsorship.perk.banner']()}`
                  : m['sponsorship.perk.wall']()
              }
            >
              {tierNames[tier]()} · <span className="whitespace-nowrap">{won(amount)}</span>
            </ChoiceField>
          ))}
          <ChoiceField
            type="radio"
            name="choice"
            value="other"
            checked={choice === 'other'}
            onChange={() => setChoice('other')}
          >
            {m['sponsorship.form.other']()}
          </ChoiceField>
        </div>
        {choice === 'other' && (
          <TextField
            label={m['sponsorship.form.amount']()}
            name="amount"
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            hint={m['sponsorship.form.amount_hint'](range)}
            error={form.fields['amount']}
          />
        )}
      </fieldset>
      <TextField
        label={m['sponsorship.form.message']()}
        name="message"
        maxLength={sponsorshipLimits.message}
        autoComplete="off"
        hint={m['sponsorship.form.message_hint']()}
        error={form.fields['message']}
      />
      <ChoiceField type="checkbox" name="anonymous">
        {m['sponsorship.form.anonymous']()}
      </ChoiceField>
      <div className="grid gap-3 border-t border-line pt-5">
        <p>
          {cadence === 'once' ? m['sponsorship.form.terms_once']() : m['sponsorship.form.terms_monthly']()}
        </p>
        {isSignedIn ? (
          <>
            <ChoiceField
              type="checkbox"
              name="consent"
              aria-invalid={form.fields['consent'] !== undefined}
              aria-describedby={form.fields['consent'] === undefined ? undefined : 'consent-error'}
            >
              {m['sponsorship.form.consent']()}
            </ChoiceField>
            {form.fields['consent'] !== undefined && (
              <p id="consent-error" role="alert" className="text-sm font-semibold text-danger">
                {form.fields['consent']}
              </p>
            )}
            <FormMessage>{form.message}</FormMessage>
            <Button type="submit" disabled={form.pending} className="w-fit">
              {m['sponsorship.form.next']()}
            </Button>
          </>
        ) : (
          <Link
            to="/login"
            search={{ next: pathname + searchStr }}
            className={buttonClass('primary', 'w-fit')}
          >
            {m['sponsorship.form.login']()}
          </Link>
        )}
      </div>
    </form>
  );
}
