import { findTitles } from '#features/resources/server/public.ts';
import type { Locale } from '#i18n/languages.ts';
import type { Db } from '#platform/server/db.ts';
import type { Citation, Handoff, Sentence } from '../contract.ts';
import { type SafetyCard } from '../rules.ts';
import { safetyOf } from '../safety.ts';
import { ensureGuide, findPassages, refreshTalk } from './guides.ts';
import { stepText, partText } from './passages.ts';
import type { Deps } from './commands.ts';
import { helpAddresses, type HelpAddresses } from './help.ts';
import { stepSafety, type Asker, type ConversationState, type GuideRow } from './queries.ts';
import {
  minCoverage,
  quotesOf,
  rank,
  requestOf,
  sentencesOf,
  termsOf,
  unitsOf,
  type Passage,
  type Ranked,
} from './retrieval.ts';

/** Paths of answered community questions, by message id. */
type AnswerPaths = ReadonlyMap<string, string>;
export type FoundPassage = Passage & { guideId: string | null; resourceId: string | null };
export type Retrieved = {
  sentences: Sentence[];
  declined: boolean;
  handoffs: Handoff[];
  /** Places to ask if a model declines what was found here. */
  elsewhere: () => Promise<Handoff[]>;
  safety: SafetyCard[];
  /** Passages for the model, best first. */
  passages: { passage: FoundPassage; citation: (quote: string) => Citation }[];
};
export type Question = { text: string; step?: number | undefined; locale: Locale };

/** Searches published resources; injected by the app. */
export type SearchResources = (query: string) => Promise<{ id: string; title: string }[]>;
export type RetrievalDeps = Deps & {
  searchResources: SearchResources;
  /** Returns the paths of the questions with these accepted answers. */
  findAnswerPaths(db: Db, messageIds: readonly string[]): Promise<AnswerPaths>;
};

/** Maximum number of quoted sentences of the best passage and of the second. */
const maxQuoted = [3, 1] as const;
/** Minimum score of the second passage, relative to the first, to be quoted. */
const secondBest = 0.45;
/** Maximum number of passages for a model. */
const maxGiven = 12;

type Scope = { guides: GuideLike[]; resourceIds: string[]; conversationId: string | null };
type GuideLike = {
  id: string;
  resourceId: string | null;
  documentId: string | null;
  title: string;
  /** Title as it is shown to the reader. */
  name: string;
  manualIds: readonly string[];
};

/** Builds the citation of a passage: step, part or page of the workspace, or the place where it was said. */
function citationOf(scope: Scope, paths: AnswerPaths, passage: FoundPassage, quote: string): Citation {
  const guide = guideOf(scope, passage);
  const resourceId = passage.resourceId ?? guide?.resourceId;
  const workspace =
    scope.conversationId !== null
      ? `/ai-assembly?conversation=${scope.conversationId}`
      : `/ai-assembly?resourceId=${resourceId}`;
  const several = scope.conversationId === null ? guide?.name : undefined;
  const title = [several, passage.kind === 'about' && several ? undefined : passage.heading]
    .filter((each) => each !== undefined && each !== '')
    .join(' · ');
  const told = { title, quote };
  const number = passage.number ?? 1;
  switch (passage.kind) {
    case 'step':
      return { ...told, step: number, url: `${workspace}&step=${number}` };
    case 'part':
      return { ...told, part: number, url: `${workspace}&part=${number}` };
    case 'page':
      return { ...told, page: number, url: `${workspace}&page=${number}` };
    case 'comment':
      return { ...told, comment: passage.commentId!, url: `/resources/${resourceId}#comments` };
    case 'answer':
      return {
        ...told,
        answer: passage.messageId!,
        url: paths.get(passage.messageId!) ?? `/remote-support/questions`,
      };
    case 'file':
      return {
        ...told,
        file: passage.fileId!,
        ...(passage.number !== null && { page: passage.number }),
        url: `/resources/${resourceId}?file=${passage.fileId}${passage.number === null ? '' : `&page=${passage.number}`}`,
      };
    case 'about':
      return { ...told, about: true, url: `/resources/${resourceId}` };
  }
}

/** Returns search terms from a question, the most significant first. */
export function searchesOf(question: string): string[] {
  const words = unitsOf(question)
    .filter(({ whole, weight }) => weight >= 0.6 && !/^\d+$/.test(whole))
    .toSorted((a, b) => b.whole.length - a.whole.length)
    .map(({ whole }) => whole);
  if (words.length === 0) return [];
  const searches = [words.slice(0, 3).join(' '), words.slice(0, 2).join(' '), ...words.slice(0, 3)];
  return [...new Set(searches)];
}

