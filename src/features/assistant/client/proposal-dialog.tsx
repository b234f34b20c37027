import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextAreaField, TextField } from '#ui/field.tsx';
import type { Action, Guide } from '../contract.ts';
import { assistantLimits } from '../rules.ts';
import { proposeFix } from './api.ts';

/** Dialog to propose a new text for a step, which its author decides about. */
export function ProposalDialog(props: {
  resourceId: string;
  conversationId: string;
  step: Guide['steps'][number];
  /** Text suggested by a model. */
  fix: Action['fix'];
  onClose(): void;
}) {
  const { resourceId, conversationId, step, fix, onClose } = props;
  const [title, setTitle] = useState(step.title);
  const [text, setText] = useState(fix?.text ?? step.text);
  const [reason, setReason] = useState(fix?.reason ?? '');
  const send = useMutation({
    mutationFn: () =>
      proposeFix(resourceId, {
        step: step.number,
        title,
        text,
        reason,
        conversationId,
        isFromModel: fix !== null,
      }),
    onSuccess: () => {
      toast('success', m['assistant.propose.sent']());
      onClose();
    },
  });
  const problem = send.error instanceof ApiError ? send.error : null;
  return (
    <Dialog title={m['assistant.propose.title']({ number: step.number })} onClose={onClose}>
      <form
        method="post"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate();
        }}
      >
        <p className="text-ink-soft">{m['assistant.propose.lead']()}</p>
        <TextField
          label={m['assistant.propose.step_title']()}
          value={title}
          maxLength={200}
          error={problem?.fields['title']}
          onChange={({ target }) => setTitle(target.value)}
        />
        <TextAreaField
          label={m['assistant.propose.text']()}
          rows={6}
          value={text}
          maxLength={assistantLimits.stepText}
          error={problem?.fields['text']}
          onChange={({ target }) => setText(target.value)}
        />
        <TextAreaField
          label={m['assistant.propose.reason']()}
          rows={2}
          value={reason}
          maxLength={1000}
          error={problem?.fields['reason']}
          onChange={({ target }) => setReason(target.value)}
        />
        {send.error && Object.keys(problem?.fields ?? {}).length === 0 && (
          <p role="alert" className="font-semibold text-danger">
            {describeError(send.error)}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={onClose}>
            {m['assistant.propose.back']()}
          </Button>
          <Button type="submit" disabled={send.isPending}>
            {m['assistant.propose.send']()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
