import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { isSendKey } from '#platform/client/send-key.ts';
import { describeError } from '#platform/client/fetcher.ts';
import { Button } from '#ui/button.tsx';
import type { Message } from '../contract.ts';
import { communityLimits } from '../rules.ts';
import { editMessage } from './api.ts';
import { putChanged } from './live.ts';

/** Inline form to edit one's own message. */
export function EditForm({ message, onClose }: { message: Message; onClose(): void }) {
  const client = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState('');
  const [isSaving, setSaving] = useState(false);
  useLayoutEffect(() => {
    const element = field.current;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);

  async function save(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    const text = field.current?.value.trim() ?? '';
    if (text === message.text) return onClose();
    if (text === '' && message.attachments.length === 0) return setProblem(m['community.talk.edit_empty']());
    setSaving(true);
    try {
      putChanged(client, await editMessage(message.id, { text }));
      onClose();
    } catch (error) {
      setProblem(describeError(error));
      setSaving(false);
    }
  }
  return (
    <form
      method="post"
      noValidate
      onInput={() => setProblem('')}
      onSubmit={(event) => void save(event)}
      className="grid gap-2 py-1"
    >
      <textarea
        ref={field}
        defaultValue={message.text}
        aria-label={m['community.talk.edit_label']()}
        aria-invalid={problem !== '' || undefined}
        maxLength={communityLimits.text}
        rows={2}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            onClose();
          } else if (isSendKey(event.nativeEvent)) {
            event.preventDefault();
            void save();
          }
        }}
        className="field-sizing-content max-h-60 min-h-11 w-full rounded-md border border-line-strong bg-surface px-3 py-2"
      />
      {problem !== '' && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" aria-busy={isSaving} className="text-sm">
          {m['community.talk.save']()}
        </Button>
        <Button look="quiet" className="text-sm" onClick={onClose}>
          {m['community.talk.cancel']()}
        </Button>
        <span className="hidden text-sm text-ink-soft pointer-fine:inline">
          {m['community.talk.edit_keys']()}
        </span>
      </div>
    </form>
  );
}
