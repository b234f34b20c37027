import { useEffect, useRef, useState, type FormEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { useModifierKey } from '#platform/client/apple.ts';
import { Button } from '#ui/button.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { limits } from '../rules.ts';
import { openDraft } from './draft-store.ts';

/** Message field whose draft stays in this browser until it is sent. */
export function Composer(props: {
  conversationId: string;
  personId: string;
  /** If it returns a promise, the draft is kept until that resolves. */
  send(text: string): void | Promise<void>;
}) {
  const { conversationId, personId, send } = props;
  const modifier = useModifierKey();
  const [draft] = useState(() => openDraft(personId, conversationId));
  const [error, setError] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // The server has no drafts, so the field is empty during server rendering.
  useEffect(() => {
    const field = form.current?.querySelector('textarea');
    if (field && field.value === '') field.value = draft.read().text;
  }, [draft]);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    const field = event.currentTarget.querySelector('textarea');
    if (!field) return;
    const text = field.value.trim();
    setError(text === '' ? m['platform.field.required']() : undefined);
    field.focus();
    if (text === '') return;
    const sent = send(text);
    if (sent) {
      setIsSending(true);
      const isSent = await sent.then(
        () => true,
        () => false,
      );
      setIsSending(false);
      if (!isSent) return;
    }
    field.value = '';
    draft.keep('');
  }
  return (
    <form ref={form} method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
      <TextAreaField
        label={m['conversations.talk.label']()}
        hint={
          <span className="hidden pointer-fine:inline">
            {m['conversations.talk.hint']({ key: modifier })}
          </span>
        }
        name="text"
        rows={3}
        maxLength={limits.text}
        error={error}
        onChange={(event) => {
          setError(undefined);
          draft.keep(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            event.currentTarget.form?.requestSubmit();
        }}
      />
      <Button type="submit" aria-busy={isSending} className="w-full sm:w-fit sm:justify-self-end">
        {isSending ? m['conversations.talk.sending']() : m['conversations.talk.send']()}
      </Button>
    </form>
  );
}
