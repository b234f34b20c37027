import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { CallScreen } from '#features/calls/client/public.tsx';
import type { Channel, Message } from '../contract.ts';
import { helpSlug } from '../rules.ts';
import { channelsQuery, readQuestionSearch } from './api.ts';
import { ChannelList } from './channel-list.tsx';
import { HomeScreen } from './home-screen.tsx';
import { useReadElsewhere, useViewer } from './live.ts';
import { QuestionsScreen } from './questions-screen.tsx';

// Lazy, because the home page needs neither. The server imports both directly, because they are also readable
// without scripts.
const ChannelScreen = import.meta.env.SSR
  ? (await import('./channel-screen.tsx')).ChannelScreen
  : lazy(async () => ({ default: (await import('./channel-screen.tsx')).ChannelScreen }));
const QuestionScreen = import.meta.env.SSR
  ? (await import('./question-screen.tsx')).QuestionScreen
  : lazy(async () => ({ default: (await import('./question-screen.tsx')).QuestionScreen }));
// Parts that only work with scripts are lazy everywhere.
const AskScreen = lazy(async () => ({ default: (await import('./ask-screen.tsx')).AskScreen }));

/** Slots of the support feature. */
export type Help = {
  /** Slot on the home page. */
  home: ReactNode;
  /** Page to request help. */
  page: ReactNode;
  /** Slot next to a channel. */
  beside(channel: Channel): ReactNode;
  /** Slot of a question. */
  question(question: Message): ReactNode;
};

/** The page of a channel's call is below the channel's address. */
export function CommunityScreen(props: Parameters<typeof Community>[0]) {
  if (props.slug !== undefined && props.id === 'call') return <CallScreen place={{ channel: props.slug }} />;
  return <Community {...props} />;
}

/**
 * Layout with the list of channels next to the open one. On phones each is a view of its own, with a link
 * back to the list.
 */
function Community(props: {
  slug: string | undefined;
  id: string | undefined;
  search: Record<string, unknown>;
  help: Help;
}) {
  const { slug, id, search, help } = props;
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { data: channels } = useQuery(channelsQuery);
  const viewer = useViewer(user?.id ?? null);
  useReadElsewhere(viewer);
  const isQuestions = channels?.find((channel) => channel.slug === slug)?.kind === 'questions';
  const isHelp = slug === helpSlug;
  const isTalk = slug !== undefined && !isHelp && !isQuestions;
  const message = Number(search['message'] ?? id);
  return (
    <div
      className={`-mb-16 flex ${
        isTalk
          ? 'h-[max(28rem,calc(100dvh-11rem-var(--tabs)))] lg:h-[max(32rem,calc(100dvh-7.5rem))]'
          : 'min-h-[calc(100dvh-11rem-var(--tabs))]'
      }`}
    >
      <div className="hidden w-60 shrink-0 overflow-y-auto border-r border-line bg-surface p-3 lg:block">
        <ChannelList slug={slug} viewer={viewer} />
      </div>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
        <Suspense
          fallback={<div aria-busy="true" className="m-4 flex-1 animate-pulse rounded-lg bg-sunken" />}
        >
          {slug === undefined ? (
            <HomeScreen user={user} viewer={viewer} help={help.home} />
          ) : isHelp ? (
            help.page
          ) : isTalk ? (
            <ChannelScreen
              key={slug}
              slug={slug}
              beside={help.beside}
              target={Number.isSafeInteger(message) && message > 0 ? message : undefined}
            />
          ) : id === undefined ? (
            <QuestionsScreen slug={slug} search={readQuestionSearch(search)} />
          ) : id === 'ask' ? (
            <AskScreen slug={slug} search={search} />
          ) : (
            <QuestionScreen
              key={id}
              slug={slug}
              seq={Number(id)}
              target={Number(search['message']) || null}
              help={help.question}
            />
          )}
        </Suspense>
      </div>
    </div>
  );
}
