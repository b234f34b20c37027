import { Link } from '@tanstack/react-router';
import { BadgeCheck } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';

/** Verification that is needed before publishing, shown early; nothing if it is complete. */
export function StepsNeeded(props: {
  title: string;
  user: { phoneVerified: boolean; bankRegistered: boolean };
  /** Only the phone, for services without payment. */
  phoneOnly?: boolean;
  /** Page to return to after the verification. */
  next?: string;
}) {
  const { title, user, phoneOnly = false, next } = props;
  const steps = [
    { isDone: user.phoneVerified, name: m['verification.steps.phone']() },
    ...(phoneOnly ? [] : [{ isDone: user.bankRegistered, name: m['verification.steps.bank']() }]),
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <div className="grid gap-3 rounded-md bg-accent-soft p-4">
      <p className="font-semibold">{title}</p>
      <ul className="grid gap-1">
        {steps.map(({ isDone, name }) => (
          <li key={name} className="flex min-h-11 items-center gap-2">
            <BadgeCheck
              aria-hidden="true"
              className={`size-5 ${isDone ? 'text-accent-strong' : 'text-ink-soft opacity-40'}`}
            />
            {isDone ? (
              <s>{name}</s>
            ) : (
              <Link
                to="/my/verification"
                search={{ next, needs: phoneOnly ? 'phone' : undefined }}
                className="font-semibold text-accent-strong underline"
              >
                {name}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <p className="text-sm">{m['verification.steps.note']()}</p>
    </div>
  );
}
