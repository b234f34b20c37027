import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessagesSquare, CircleHelp, Headset } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { channelsQuery, openQuestions, openQuestionsShown, questionsQuery } from './api.ts';
import { ChannelList } from './channel-list.tsx';
import type { Viewer } from './message-window.ts';
import { QuestionRow } from './question-row.tsx';

/** Home page of the community: introduction, open questions and, on phones, the channels. */
export function HomeScreen(props: { user: CurrentUser | null; viewer: Viewer; help: ReactNode }) {
  const { user, viewer, help } = props;
  const { data: channels } = useQuery(channelsQuery);
  const questions = channels?.find(({ kind }) => kind === 'questions');
  const introductions = channels?.find(({ kind }) => kind === 'introductions');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8 p-4 py-8 md:p-8">
      <header className="grid max-w-prose gap-3">
        <h1 className="text-3xl font-bold">{m['community.home.title']()}</h1>
        <p className="text-lg text-ink-soft">{m['community.home.lead']()}</p>
        <div className="flex flex-wrap gap-3">
          {questions && (
            <Link
              to="/remote-support/{-$channel}/{-$id}"
              params={{ channel: questions.slug, id: 'ask' }}
              className={buttonClass('primary')}
            >
              {m['community.ask.open']()}
            </Link>
          )}
          {user === null ? (
            <Link to="/login" search={{ next: '/remote-support' }} className={buttonClass('secondary')}>
              {m['community.home.join']()}
            </Link>
          ) : (
            introductions && (
              <Link
                to="/remote-support/{-$channel}/{-$id}"
                params={{ channel: introductions.slug, id: undefined }}
                className={buttonClass('secondary')}
              >
                {m['community.home.introduce']()}
              </Link>
            )
          )}
        </div>
      </header>
      {help}
      <div className="rounded-lg border border-line p-3 lg:hidden">
        <ChannelList slug={undefined} viewer={viewer} />
      </div>
      {questions && <OpenQuestions channelId={questions.id} slug={questions.slug} />}
      <section className="grid gap-4">
        <h2 className="ruler pb-3 text-xl font-bold">{m['community.home.how']()}</h2>
        <ul className="grid gap-4 sm:grid-cols-3">
          {(
            [
              [MessagesSquare, m['community.home.how_talk'](), m['community.home.how_talk_text']()],
              [CircleHelp, m['community.home.how_ask'](), m['community.home.how_ask_text']()],
              [Headset, m['community.home.how_help'](), m['community.home.how_help_text']()],
            ] as const
          ).map(([Icon, title, text]) => (
            <li key={title} className="grid content-start gap-1">
              <Icon aria-hidden="true" className="size-6 text-accent-strong" />
              <h3 className="font-semibold">{title}</h3>
              <p className="text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function OpenQuestions({ channelId, slug }: { channelId: string; slug: string }) {
  const { data } = useQuery(questionsQuery(channelId, openQuestions, openQuestionsShown));
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="ruler pb-3 text-xl font-bold">{m['community.home.open']()}</h2>
      {data?.items.length === 0 && <p className="text-ink-soft">{m['community.home.none_open']()}</p>}
      {data && data.items.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line overflow-hidden rounded-lg border border-line">
          {data.items.map((question) => (
            <li key={question.id}>
              <QuestionRow question={question} slug={slug} />
            </li>
          ))}
        </ul>
      )}
      <Link
        to="/remote-support/{-$channel}/{-$id}"
        params={{ channel: slug, id: undefined }}
        className="w-fit py-2 text-accent-strong underline"
      >
        {m['community.home.all_questions']()}
      </Link>
    </section>
  );
}
