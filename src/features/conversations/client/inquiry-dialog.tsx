import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextAreaField } from '#ui/field.tsx';
import type { About } from '../contract.ts';
import { limits } from '../rules.ts';
import { conversationsKey, sendInquiry } from './api.ts';
import { openDraft } from './draft-store.ts';

export function InquiryDialog(props: { about: About; title: string; personId: string; onClose(): void }) {
  const { about, title, personId, onClose } = props;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [draft] = useState(() => openDraft(personId, `inquiry:${Object.values(about)[0]}`));
  const form = useForm({
    check: (values) => missing(values, ['text']),
    async send({ text = '' }) {
      // A retry keeps the client id; changed text gets a new one.
      draft.keep(text);
      const { id } = await sendInquiry(about, draft.read());
      draft.keep('');
      void client.invalidateQueries({ queryKey: conversationsKey });
      toast('success', m['conversations.inquiry.sent']());
      await navigate({ to: '/my/conversations/$id', params: { id } });
    },
  });
  return (
    <Dialog title={m['conversations.inquiry.title']()} onClose={onClose}>
      <form {...form.props} className="grid gap-4">
        <p className="break-words">{m['conversations.inquiry.about']({ title })}</p>
        <TextAreaField
          label={m['conversations.inquiry.label']()}
          hint={
            'resourceId' in about
              ? m['conversations.inquiry.hint_resource']()
              : m['conversations.inquiry.hint']()
          }
          name="text"
          rows={6}
          maxLength={limits.text}
          defaultValue={draft.read().text}
          error={form.fields['text']}
          onChange={(event) => draft.keep(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
              event.currentTarget.form?.requestSubmit();
          }}
        />
        <FormMessage>{form.message}</FormMessage>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={onClose}>
            {m['conversations.inquiry.cancel']()}
          </Button>
          <Button type="submit" disabled={form.pending}>
            {form.pending ? m['conversations.inquiry.sending']() : m['conversations.inquiry.send']()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
