import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { currentUserQuery, FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import { Prose, stepTitle } from '#features/resources/client/public.tsx';
import type { Step } from '#features/resources/contract.ts';
import { ReportButton } from '#features/moderation/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { SelectField, TextAreaField } from '#ui/field.tsx';
import type { Comment, Reply } from '../contract.ts';
import { limits } from '../rules.ts';
import { commentsKey, commentsQuery, stepCommentsQuery } from './api.ts';
import { AuthorLine, Face } from './author-line.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { GrowingList } from './growing-list.tsx';
import { SupportNote } from './support-note.tsx';

/** Invalidates everything that counts comments. */
function useForgetComments(resourceId: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: ['resource', resourceId] });
    void client.invalidateQueries({ queryKey: stepCommentsQuery(resourceId).queryKey });
    await client.invalidateQueries({ queryKey: commentsKey(resourceId) });
  };
}

export function CommentSection({ resourceId, steps }: { resourceId: string; steps: readonly Step[] }) {
  const { data: user } = useQuery(currentUserQuery);
  const titleId = useId();
  const forget = useForgetComments(resourceId);
  const { pathname } = useLocation();
  // Increments to reset the form after sending.
  const [sent, setSent] = useState(0);
  return (
    <section aria-labelledby={titleId} id="comments" className="grid md:scroll-mt-24 gap-4">
      <h2 id={titleId} className="ruler pb-3 text-xl font-bold">
        {m['social.comments.title']()}
      </h2>
      {user ? (
        <Composer
          key={sent}
          label={m['social.comments.write']()}
          submit={m['social.comments.send']()}
          steps={steps}
          send={async ({ text, step }, idempotencyKey) => {
            const said = { text, ...(step !== undefined && { step }) };
            await sendJson('POST', `/api/resources/${resourceId}/comments`, said, { idempotencyKey });
            await forget();
            setSent(sent + 1);
            toast('success', m['social.comments.posted']());
          }}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-4 rounded-lg border border-line bg-surface p-4">
          <p>{m['social.comments.login_needed']()}</p>
          <Link to="/login" search={{ next: pathname }} className={buttonClass('secondary')}>
            {m['social.actions.login']()}
          </Link>
        </div>
      )}
      <GrowingList query={(page) => commentsQuery(resourceId, page)} empty={m['social.comments.empty']()}>
        {(comments) => (
          <ul className="grid gap-6">
            {comments.map((comment) => (
              <li key={comment.id} className="grid gap-4">
                <Thread resourceId={resourceId} comment={comment} />
              </li>
            ))}
          </ul>
        )}
      </GrowingList>
    </section>
  );
}

function Thread({ resourceId, comment }: { resourceId: string; comment: Comment }) {
  const { data: user } = useQuery(currentUserQuery);
  const [replying, setReplying] = useState(false);
  const forget = useForgetComments(resourceId);
  return (
    <>
      {comment.author ? (
        <Said
          resourceId={resourceId}
          said={comment}
          onReply={user ? () => setReplying(!replying) : null}
          replying={replying}
        />
      ) : (
        <p className="text-ink-soft italic">{m['social.comments.deleted']()}</p>
      )}
      {(comment.replies.length > 0 || replying) && (
        <div className="grid gap-4 border-l-2 border-line pl-4 sm:ml-5 sm:pl-6">
          {comment.replies.length > 0 && (
            <ul className="grid gap-4">
              {comment.replies.map((reply) => (
                <li key={reply.id}>
                  <Said resourceId={resourceId} said={reply} onReply={null} replying={false} />
                </li>
              ))}
            </ul>
          )}
          {replying && (
            <Composer
              label={m['social.comments.reply_to']({ name: comment.author?.fullName ?? '' })}
              submit={m['social.comments.send']()}
              focus
              onCancel={() => setReplying(false)}
              send={async ({ text }, idempotencyKey) => {
                await sendJson(
                  'POST',
                  `/api/resources/${resourceId}/comments`,
                  { text, parentId: comment.id },
                  { idempotencyKey },
                );
                await forget();
                setReplying(false);
                toast('success', m['social.comments.posted']());
              }}
            />
          )}
        </div>
      )}
    </>
  );
}

const quiet = 'min-h-9 py-1 text-accent-strong underline';