const maxResources = 4;

/** Returns the guides to search: that of the conversation, or those of resources that the search finds. */
async function scopeOf(
  deps: RetrievalDeps,
  asker: Asker,
  conversation: Pick<ConversationState, 'id'>,
  guide: GuideRow | null,
  question: Question,
  now: Date,
): Promise<Scope> {
  if (guide) {
    return {
      guides: [{ ...guide, name: guide.title }],
      resourceIds: guide.resourceId === null ? [] : [guide.resourceId],
      conversationId: conversation.id,
    };
  }
  const found = new Map<string, string>();
  for (const search of searchesOf(question.text)) {
    for (const { id, title } of await deps.searchResources(search))
      if (found.size < maxResources) found.set(id, title);
    if (found.size >= maxResources) break;
  }
  const named = await findTitles(deps.db, [...found.keys()], question.locale);
  const guides: GuideLike[] = [];
  for (const [resourceId, title] of found) {
    const { id, manualIds } = await ensureGuide(deps, asker.reader, resourceId, now);
    const name = named.get(resourceId)?.title ?? title;
    guides.push({ id, resourceId, documentId: null, title, name, manualIds });
  }
  return { guides, resourceIds: [...found.keys()], conversationId: null };
}

/** Retrieves the answer to a question from what the asker can see. Read-only. */
export async function retrieve(
  deps: RetrievalDeps,
  asker: Asker,
  conversation: Pick<ConversationState, 'id' | 'step'>,
  guide: GuideRow | null,
  question: Question,
  now: Date,
): Promise<Retrieved> {
  const { db } = deps;
  const scope = await scopeOf(deps, asker, conversation, guide, question, now);
  for (const id of scope.resourceIds) await refreshTalk(db, id);
  const units = unitsOf(question.text);
  const terms = termsOf(question.text);
  const { passages, total } = await findPassages(
    db,
    {
      guideIds: scope.guides.map(({ id }) => id),
      manualIds: scope.guides.flatMap(({ manualIds }) => manualIds),
      resourceIds: scope.resourceIds,
    },
    terms,
  );
  const ranked = rank(units, passages, total, {
    step: question.step,
    language: guide?.language,
    titleOf: (passage) => titleOf(scope, passage as FoundPassage),
  }) as (Ranked & {
    passage: FoundPassage;
  })[];
  const paths = await deps.findAnswerPaths(
    db,
    ranked.slice(0, maxGiven).flatMap(({ passage }) => passage.messageId ?? []),
  );
  const citing = (passage: FoundPassage) => (quote: string) => citationOf(scope, paths, passage, quote);
  const asked = guide && requestOf(question.text);
  const step = question.step ?? conversation.step;
  const direct = asked && answerRequest(asked, guide, step, scope);
  const elsewhere = async () =>
    handoffsOf(guide, question, scope, await helpAddresses(db, guide, step, question.text));
  const given = ranked.slice(0, maxGiven).map(({ passage }) => ({ passage, citation: citing(passage) }));
  if (direct) {
    const isEmpty = direct.sentences.length === 0;
    return {
      ...direct,
      declined: isEmpty,
      elsewhere,
      handoffs: isEmpty ? await elsewhere() : [],
      passages: [...direct.passages, ...given].slice(0, maxGiven),
    };
  }
  const best = ranked[0];
  if (!best || best.coverage < minCoverage) {
    return {
      sentences: [],
      declined: true,
      handoffs: await elsewhere(),
      elsewhere,
      safety: safetyOf(question.text),
      passages: given,
    };
  }
  const quoted = ranked.slice(0, maxQuoted.length).filter(({ score }) => score >= best.score * secondBest);
  const sentences = quoted.flatMap(({ passage }, index) =>
    quotesOf(units, passage, maxQuoted[index] ?? 1).map((text) => ({
      text,
      citations: [citing(passage)(text)],
    })),
  );
  return {
    sentences: withoutRepeats(sentences),
    declined: false,
    handoffs: guide ? [] : resourceHandoffs(scope),
    elsewhere,
    safety: safetyOf(question.text, ...quoted.map(({ passage }) => `${passage.heading}\n${passage.text}`)),
    passages: given,
  };
}

const guideOf = ({ guides }: Scope, { guideId, resourceId, fileId }: FoundPassage) =>
  guides.find((guide) =>
    guideId !== null
      ? guide.id === guideId
      : resourceId !== null
        ? guide.resourceId === resourceId
        : guide.manualIds.includes(fileId ?? ''),
  );
