import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, CheckCircle2, CircleHelp } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { currentUserQuery, FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextAreaField, TextField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { canAccept } from '../access.ts';
import type { Channel, Message } from '../contract.ts';
import { communityLimits } from '../rules.ts';
import { channelQuery, editMessage, messageQuery, questionQuery, readOn, threadQuery } from './api.ts';
import { Obstacle } from './channel-screen.tsx';
import { Composer } from './composer.tsx';
import { tagsOf } from './composing.ts';
import { putChanged, useLiveChannel, useViewer } from './live.ts';
import { AcceptButton } from './message-actions.tsx';
import { MessageItem } from './message-item.tsx';
import { NoChannel } from './no-channel.tsx';
import { OutgoingList } from './outgoing-list.tsx';
import { ReadOn } from './read-on.tsx';
import { useSending } from './sending.tsx';
import { TalkProvider, type Talk } from './talk-context.tsx';
import { emptyWords } from './words.ts';

/** Page of one question with its answers. `target` is an answer from the address. */
export function QuestionScreen(props: { slug: string; seq: number; target: number | null; help: HelpWith }) {
  const { slug, seq, target, help } = props;
  const { data: channel, error, refetch } = useQuery(channelQuery(slug));
  const question = useQuery({ ...questionQuery(channel?.id ?? '', seq), enabled: channel !== undefined });
  const failed = error ?? question.error;
  if (failed instanceof ApiError && [403, 404].includes(failed.status)) return <NoChannel error={failed} />;
  if (channel && question.data)
    return <Loaded channel={channel} question={question.data} target={target ?? seq} help={help} />;
  if (failed)
    return <LoadFailed retry={error ? refetch : question.refetch}>{describeError(failed)}</LoadFailed>;
  return <div aria-busy="true" className="m-4 h-96 animate-pulse rounded-lg bg-sunken" />;
}

type HelpWith = (question: Message) => ReactNode;

function Loaded(props: { channel: Channel; question: Message; target: number; help: HelpWith }) {
  const { channel, question, target, help } = props;
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { data: thread, error, refetch } = useQuery(threadQuery(channel.id, question.id));
  const client = useQueryClient();
  const viewer = useViewer(user?.id ?? null);
  const sending = useSending(user?.id ?? null);
  const [editing, setEditing] = useState<string | null>(null);
  const [isRewriting, setRewriting] = useState(false);
  const [replyTo, setReplyTo] = useState<Message | null>(null);
  const [heard, setHeard] = useState('');
  const [current, setCurrent] = useState<string | null>(null);
  useLiveChannel(channel, viewer, {
    onMessage(message) {
      if (message.threadId === question.id && message.author?.id !== user?.id)
        setHeard(m['community.ask.heard']({ name: message.author?.fullName ?? '' }));
    },
  });
  const { title = '', tags = [], acceptedId = null } = question.question ?? {};
  const isSolved = acceptedId !== null;
  const loaded = thread?.messages ?? [];
  // The accepted answer is shown first, however late it was written.
  const isApart = thread?.hasAfter === true && isSolved && !loaded.some(({ id }) => id === acceptedId);
  const { data: accepted } = useQuery({ ...messageQuery(acceptedId ?? ''), enabled: isApart });
  const answers = [...(isApart && accepted ? [accepted] : []), ...loaded].toSorted(
    (one, other) => Number(other.isAccepted) - Number(one.isAccepted) || one.seq - other.seq,
  );
  const isWhole = thread !== undefined && !thread.hasAfter;
  const count = isWhole ? answers.length : Math.max(question.replies, answers.length);
  function goTo(seq: number): void {
    const id = [question, ...answers].find((message) => message.seq === seq)?.id;
    const item = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(id ?? '')}"]`);
    item?.scrollIntoView({ block: 'center' });
    item?.focus({ preventScroll: true });
  }
  const isLoaded = thread !== undefined;
  const isThere = isLoaded && (!thread.hasAfter || (loaded.at(-1)?.seq ?? 0) >= target);
  useEffect(() => {
    if (isLoaded && !isThere) void readOn(client, channel.id, question.id, target).catch(() => {});
  }, [isLoaded, isThere, client, channel.id, question.id, target]);
  useEffect(() => {
    if (isThere && target !== question.seq) goTo(target);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once, when it is loaded
  }, [isThere, target]);

  const isMine = user !== null && question.author?.id === user.id;
  const standing = { isMember: true, isBanned: false, isMuted: !channel.can.write };
  const mayAccept =
    user !== null && canAccept(user, { authorId: question.author?.id ?? '' }, channel, standing);
  const talk: Talk = {
    channel,
    user,
    sending,
    editing,
    setEditing,
    openThread: () => {},
    reply: setReplyTo,
    goTo,
  };
  return (
    <TalkProvider value={talk}>
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] content-start gap-6 py-6 md:px-4">
        <header className="grid gap-2 px-4">
          <Link
            to="/remote-support/{-$channel}/{-$id}"
            params={{ channel: channel.slug, id: undefined }}
            className="flex w-fit items-center gap-1 py-2 text-accent-strong underline"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            {channel.name}
          </Link>
          <p
            className={`flex w-fit items-center gap-1.5 rounded-sm px-2 text-sm font-semibold ${
              isSolved ? 'bg-accent-soft text-accent-strong' : 'bg-sunken text-ink-soft'
            }`}
          >
            {isSolved ? (
              <CheckCircle2 aria-hidden="true" className="size-4" />
            ) : (
              <CircleHelp aria-hidden="true" className="size-4" />
            )}
            {isSolved ? m['community.ask.solved']() : m['community.ask.unsolved']()}
          </p>
          <h1 className="text-2xl font-bold wrap-anywhere">
            {question.state === 'shown' ? title : emptyWords(question.state)}
          </h1>
          <div className="flex flex-wrap items-center gap-2 text-sm">
            {tags.map((tag) => (
              <Link
                key={tag}
                to="/remote-support/{-$channel}/{-$id}"
                params={{ channel: channel.slug, id: undefined }}
                search={{ tag }}
                className="inline-flex min-h-9 items-center rounded-sm bg-sunken px-2 break-all hover:bg-accent-soft"
              >
                {tag}
              </Link>
            ))}
            {isMine && question.state === 'shown' && channel.can.write && (
              <button
                type="button"
                className="min-h-9 text-accent-strong underline"
                onClick={() => setRewriting(true)}
              >
                {m['community.ask.rewrite']()}
              </button>
            )}
            {isMine && question.state === 'shown' && !isSolved && help(question)}
          </div>
        </header>
        <MessageItem
          message={question}
          place="answer"
          isCurrent={current === null || current === question.id}
          onFocus={setCurrent}
        />
        <section aria-label={m['community.ask.answers_label']()} className="grid gap-2">
          <h2 className="ruler mx-4 pb-3 text-xl font-bold">{m['community.ask.answers']({ count })}</h2>
          {error && !thread && <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>}
          {!thread && !error && (
            <div aria-busy="true" className="mx-4 h-24 animate-pulse rounded-lg bg-sunken" />
          )}
          {thread && answers.length === 0 && (
            <p className="px-4 py-2 text-ink-soft">{m['community.ask.no_answers']()}</p>
          )}
          {answers.map((answer) => (
            <div key={answer.id} className={answer.seq === target ? 'just-changed' : ''}>
              <MessageItem
                message={answer}
                place="answer"
                isCurrent={current === answer.id}
                onFocus={setCurrent}
              />
              {mayAccept && answer.state === 'shown' && <AcceptButton message={answer} />}
            </div>
          ))}
          {thread?.hasAfter && <ReadOn channelId={channel.id} threadId={question.id} />}
          <OutgoingList threadId={question.id} known={thread?.messages ?? []} />
          <p role="status" className="sr-only">
            {heard}
          </p>
        </section>
        {/* A deleted question cannot be answered. */}
        <div
          hidden={question.state !== 'shown'}
          className="mx-4 overflow-hidden rounded-lg border border-line"
        >
          {channel.can.write ? (
            <Composer
              threadId={question.id}
              label={m['community.ask.write_answer']()}
              replyTo={replyTo}
              onReplyOver={() => setReplyTo(null)}
              onEditLast={() => {
                const own = thread?.messages.findLast(
                  ({ author, state }) => author?.id === user?.id && state === 'shown',
                );
                if (own) setEditing(own.id);
              }}
              // One's own new answer is at the end.
              onSent={() => void readOn(client, channel.id, question.id, Infinity).catch(() => {})}
            />
          ) : (
            <Obstacle channel={channel} />
          )}
        </div>
      </div>
      {isRewriting && <RewriteDialog question={question} onClose={() => setRewriting(false)} />}
    </TalkProvider>
  );
}

