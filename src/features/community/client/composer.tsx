import { Paperclip, Send, X } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
} from 'react';
import type { Uploader, UploadItem } from '#features/uploads/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { isSendKey } from '#platform/client/send-key.ts';
import { formatSize } from '#platform/client/format-size.ts';
import { logFailure } from '#platform/client/log.ts';
import { Button } from '#ui/button.tsx';
import type { Message } from '../contract.ts';
import { communityLimits, typingEveryMs } from '../rules.ts';
import { sayTyping } from './api.ts';
import { mentionAt, withMention, type MentionQuery } from './composing.ts';
import { openDraft } from './draft-store.ts';
import { MentionList, useMentions } from './mention-list.tsx';
import { useTalk } from './talk-context.tsx';
import { nameOf, quoteOf } from './words.ts';

/** Enter breaks the line on touch keyboards, as in other apps there; the button sends. */
const isTouch = () => matchMedia('(pointer: coarse)').matches;

/**
 * Composer of a channel or a thread. The draft is stored in this browser until it is sent; files are uploaded
 * while typing.
 */
export function Composer(props: {
  threadId: string | null;
  /** Id of the text field, for links to it. */
  fieldId?: string;
  label: string;
  replyTo: Message | null;
  onReplyOver(): void;
  /** Called for ↑ in an empty field, to edit one's last message. */
  onEditLast(): void;
  onSent(): void;
}) {
  const { threadId, fieldId, label, replyTo, onReplyOver, onEditLast, onSent } = props;
  const { channel, user, sending } = useTalk();
  const place = threadId ?? channel.id;
  const personId = user?.id ?? '';
  const [draft] = useState(() => openDraft(personId, place));
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const [problem, setProblem] = useState('');
  const [left, setLeft] = useState<number | null>(null);
  const [mention, setMention] = useState<MentionQuery | null>(null);
  const found = useMentions(channel.id, mention);
  const files = useFiles(`community:${place}`);
  const toldAt = useRef(0);
  // Drafts exist only in the browser, so the server renders an empty field.
  useEffect(() => {
    if (field.current && field.current.value === '') field.current.value = draft.read();
  }, [draft]);
  useEffect(() => {
    if (replyTo) field.current?.focus();
  }, [replyTo]);

  function typed(): void {
    const element = field.current;
    if (!element) return;
    draft.keep(element.value);
    setProblem('');
    const room = communityLimits.text - [...element.value].length;
    setLeft(room < 200 ? room : null);
    setMention(mentionAt(element.value, element.selectionStart));
    if (element.value.trim() === '' || Date.now() - toldAt.current < typingEveryMs) return;
    toldAt.current = Date.now();
    void sayTyping(channel.id, threadId);
  }
  function choose(username: string): void {
    const element = field.current;
    if (!element || !mention) return;
    const { text, caret } = withMention(element.value, mention, username);
    element.value = text;
    element.focus();
    element.setSelectionRange(caret, caret);
    draft.keep(text);
    setMention(null);
  }
  function submit(event?: FormEvent): void {
    event?.preventDefault();
    const element = field.current;
    if (!element) return;
    const text = element.value.trim();
    element.focus();
    if (files.isUnfinished) return setProblem(m['community.talk.files_unfinished']());
    if ([...text].length > communityLimits.text)
      return setProblem(m['platform.field.max_length']({ count: communityLimits.text }));
    if (text === '' && files.finished.length === 0) return setProblem('');
    sending.send(channel.id, {
      text,
      replyTo: replyTo?.id ?? null,
      threadId,
      attachments: files.finished.map((file) => file.id ?? ''),
      fileNames: files.finished.map(({ name }) => name),
    });
    element.value = '';
    draft.keep('');
    files.forget();
    setLeft(null);
    setMention(null);
    setProblem('');
    onReplyOver();
    onSent();
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const { nativeEvent, key, currentTarget } = event;
    if (found.people.length > 0 && mention && !nativeEvent.isComposing) {
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        event.preventDefault();
        return found.step(key === 'ArrowDown' ? 1 : -1);
      }
      if ((key === 'Enter' || key === 'Tab') && !event.shiftKey && nativeEvent.keyCode !== 229) {
        event.preventDefault();
        return choose(found.people[found.at]?.username ?? '');
      }
    }
    if (key === 'Escape' && (mention || replyTo)) {
      event.preventDefault();
      if (mention) setMention(null);
      else onReplyOver();
    } else if (isSendKey(nativeEvent) && !isTouch()) {
      event.preventDefault();
      submit();
    } else if (key === 'ArrowUp' && currentTarget.value === '' && !nativeEvent.isComposing) {
      event.preventDefault();
      onEditLast();
    }
  }
  return (
    // Drop target for files, in addition to the file input.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      method="post"
      noValidate
      onSubmit={submit}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        files.add(event.dataTransfer.files);
      }}
      className="relative grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line bg-surface p-3"
    >
      {mention && found.people.length > 0 && <MentionList id={`${id}-people`} {...found} onChoose={choose} />}
      {replyTo && (
        <div className="flex items-center gap-2 rounded-md bg-sunken px-3 text-sm">
          <p className="min-w-0 flex-1 truncate">
            <span className="font-semibold">
              {m['community.talk.replying']({ name: nameOf(replyTo.author) })}
            </span>{' '}
            <span className="text-ink-soft">{quoteOf(replyTo.text)}</span>
          </p>
          <button
            type="button"
            aria-label={m['community.talk.reply_cancel']()}
            onClick={onReplyOver}
            className="grid size-9 shrink-0 place-items-center"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </div>
      )}
      <FileChips files={files} />
      <div className="flex items-end gap-2">
        <label className="grid size-11 shrink-0 place-items-center rounded-md border border-line-strong hover:border-accent hover:text-accent-strong has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
          <span className="sr-only">{m['community.talk.attach']()}</span>
          <Paperclip aria-hidden="true" className="size-5" />
          <input
            type="file"
            multiple
            className="sr-only"
            onChange={({ target }) => {
              files.add(target.files ?? []);
              target.value = '';
            }}
          />
        </label>
        <textarea
          ref={field}
          id={fieldId}
          name="text"
          rows={1}
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          aria-autocomplete="list"
          aria-controls={mention && found.people.length > 0 ? `${id}-people` : undefined}
          aria-activedescendant={mention && found.people.length > 0 ? `${id}-people-${found.at}` : undefined}
          aria-describedby={`${id}-hint`}
          aria-invalid={problem !== '' || undefined}
          onInput={typed}
          onKeyDown={onKeyDown}
          onBlur={() => setTimeout(() => setMention(null), 200)}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0) return;
            event.preventDefault();
            files.add(event.clipboardData.files);
          }}
          className="field-sizing-content max-h-48 min-h-11 min-w-0 flex-1 resize-none rounded-md border border-line-strong bg-paper px-3 py-2 placeholder:text-ink-soft aria-invalid:border-danger"
        />
        <Button
          type="submit"
          aria-label={m['community.talk.send']()}
          data-tooltip={m['community.talk.send']()}
        >
          <Send aria-hidden="true" className="size-5" />
        </Button>
      </div>
      <p id={`${id}-hint`} className="hidden text-xs text-ink-soft pointer-fine:block">
        {m['community.talk.keys']()}
      </p>
      {problem !== '' && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {problem}
        </p>
      )}
      {left !== null && (
        <p className={`text-sm tabular-nums ${left < 0 ? 'font-semibold text-danger' : 'text-ink-soft'}`}>
          {left < 0
            ? m['community.talk.too_long']({ count: -left })
            : m['platform.field.left']({ count: left })}
        </p>
      )}
    </form>
  );
}

