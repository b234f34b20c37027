import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextAreaField } from '#ui/field.tsx';
import type { WantedDetail } from '../contract.ts';
import { wantedLimits } from '../rules.ts';
import { objectTo } from './api.ts';
import { useShown } from './use-shown.ts';

/** Says that one's answer was used; staff decide then. */
export function ObjectDialog(props: { post: WantedDetail; answerId: string; onClose(): void }) {
  const { post, answerId, onClose } = props;
  const show = useShown(post.id);
  const [text, setText] = useState('');
  const [isTried, setIsTried] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => objectTo(post.id, { answerId, text }),
    onSuccess: (changed) => {
      show(changed);
      toast('success', m['wanted.object.sent']());
      onClose();
    },
  });
  const field = error instanceof ApiError ? error.fields['text'] : undefined;
  const missing = isTried && text.trim() === '' ? m['platform.field.required']() : undefined;
  return (
    <Dialog title={m['wanted.object.open']()} onClose={onClose}>
      <p>{m['wanted.object.explain']()}</p>
      <TextAreaField
        label={m['wanted.object.text']()}
        name="text"
        rows={5}
        maxLength={wantedLimits.objection}
        value={text}
        error={missing ?? field}
        onChange={({ target }) => setText(target.value)}
      />
      {error && field === undefined && (
        <p role="alert" className="text-danger">
          {describeError(error)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          {m['wanted.post.cancel']()}
        </Button>
        <Button
          disabled={isPending}
          onClick={() => {
            setIsTried(true);
            if (text.trim() !== '') mutate();
          }}
        >
          {m['wanted.object.send']()}
        </Button>
      </div>
    </Dialog>
  );
}
