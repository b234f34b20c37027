import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import type { Consent } from '../rules.ts';
import { currentConsent, sayConsent } from './page-state.ts';

/** Asks for consent to ads of Google. The bar covers nothing, and both answers are equally easy. */
export function ConsentBar() {
  const [isAnswered, setIsAnswered] = useState(false);
  if (isAnswered) return null;
  return (
    <section aria-label={m['ads.consent.title']()} className="border-b border-line bg-surface">
      <div className="wide flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
        <p className="min-w-0 flex-1 basis-72 text-sm">
          {m['ads.consent.ask']()}{' '}
          <Link to="/privacy" hash="ads-consent" className="inline-block text-accent-strong underline">
            {m['ads.consent.more']()}
          </Link>
        </p>
        <Answers
          onAnswer={(consent) => {
            sayConsent(consent);
            setIsAnswered(true);
            // The focused button disappears with the bar.
            document.getElementById('content')?.focus({ preventScroll: true });
          }}
        />
      </div>
    </section>
  );
}

function Answers({ onAnswer }: { onAnswer(consent: Consent): void }) {
  return (
    <div className="flex gap-2">
      <Button look="secondary" className="min-w-24" onClick={() => onAnswer('yes')}>
        {m['ads.consent.allow']()}
      </Button>
      <Button look="secondary" className="min-w-24" onClick={() => onAnswer('no')}>
        {m['ads.consent.refuse']()}
      </Button>
    </div>
  );
}

/** Form to change the consent later. */
export function ConsentChoice() {
  const [consent, setConsent] = useState(currentConsent);
  const told = {
    yes: () => m['ads.consent.allowed'](),
    no: () => m['ads.consent.refused'](),
    none: () => m['ads.consent.unsaid'](),
  }[consent ?? 'none'];
  return (
    <section aria-labelledby="ads-consent" className="mt-8 grid justify-items-start gap-3">
      <h2 id="ads-consent" className="scroll-mt-4 text-xl font-bold">
        {m['ads.consent.title']()}
      </h2>
      <p>{m['ads.consent.ask']()}</p>
      <p role="status">{told()}</p>
      <Answers
        onAnswer={(said) => {
          sayConsent(said);
          setConsent(said);
        }}
      />
    </section>
  );
}
