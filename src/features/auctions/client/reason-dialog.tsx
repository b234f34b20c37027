import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { auctionLimits } from '../rules.ts';

/** Confirms an irreversible action and asks for its reason. */
export function ReasonDialog(props: {
  title: string;
  text: string;
  isRequired: boolean;
  isSending: boolean;
  onClose(): void;
  onSend(reason: string): void;
}) {
  const { title, text, isRequired, isSending, onClose, onSend } = props;
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        method="post"
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isRequired && reason.trim() === '') setIsMissing(true);
          else onSend(reason.trim());
        }}
      >
        <p>{text}</p>
        <TextAreaField
          label={m['auctions.reason.label']()}
          {...(!isRequired && { optional: m['auctions.form.optional']() })}
          rows={3}
          value={reason}
          maxLength={auctionLimits.reason}
          error={isMissing ? m['platform.field.required']() : undefined}
          onChange={(event) => {
            setReason(event.target.value);
            setIsMissing(false);
          }}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={onClose}>
            {m['auctions.reason.back']()}
          </Button>
          <Button type="submit" look="danger" disabled={isSending}>
            {title}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
