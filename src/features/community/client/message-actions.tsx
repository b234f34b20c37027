import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  Ban,
  CheckCircle2,
  CircleX,
  Copy,
  Ellipsis,
  Flag,
  History,
  Languages,
  Link as LinkIcon,
  MessagesSquare,
  Pencil,
  Pin,
  PinOff,
  Reply,
  Trash2,
  User,
  UserX,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLoginFirst } from '#features/accounts/client/public.tsx';
import { ReportDialog } from '#features/moderation/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import { toast } from '#platform/client/toasts.tsx';
import type { Message } from '../contract.ts';
import {
  blocksQuery,
  messagesKey,
  reportPath,
  setAccepted,
  setBlocked,
  setPinned,
  threadKey,
} from './api.ts';
import { messagePath, talkLanguage } from '../rules.ts';
import { usualReactions } from './emoji.ts';
import { Floating, MenuItem } from './floating.tsx';
import { putChanged } from './live.ts';
import type { MessagePlace } from './message-item.tsx';
import { ReactionPicker, useReact } from './reactions.tsx';
import { useTalk } from './talk-context.tsx';
import { Toolbar } from './toolbar.tsx';

const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }));
const HistoryDialog = lazy(async () => ({ default: (await import('./history-dialog.tsx')).HistoryDialog }));
const SanctionDialog = lazy(async () => ({
  default: (await import('./sanction-dialog.tsx')).SanctionDialog,
}));

const iconClass = 'size-5 shrink-0';
const iconButton =
  'grid size-9 place-items-center rounded-sm hover:bg-accent-soft hover:text-accent-strong focus-visible:-outline-offset-2';

type Opened = 'delete' | 'history' | 'report' | 'sanction';

