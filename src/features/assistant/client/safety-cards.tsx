import { ShieldAlert } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import type { SafetyCard } from '../rules.ts';
import { safetyWords } from './words.ts';

export function SafetyCards({ cards }: { cards: readonly SafetyCard[] }) {
  if (cards.length === 0) return null;
  return (
    <ul aria-label={m['assistant.safety.label']()} className="grid gap-2">
      {cards.map((card) => (
        <li key={card} className="flex gap-3 rounded-md bg-danger-soft p-4 text-danger">
          <ShieldAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <div className="grid gap-1">
            <p className="font-bold">{safetyWords[card].title()}</p>
            <p className="text-sm text-pretty">{safetyWords[card].text()}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