/** Dialog to edit title, text and tags of one's own question. */
function RewriteDialog({ question, onClose }: { question: Message; onClose(): void }) {
  const client = useQueryClient();
  const { title = '', tags = [] } = question.question ?? {};
  const form = useForm({
    check: (values) => missing(values, ['title', 'text']),
    async send({ title: newTitle = '', text = '', tags: typed = '' }) {
      putChanged(client, await editMessage(question.id, { title: newTitle, text, tags: tagsOf(typed) }));
      onClose();
    },
  });
  return (
    <Dialog title={m['community.ask.rewrite']()} onClose={onClose}>
      <form {...form.props} className="grid gap-4">
        <TextField
          label={m['community.ask.field_title']()}
          name="title"
          maxLength={communityLimits.title}
          defaultValue={title}
          error={form.fields['title']}
        />
        <TextAreaField
          label={m['community.ask.field_text']()}
          name="text"
          rows={8}
          maxLength={communityLimits.text}
          defaultValue={question.text}
          error={form.fields['text']}
        />
        <TextField
          label={m['community.ask.field_tags']()}
          hint={m['community.ask.field_tags_hint']({ count: communityLimits.tags })}
          name="tags"
          defaultValue={tags.join(', ')}
          error={form.fields['tags']}
        />
        <FormMessage>{form.message}</FormMessage>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={onClose}>
            {m['community.talk.cancel']()}
          </Button>
          <Button type="submit" disabled={form.pending}>
            {m['community.talk.save']()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
