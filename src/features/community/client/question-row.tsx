import { Link } from '@tanstack/react-router';
import { CheckCircle2, CircleHelp, MessageSquare } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { plainText } from '#platform/shared/plain-text.ts';
import type { Question } from '../contract.ts';
import { formatCount, nameOf } from './words.ts';

/** Row of a list of questions. */
export function QuestionRow({ question, slug }: { question: Question; slug: string }) {
  const { seq, title, tags, author, createdAt, replies, isSolved, excerpt } = question;
  const formatMoment = useFormatMoment();
  const Icon = isSolved ? CheckCircle2 : CircleHelp;
  return (
    <Link
      to="/remote-support/{-$channel}/{-$id}"
      params={{ channel: slug, id: String(seq) }}
      className="flex gap-3 bg-surface p-4 hover:bg-accent-soft focus-visible:-outline-offset-2"
    >
      <Icon
        aria-hidden="true"
        className={`mt-0.5 size-6 shrink-0 ${isSolved ? 'text-accent-strong' : 'text-ink-soft'}`}
      />
      <span className="grid min-w-0 flex-1 gap-1">
        <span className="font-semibold wrap-anywhere">
          {title}{' '}
          <span className="sr-only">
            {isSolved ? m['community.ask.solved']() : m['community.ask.unsolved']()}
          </span>
        </span>
        {excerpt !== '' && !question.isFolded && (
          <span className="line-clamp-2 text-sm wrap-anywhere text-ink-soft">{plainText(excerpt)}</span>
        )}
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          {tags.map((tag) => (
            <span key={tag} className="rounded-sm bg-sunken px-2">
              {tag}
            </span>
          ))}
          <span>{nameOf(author)}</span>
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        </span>
      </span>
      <span className="flex items-center gap-1 self-start text-sm text-ink-soft tabular-nums">
        <MessageSquare aria-hidden="true" className="size-4" />
        <span className="sr-only">{m['community.ask.answers']({ count: replies })}</span>
        <span aria-hidden="true">{formatCount(replies)}</span>
      </span>
    </Link>
  );
}
