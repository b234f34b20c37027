import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { Group } from '#ui/form-group.tsx';
import type { Rights } from '../contract.ts';
import { isCleared, purposes, type Use } from '../rules.ts';
import { dutyWords, purposeChoices } from '../words.ts';
import { AskDialog } from './ask-dialog.tsx';
import { shareWords } from './share-words.ts';

/**
 * Choice of what designs of others are made for, with what their licences say to it. What they do not allow can be asked
 * for here; `onAsked` is called afterwards.
 */
export function RightsField(props: {
  rights: readonly Rights[];
  use: Use;
  onUse(use: Use): void;
  onAsked(): void;
  error: string | undefined;
}) {
  const { rights, use, onUse, onAsked, error } = props;
  const hasThanks = rights.some(({ shareDue }) => shareDue === 'optional');
  return (
    <Group title={m['licensing.use.title']()}>
      <div role="radiogroup" aria-label={m['licensing.use.title']()} className="grid gap-2 sm:grid-cols-3">
        {purposes.map((purpose) => (
          <ChoiceField
            key={purpose}
            type="radio"
            name="purpose"
            value={purpose}
            checked={use.purpose === purpose}
            onChange={() => onUse({ ...use, purpose })}
          >
            {purposeChoices[purpose]()}
          </ChoiceField>
        ))}
      </div>
      <ul className="grid gap-3">
        {rights.map((each) => (
          <Decision key={each.resourceId} rights={each} onAsked={onAsked} />
        ))}
      </ul>
      {hasThanks && (
        <ChoiceField
          type="checkbox"
          name="withThanks"
          checked={use.withThanks}
          onChange={(event) => onUse({ ...use, withThanks: event.target.checked })}
          hint={m['licensing.use.thanks_hint']()}
        >
          {m['licensing.use.thanks']()}
        </ChoiceField>
      )}
      {error !== undefined && <p className="text-sm font-semibold text-danger">{error}</p>}
    </Group>
  );
}

function Decision({ rights, onAsked }: { rights: Rights; onAsked(): void }) {
  const { verdict, words, sentence, duties, share, shareDue, canAsk, request } = rights;
  const [isAsking, setIsAsking] = useState(false);
  const isAllowed = isCleared(rights);
  const Icon = isAllowed ? CircleCheck : verdict === 'ask_author' ? CircleHelp : CircleX;
  return (
    <li className={`grid gap-2 rounded-md p-4 ${isAllowed ? 'bg-accent-soft' : 'bg-sunken'}`}>
      <p className="flex gap-3">
        <Icon
          aria-hidden="true"
          className={`mt-0.5 size-5 shrink-0 ${isAllowed ? 'text-accent-strong' : 'text-ink-soft'}`}
        />
        <span className="min-w-0">{words}</span>
      </p>
      {sentence !== null && (
        <blockquote lang="en" className="border-l-4 border-line-strong pl-3 text-sm text-ink-soft">
          {sentence}
        </blockquote>
      )}
      {duties.length > 0 && <p className="text-sm">{duties.map((duty) => dutyWords[duty]()).join(' ')}</p>}
      {share !== null && shareDue !== 'none' && (
        <p className="text-sm font-semibold">{m['licensing.use.share']({ share: shareWords(share) })}</p>
      )}
      {request?.answer && (
        <p className="text-sm break-words">{m['licensing.use.answer']({ answer: request.answer })}</p>
      )}
      {request?.state === 'asked' && !isAllowed && (
        <p className="font-semibold">{m['licensing.use.waiting']()}</p>
      )}
      {canAsk && (
        <Button look="secondary" className="w-fit" onClick={() => setIsAsking(true)}>
          {m['licensing.use.ask']()}
        </Button>
      )}
      {!isAllowed && !canAsk && request?.state !== 'asked' && (
        <Link to="/resources" className="w-fit py-1 text-accent-strong underline">
          {m['licensing.use.others']()}
        </Link>
      )}
      {isAsking &&
        // The dialog has a form of its own, which must not be within the form of the page.
        createPortal(
          <div onSubmit={(event) => event.stopPropagation()} onInput={(event) => event.stopPropagation()}>
            <AskDialog
              rights={rights}
              onClose={() => setIsAsking(false)}
              onAsked={() => {
                setIsAsking(false);
                onAsked();
              }}
            />
          </div>,
          document.body,
        )}
    </li>
  );
}
