import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { plainText } from '#platform/shared/plain-text.ts';
import type { Message } from '../contract.ts';
import { Face } from './face.tsx';
import { nameOf } from './words.ts';

/** Search result: the beginning of a message with a link to it. */
export function Found(props: { message: Message; place?: string; onOpen(): void }) {
  const { message, place, onOpen } = props;
  const { author, createdAt, text, attachments } = message;
  const formatMoment = useFormatMoment();
  const words = plainText(text) || attachments.map(({ name }) => name).join(', ');
  return (
    <button
      type="button"
      onClick={onOpen}
      className="grid w-full gap-1 rounded-md border border-line bg-surface p-3 text-left hover:border-accent"
    >
      <span className="flex flex-wrap items-center gap-x-2 text-sm">
        <Face person={author} small />
        <span className="font-semibold">{nameOf(author)}</span>
        <time dateTime={createdAt} className="text-ink-soft">
          {formatMoment(createdAt)}
        </time>
        {place !== undefined && <span className="text-accent-strong">{place}</span>}
      </span>
      <span className="line-clamp-4 wrap-anywhere whitespace-pre-line">
        {message.isFolded ? m['community.talk.folded']() : words}
      </span>
    </button>
  );
}