/** Actions on a message, shown at its corner; each checks permission by itself. */
export function MessageActions(props: {
  message: Message;
  place: MessagePlace;
  isTranslated: boolean;
  onTranslate(isTranslated: boolean): void;
}) {
  const { message, place, isTranslated, onTranslate } = props;
  const { channel, user, reply, openThread, setEditing } = useTalk();
  const client = useQueryClient();
  const navigate = useNavigate();
  const withLogin = useLoginFirst();
  const react = useReact(message);
  const [opened, setOpened] = useState<Opened | null>(null);
  const { author, state, isPinned, question } = message;
  const isMine = user !== null && author?.id === user.id;
  const isShown = state === 'shown';
  const canWrite = channel.can.write && isShown;
  const said = `${question?.title ?? ''}\n${message.text}`;
  const isForeign =
    channel.can.translate && isShown && isVisible(said) && talkLanguage(said) !== currentLocale();
  const close = () => setOpened(null);

  async function attempt(act: () => Promise<unknown>, done?: string): Promise<void> {
    try {
      await act();
      if (done !== undefined) toast('success', done);
    } catch (error) {
      toast('danger', m['community.talk.failed'](), describeError(error));
    }
  }
  function copy(text: string, done: string): void {
    void attempt(() => navigator.clipboard.writeText(text), done);
  }
  const address = () =>
    location.origin + localizePath(messagePath(channel.slug, message.seq), currentLocale());

  async function block(): Promise<void> {
    if (!author) return;
    await setBlocked(author.username, !message.isFolded);
    await client.invalidateQueries({ queryKey: blocksQuery.queryKey });
    await client.invalidateQueries({ queryKey: messagesKey(channel.id) });
    if (message.threadId !== null) await client.invalidateQueries({ queryKey: threadKey(message.threadId) });
  }
  return (
    <Toolbar
      label={m['community.talk.actions']()}
      className="absolute -top-4 right-3 z-10 flex rounded-md border border-line bg-surface p-0.5 text-ink-soft shadow-sm"
    >
      {isShown && (user === null || channel.can.write || channel.kind === 'announcements') && (
        <>
          {usualReactions.slice(0, 3).map((emoji) => (
            <button
              key={emoji}
              type="button"
              aria-label={m['community.talk.react_with']({ emoji })}
              onClick={() => react(emoji)}
              className={`${iconButton} max-sm:hidden`}
            >
              <span aria-hidden="true">{emoji}</span>
            </button>
          ))}
          <ReactionPicker message={message} className={iconButton} />
        </>
      )}
      {canWrite && place !== 'answer' && (
        <button
          type="button"
          aria-label={m['community.talk.reply']()}
          data-tooltip={m['community.talk.reply']()}
          onClick={() => reply(message)}
          className={iconButton}
        >
          <Reply aria-hidden="true" className={iconClass} />
        </button>
      )}
      {canWrite && place === 'channel' && (
        <button
          type="button"
          aria-label={m['community.talk.thread']()}
          data-tooltip={m['community.talk.thread']()}
          onClick={() => openThread(message)}
          className={iconButton}
        >
          <MessagesSquare aria-hidden="true" className={iconClass} />
        </button>
      )}
      <Floating
        label={m['community.talk.more']()}
        role="menu"
        className={iconButton}
        panelClass="w-60"
        icon={<Ellipsis aria-hidden="true" className={iconClass} />}
      >
        <MenuItem
          icon={<LinkIcon aria-hidden="true" className={iconClass} />}
          onChoose={() => copy(address(), m['community.talk.link_copied']())}
        >
          {m['community.talk.copy_link']()}
        </MenuItem>
        {isShown && message.text !== '' && (
          <MenuItem
            icon={<Copy aria-hidden="true" className={iconClass} />}
            onChoose={() => copy(message.text, m['community.talk.text_copied']())}
          >
            {m['community.talk.copy_text']()}
          </MenuItem>
        )}
        {(isTranslated || isForeign) && (
          <MenuItem
            icon={<Languages aria-hidden="true" className={iconClass} />}
            onChoose={() => withLogin(() => onTranslate(!isTranslated))}
          >
            {isTranslated ? m['community.translate.original']() : m['community.translate.ask']()}
          </MenuItem>
        )}
        {isShown && message.editedAt !== undefined && (
          <MenuItem
            icon={<History aria-hidden="true" className={iconClass} />}
            onChoose={() => setOpened('history')}
          >
            {m['community.talk.history']()}
          </MenuItem>
        )}
        {isMine && canWrite && !question && (
          <MenuItem
            icon={<Pencil aria-hidden="true" className={iconClass} />}
            onChoose={() => setEditing(message.id)}
          >
            {m['community.talk.edit']()}
          </MenuItem>
        )}
        {isShown && channel.can.pin && (
          <MenuItem
            icon={
              isPinned ? (
                <PinOff aria-hidden="true" className={iconClass} />
              ) : (
                <Pin aria-hidden="true" className={iconClass} />
              )
            }
            onChoose={() =>
              void attempt(async () => {
                await setPinned(message.id, !isPinned);
                putChanged(client, { ...message, isPinned: !isPinned });
              })
            }
          >
            {isPinned ? m['community.talk.unpin']() : m['community.talk.pin']()}
          </MenuItem>
        )}
        {isShown && (isMine || channel.can.moderate) && (
          <MenuItem
            danger
            icon={<Trash2 aria-hidden="true" className={iconClass} />}
            onChoose={() => setOpened('delete')}
          >
            {isMine ? m['community.talk.delete']() : m['community.talk.hide']()}
          </MenuItem>
        )}
        {!isMine && author && isShown && (
          <MenuItem
            icon={<Flag aria-hidden="true" className={iconClass} />}
            onChoose={() => withLogin(() => setOpened('report'))}
          >
            {m['community.talk.report']()}
          </MenuItem>
        )}
        {!isMine && author && user !== null && (
          <MenuItem
            icon={<UserX aria-hidden="true" className={iconClass} />}
            onChoose={() =>
              void attempt(
                block,
                message.isFolded
                  ? m['community.talk.unblocked']({ name: author.fullName })
                  : m['community.talk.blocked']({ name: author.fullName }),
              )
            }
          >
            {message.isFolded ? m['community.talk.unblock']() : m['community.talk.block']()}
          </MenuItem>
        )}
        {!isMine && author && channel.can.moderate && (
          <MenuItem
            danger
            icon={<Ban aria-hidden="true" className={iconClass} />}
            onChoose={() => setOpened('sanction')}
          >
            {m['community.talk.sanction']()}
          </MenuItem>
        )}
        {author && (
          <MenuItem
            icon={<User aria-hidden="true" className={iconClass} />}
            onChoose={() => void navigate({ to: '/people/$username', params: { username: author.username } })}
          >
            {m['community.talk.person']({ name: author.fullName })}
          </MenuItem>
        )}
      </Floating>
      <Suspense>
        {opened === 'delete' && <DeleteDialog message={message} isMine={isMine} onClose={close} />}
        {opened === 'history' && <HistoryDialog message={message} onClose={close} />}
        {opened === 'report' && <ReportDialog kind="message" path={reportPath(message.id)} onClose={close} />}
        {opened === 'sanction' && author && <SanctionDialog person={author} onClose={close} />}
      </Suspense>
    </Toolbar>
  );
}

/** Button below an answer, for the author of the question. */
export function AcceptButton({ message }: { message: Message }) {
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const { isAccepted } = message;
  async function accept(): Promise<void> {
    setPending(true);
    try {
      putChanged(client, await setAccepted(message.id, !isAccepted));
    } catch (error) {
      toast('danger', m['community.talk.failed'](), describeError(error));
    } finally {
      setPending(false);
    }
  }
  const Icon = isAccepted ? CircleX : CheckCircle2;
  return (
    <button
      type="button"
      disabled={isPending}
      onClick={() => void accept()}
      className="mt-1 ml-14 inline-flex min-h-9 w-fit items-center gap-1.5 rounded-full border border-line-strong px-3 text-sm font-semibold hover:border-accent hover:text-accent-strong"
    >
      <Icon aria-hidden="true" className="size-4" />
      {isAccepted ? m['community.ask.unaccept']() : m['community.ask.accept']()}
    </button>
  );
}