const titleOf = (scope: Scope, found: FoundPassage): string => guideOf(scope, found)?.title ?? '';

/** Merges equal sentences of two passages, with both citations. */
function withoutRepeats(sentences: readonly Sentence[]): Sentence[] {
  const said = new Map<string, Sentence>();
  for (const sentence of sentences) {
    const before = said.get(sentence.text);
    if (before) before.citations.push(...sentence.citations);
    else said.set(sentence.text, sentence);
  }
  return [...said.values()];
}

const maxListed = 60;

/** Answers questions about the guide itself: a step, the parts, the tools, the order. */
function answerRequest(
  request: NonNullable<ReturnType<typeof requestOf>>,
  guide: GuideRow,
  current: number,
  scope: Scope,
): Pick<Retrieved, 'sentences' | 'safety' | 'passages'> {
  const { steps, parts, language } = guide;
  const passageOf = (kind: 'step' | 'part', number: number, heading: string, text: string): FoundPassage => ({
    // Negative, so that it cannot collide with the id of a stored passage.
    id: -(kind === 'step' ? 1 : 2) * 1000 - number,
    guideId: guide.id,
    resourceId: null,
    kind,
    number,
    fileId: null,
    commentId: null,
    messageId: null,
    heading,
    text,
    terms: [],
  });
  const build = (told: { passage: FoundPassage; texts: string[] }[], safety: SafetyCard[]) => ({
    sentences: told.flatMap(({ passage, texts }) =>
      texts.map((text) => ({ text, citations: [citationOf(scope, new Map(), passage, text)] })),
    ),
    safety,
    passages: told.slice(0, maxGiven).map(({ passage }) => ({
      passage,
      citation: (quote: string) => citationOf(scope, new Map(), passage, quote),
    })),
  });
  const stepPassage = (number: number) => {
    const step = steps[number - 1]!;
    const text = stepText(step, language);
    return { passage: passageOf('step', number, step.title, text), texts: sentencesOf(text) };
  };
  const one = (number: number) =>
    steps[number - 1] ? build([stepPassage(number)], stepSafety(steps[number - 1]!)) : build([], []);
  switch (request.kind) {
    case 'step':
      return one(request.number);
    case 'next':
      return one(current + 1);
    case 'current':
      return one(current);
    case 'parts':
      return build(
        parts.slice(0, maxListed).map((part, index) => ({
          passage: passageOf('part', index + 1, part.name, partText(part, language)),
          texts: [partText(part, language).split('\n')[0]!],
        })),
        safetyOf(...parts.map(({ name }) => name)),
      );
    case 'tools':
      return build(
        steps.flatMap((step, index) => {
          if (!step.tools?.length) return [];
          const { passage } = stepPassage(index + 1);
          return [
            {
              passage,
              texts: [sentencesOf(stepText({ title: '', text: '', tools: step.tools }, language))[0]!],
            },
          ];
        }),
        [],
      );
    case 'steps':
      return build(
        steps.slice(0, maxListed).map((step, index) => {
          const told = stepPassage(index + 1);
          return { passage: told.passage, texts: [step.title || told.texts[0]!] };
        }),
        [...new Set(steps.flatMap(stepSafety))],
      );
  }
}

/** Returns the places to ask when the guide has no answer. */
function handoffsOf(
  guide: Pick<GuideRow, 'resourceId'> | null,
  question: Question,
  scope: Scope,
  help: HelpAddresses,
): Handoff[] {
  const to = (kind: Handoff['kind'], path: string): Handoff => ({ kind, path, title: null });
  const asksForPart = /부품|출력|깨|부러|잃어|없어|part|print|broken|missing|lost|部品|印刷|壊|失|割れ/i.test(
    question.text,
  );
  return [
    ...(guide === null ? resourceHandoffs(scope) : []),
    ...(guide?.resourceId ? [to('author', `/resources/${guide.resourceId}#comments`)] : []),
    to('community', help.community),
    to('engineers', '/services/type/engineer'),
    to('support', help.support),
    ...(asksForPart ? [to('print_shop', '/services/type/3d_printing')] : []),
  ];
}

function resourceHandoffs({ guides }: Scope): Handoff[] {
  return guides.map(({ resourceId, name }) => ({
    kind: 'resource',
    path: `/ai-assembly?resourceId=${resourceId}`,
    title: name,
  }));
}
