import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { loadCall } from '#features/calls/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { ApiError } from '#platform/client/fetcher.ts';
import { currentLocale, siteOrigin } from '#platform/client/page-context.ts';
import { pageHead } from '#platform/client/page-head.ts';
import { plainText } from '#platform/shared/plain-text.ts';
import type { Channel, Message } from '../contract.ts';
import {
  blocksQuery,
  channelQuery,
  channelsQuery,
  messagesQuery,
  openQuestions,
  openQuestionsShown,
  questionQuery,
  questionsQuery,
  readQuestionSearch,
  tagsQuery,
  threadQuery,
} from './api.ts';

const path = '/remote-support';
const above = () => [{ title: m['community.home.title'](), path }];

/** Time that a page waits in the browser for data before it shows a skeleton. */
const patienceMs = 200;

/** Returns data that arrives soon; on the server it waits for all of it. Null for late data and failures. */
function soon<Data>(loading: Promise<Data>): Promise<Data | null> {
  const loaded = loading.catch(() => null);
  if (typeof window === 'undefined') return loaded;
  return Promise.race([loaded, new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null))]);
}

/** Loads a page before it renders; errors are shown in the place of the missing part. */
export async function loadCommunity(
  client: QueryClient,
  { channel: slug, id }: { channel?: string | undefined; id?: string | undefined },
  search: object,
) {
  if (slug !== undefined && id === 'call') {
    return { head: (await loadCall(client, { channel: slug }, `${path}/${slug}/call`))?.head };
  }
  // In parallel, because each may retry several times before it fails.
  const [channels, channel] = await Promise.all([
    client.fetchQuery(channelsQuery).catch(() => []),
    slug === undefined ? null : getChannel(client, slug),
    loadReader(client),
  ]);
  if (channel === null) return { head: await loadHome(client, channels) };
  if (channel === 'closed' || channel === 'failed') {
    const title = channel === 'closed' ? m['community.list.closed']() : m['community.home.title']();
    return { head: pageHead({ path, title, hidden: true }) };
  }
  if (channel.kind === 'questions') return { head: await loadQuestions(client, channel, id, search) };
  // Messages of an earlier visit may have gaps: a returning reader starts at the end.
  const messages = messagesQuery(channel.id);
  const isHeld = client.getQueryData(messages.queryKey) !== undefined;
  const loading = client.fetchQuery({ ...messages, staleTime: 0 });
  await (isHeld ? loading.catch(() => null) : soon(loading));
  return {
    head: pageHead({
      path: `${path}/${slug}`,
      title: channel.name,
      description: channel.descriptions[currentLocale()],
      hidden: id !== undefined || channel.members !== null,
      above: above(),
    }),
  };
}

async function loadHome(client: QueryClient, channels: readonly Channel[]) {
  const questions = channels.find(({ kind }) => kind === 'questions');
  if (questions) {
    await client
      .ensureQueryData(questionsQuery(questions.id, openQuestions, openQuestionsShown))
      .catch(() => null);
  }
  return pageHead({ path, title: m['community.home.title'](), description: m['community.home.lead']() });
}

/** Loads the reader and the people they have blocked. */
async function loadReader(client: QueryClient): Promise<void> {
  const user = await client.ensureQueryData(currentUserQuery).catch(() => null);
  if (user) await client.ensureQueryData(blocksQuery).catch(() => []);
}

/** Ban and failure are shown by the page. */
async function getChannel(client: QueryClient, slug: string): Promise<Channel | 'closed' | 'failed'> {
  try {
    return await client.fetchQuery(channelQuery(slug));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw notFound();
    return error instanceof ApiError && error.status === 403 ? 'closed' : 'failed';
  }
}

async function loadQuestions(client: QueryClient, channel: Channel, id: string | undefined, search: object) {
  const place = `${path}/${channel.slug}`;
  if (id === undefined) {
    const wanted = readQuestionSearch(search);
    await Promise.all([
      soon(client.ensureQueryData(questionsQuery(channel.id, wanted))),
      soon(client.ensureQueryData(tagsQuery(channel.id))),
    ]);
    return pageHead({
      path: place,
      search: wanted.page > 1 ? `?page=${wanted.page}` : '',
      title: channel.name,
      description: channel.descriptions[currentLocale()],
      hidden: wanted.search !== '' || wanted.solved !== '' || wanted.tag !== '',
      above: above(),
    });
  }
  if (id === 'ask')
    return pageHead({ path: `${place}/ask`, title: m['community.ask.title'](), hidden: true });
  const question = await getQuestion(client, channel, Number(id));
  const thread = await soon(client.fetchQuery(threadQuery(channel.id, question.id)));
  const answers = (thread?.messages ?? []).filter(({ state }) => state === 'shown');
  const title = question.question?.title || channel.name;
  return pageHead({
    path: `${place}/${question.seq}`,
    title,
    description: plainText(question.text),
    type: 'article',
    hidden: question.state !== 'shown',
    above: [...above(), { title: channel.name, path: place }],
    jsonLd: questionPage(question, answers, `${path}/${channel.slug}/${question.seq}`),
  });
}

async function getQuestion(client: QueryClient, channel: Channel, seq: number): Promise<Message> {
  if (!Number.isSafeInteger(seq) || seq < 1) throw notFound();
  try {
    return await client.fetchQuery(questionQuery(channel.id, seq));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw notFound();
    throw error;
  }
}

/** Maximum number of answers in the structured data. */
const maxSuggested = 20;

/** Builds the structured data of a question for search engines. */
function questionPage(question: Message, answers: readonly Message[], address: string) {
  const url = siteOrigin() + localizePath(address, currentLocale());
  const said = (message: Message) => ({
    text: plainText(message.text),
    datePublished: message.createdAt,
    ...(message.author && {
      author: {
        '@type': 'Person',
        name: message.author.fullName,
        url: siteOrigin() + localizePath(`/people/${message.author.username}`, currentLocale()),
      },
    }),
    upvoteCount: message.reactions.find(({ emoji }) => emoji === '👍')?.count ?? 0,
  });
  const answer = (message: Message) => ({
    '@type': 'Answer',
    ...said(message),
    url: `${url}?message=${message.seq}`,
  });
  const accepted = answers.find(({ isAccepted }) => isAccepted);
  const others = answers.filter((message) => message !== accepted);
  return {
    '@type': 'QAPage',
    mainEntity: {
      '@type': 'Question',
      name: question.question?.title ?? '',
      ...said(question),
      answerCount: Math.max(question.replies, answers.length),
      ...(accepted && { acceptedAnswer: answer(accepted) }),
      ...(others.length > 0 && { suggestedAnswer: others.slice(0, maxSuggested).map(answer) }),
    },
  };
}