/** Returns the attachments, which are uploaded while typing. */
function useFiles(form: string) {
  const uploader = useRef<Uploader>(null);
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const [waiting, setWaiting] = useState<readonly File[]>([]);
  const changed = useEffectEvent((now: readonly UploadItem[]) => setItems(now));
  useEffect(() => {
    let isOver = false;
    async function open(): Promise<void> {
      const { createUploader } = await import('#features/uploads/client/public.tsx');
      if (isOver) return;
      const made = createUploader({
        form,
        problemOf: ({ size }) => (size === 0 ? m['community.talk.file_empty']() : ''),
        onChange: (now) => changed(now),
      });
      uploader.current = made;
      setWaiting((files) => {
        made.add(files);
        return [];
      });
      // A failed recall is retried at the next visit.
      made.recall().catch(() => {});
    }
    open().catch((error: unknown) => logFailure('Uploads', error));
    return () => {
      isOver = true;
      uploader.current?.close();
      uploader.current = null;
    };
  }, [form]);
  const finished = items.filter(({ state }) => state === 'finished');
  return {
    items,
    finished,
    isUnfinished: waiting.length > 0 || items.length > finished.length,
    add(files: Iterable<File>): void {
      const room = communityLimits.attachments - items.length;
      const wanted = [...files].slice(0, Math.max(0, room));
      if (uploader.current) uploader.current.add(wanted);
      else setWaiting((before) => [...before, ...wanted]);
    },
    remove: (key: string) => void uploader.current?.remove(key),
    resume: (key: string) => uploader.current?.resume(key),
    /** Called when the files belong to a sent message. */
    forget(): void {
      uploader.current?.forget();
    },
  };
}

const stateWords: Record<UploadItem['state'], () => string> = {
  waiting: () => m['community.talk.file_sending'](),
  sending: () => m['community.talk.file_sending'](),
  paused: () => m['community.talk.file_failed'](),
  offline: () => m['community.talk.file_offline'](),
  forgotten: () => m['community.talk.file_forgotten'](),
  checking: () => m['community.talk.file_checking'](),
  finished: () => '',
  failed: () => m['community.talk.file_failed'](),
};

function FileChips({ files }: { files: ReturnType<typeof useFiles> }) {
  if (files.items.length === 0) return null;
  return (
    <ul aria-label={m['community.talk.files']()} className="flex flex-wrap gap-2">
      {files.items.map(({ key, name, size, sent, state, problem, canRetry }) => (
        <li
          key={key}
          className="flex max-w-full items-center gap-2 rounded-md border border-line bg-sunken py-1 pr-1 pl-3 text-sm"
        >
          <span className="min-w-0">
            <span className="block truncate font-semibold">{name}</span>
            <span className={`block ${problem === '' ? 'text-ink-soft' : 'text-danger'}`}>
              {problem || [formatSize(size), stateWords[state]()].filter(Boolean).join(' · ')}
              {state === 'sending' && ` ${Math.floor((sent / Math.max(1, size)) * 100)}%`}
            </span>
          </span>
          {canRetry && (
            <button type="button" className="min-h-9 px-2 underline" onClick={() => files.resume(key)}>
              {m['community.talk.again']()}
            </button>
          )}
          <button
            type="button"
            aria-label={m['community.talk.file_remove']({ name })}
            onClick={() => files.remove(key)}
            className="grid size-9 shrink-0 place-items-center hover:text-danger"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
}