function Said(props: { resourceId: string; said: Reply; onReply: (() => void) | null; replying: boolean }) {
  const { resourceId, said, onReply, replying } = props;
  const { author, can } = said;
  const { data: user } = useQuery(currentUserQuery);
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const forget = useForgetComments(resourceId);
  const close = () => setOpen(null);
  if (!author) return null;
  return (
    <article aria-label={m['social.comments.of']({ name: author.fullName })} className="flex gap-3">
      <Face author={author} />
      <div className="grid min-w-0 flex-1 gap-1">
        <AuthorLine {...said} author={author} />
        {open === 'edit' ? (
          <Composer
            label={m['social.comments.edit_label']()}
            submit={m['social.actions.save_changes']()}
            initial={said.text}
            focus
            onCancel={close}
            send={async ({ text }) => {
              await sendJson('PATCH', `/api/comments/${said.id}`, { text });
              await forget();
              close();
            }}
          />
        ) : (
          <>
            <SupportNote support={said.support} />
            {said.step !== null && (
              <a href={`#step-${said.step + 1}`} className="w-fit text-sm text-accent-strong underline">
                {m['social.comments.to_step']({ number: said.step + 1 })}
              </a>
            )}
            <Prose text={said.text} kind="remark" />
          </>
        )}
        {user && open !== 'edit' && (
          <p className="flex flex-wrap gap-x-4 text-sm">
            {onReply && (
              <button type="button" className={quiet} aria-expanded={replying} onClick={onReply}>
                {m['social.comments.reply']()}
              </button>
            )}
            {can.edit && (
              <button type="button" className={quiet} onClick={() => setOpen('edit')}>
                {m['social.actions.edit']()}
              </button>
            )}
            {can.remove && (
              <button type="button" className={quiet} onClick={() => setOpen('remove')}>
                {m['social.actions.remove']()}
              </button>
            )}
            {!can.edit && (
              <ReportButton kind="comment" path={`/api/comments/${said.id}/reports`} look="link" />
            )}
          </p>
        )}
      </div>
      {open === 'remove' && (
        <ConfirmDialog
          title={m['social.comments.remove_title']()}
          text={m['social.comments.remove_text']()}
          onClose={close}
          remove={async () => {
            await sendJson('DELETE', `/api/comments/${said.id}`);
            toast('success', m['social.comments.removed']());
            await forget();
          }}
        />
      )}
    </article>
  );
}

function Composer(props: {
  label: string;
  submit: string;
  initial?: string;
  /** Steps of the guide that the comment can refer to. */
  steps?: readonly Step[];
  /** Opened by a click: move the focus there, and back when it closes. */
  focus?: boolean;
  send(said: { text: string; step?: number }, idempotencyKey: string): Promise<void>;
  onCancel?(): void;
}) {
  const { label, submit, initial = '', steps = [], focus = false, send, onCancel } = props;
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm({
    check: (values) => missing(values, ['text']),
    send: ({ text = '', step = '' }) => send({ text, ...(step !== '' && { step: Number(step) }) }, key),
  });
  const field = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!focus) return undefined;
    const opener = document.activeElement;
    field.current?.querySelector('textarea')?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [focus]);
  return (
    <form {...form.props} className="grid gap-3">
      <div ref={field}>
        <TextAreaField
          label={label}
          hint={m['social.markdown_hint']()}
          name="text"
          rows={3}
          maxLength={limits.comment}
          defaultValue={initial}
          error={form.fields['text']}
        />
      </div>
      {steps.length > 0 && (
        <SelectField
          label={m['social.comments.step']()}
          optional={m['social.comments.optional']()}
          name="step"
          className="max-w-md"
          error={form.fields['step']}
        >
          <option value="">{m['social.comments.no_step']()}</option>
          {steps.map((step, index) => (
            // Steps are identified by their position.
            // oxlint-disable-next-line react/no-array-index-key
            <option key={index} value={index}>
              {step.title
                ? m['social.comments.step_option']({ number: index + 1, title: step.title })
                : stepTitle(step, index)}
            </option>
          ))}
        </SelectField>
      )}
      <FormMessage>{form.message}</FormMessage>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={form.pending}>
          {form.pending ? m['social.comments.sending']() : submit}
        </Button>
        {onCancel && (
          <Button look="quiet" onClick={onCancel}>
            {m['social.actions.cancel']()}
          </Button>
        )}
      </div>
    </form>
  );
}
