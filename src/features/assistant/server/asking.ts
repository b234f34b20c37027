import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import type { Locale } from '#i18n/languages.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { beginningOf, codeUnits } from '#platform/shared/graphemes.ts';
import { plainName } from '#platform/shared/visible-text.ts';
import { mayUseModel } from '../access.ts';
import { assistantErrors, type AnswerEvent, type Message, type Sentence } from '../contract.ts';
import { assistantLimits, type SafetyCard, type VoidReason } from '../rules.ts';
import { safetyOf } from '../safety.ts';
import { retrieve, type RetrievalDeps, type Retrieved } from './answering.ts';
import {
  getConversation,
  getGuide,
  getMessage,
  listMessages,
  silentMs,
  type Asker,
  type GuideRow,
} from './queries.ts';

type Asked = {
  text: string;
  clientId?: string | undefined;
  step?: number | undefined;
  mode?: 'retrieval' | undefined;
};
type Writing = {
  events: AnswerEvent[];
  said: EventEmitter;
  stop: AbortController;
  /** Aborts the answer after its last reader has left. */
  leaving: NodeJS.Timeout | null;
  readers: number;
  finished: Promise<void>;
};

/** Interface of the model; see model.ts. */
export type Answering = {
  /** Streams sentences and finishes with the result, or with the reason of a failure. */
  answer(input: {
    asker: Asker;
    guide: GuideRow | null;
    question: { text: string; locale: Locale };
    history: readonly Message[];
    retrieved: Retrieved;
    signal: AbortSignal;
    onSentence(sentence: Sentence): void;
  }): Promise<
    | { dropped: number; suggested: { tool: string; input: Record<string, unknown> }[] }
    | { voided: VoidReason; dropped: number }
  >;
};

export type AskingDeps = RetrievalDeps & {
  /** Null if none is configured. */
  model: Answering | null;
  /** Grace period for a lost connection before the answer is aborted. */
  leaveMs?: number;
  onError(error: unknown): void;
};

const beatMs = 2000;
const defaultLeaveMs = 15_000;

/** Accepts questions, writes their answers, and streams them to every permitted reader. */
export function createAsking(deps: AskingDeps) {
  const { db } = deps;
  const writings = new Map<string, Writing>();

  /** Stores a question with a pending answer, or finds both by their `clientId`. */
  async function store(
    asker: Asker,
    conversationId: string,
    input: Asked,
    now: Date,
  ): Promise<{ questionId: string; answerId: string; isNew: boolean }> {
    const conversation = await getConversation(db, asker, conversationId);
    if (conversation.hasGuide) await getGuide(db, asker, conversation);
    return db.transaction().execute(async (trx) => {
      const { lastSeq } = await trx
        .selectFrom('assistantConversation')
        .select('lastSeq')
        .where('id', '=', conversation.id)
        .forUpdate()
        .executeTakeFirstOrThrow(() => new AppError(assistantErrors.conversation_not_found));
      if (input.clientId !== undefined) {
        const before = await findAsked(trx, conversation.id, input.clientId);
        if (before) {
          if (before.text !== input.text) throw new AppError(platformErrors.idempotency_conflict);
          return { questionId: before.id, answerId: before.answerId, isNew: false };
        }
      }
      if (lastSeq >= assistantLimits.messages) throw new AppError(assistantErrors.too_many_messages);
      // An answer whose process has died is marked as stopped.
      await sql`update assistant_message set state = 'stopped' where conversation_id = ${conversation.id}
        and state = 'writing' and beat_at < clock_timestamp() - ${silentMs} * interval '1 ms'`.execute(trx);
      const running = await trx
        .selectFrom('assistantMessage')
        .select('id')
        .where('conversationId', '=', conversation.id)
        .where('state', '=', 'writing')
        .executeTakeFirst();
      if (running) throw new AppError(assistantErrors.answer_running);
      const questionId = uuidv7(now.getTime());
      const answerId = uuidv7(now.getTime());
      const common = { conversationId: conversation.id, createdAt: now, voided: null };
      await trx
        .insertInto('assistantMessage')
        .values([
          {
            ...common,
            id: questionId,
            seq: lastSeq + 1,
            role: 'user',
            state: 'complete',
            text: input.text,
            mode: null,
            clientId: input.clientId ?? null,
            replyTo: null,
            askedAtStep: input.step ?? null,
            wantsRetrieval: input.mode === 'retrieval',
            beatAt: null,
          },
          {
            ...common,
            id: answerId,
            seq: lastSeq + 2,
            role: 'assistant',
            state: 'writing',
            mode: 'retrieval',
            clientId: null,
            replyTo: questionId,
            askedAtStep: null,
            beatAt: now,
          },
        ])
        .execute();
      await trx
        .updateTable('assistantConversation')
        .set({
          lastSeq: lastSeq + 2,
          updatedAt: now,
          // The first question becomes the title.
          ...(conversation.title === '' && { title: beginningOf(plainName(input.text), 120, codeUnits) }),
        })
        .where('id', '=', conversation.id)
        .execute();
      return { questionId, answerId, isNew: true };
    });
  }

  /** Keeps the row alive, and aborts the answer if it was stopped in another process. */
  function beat(answerId: string, writing: Writing, sentences: () => readonly Sentence[]): () => void {
    const timer = setInterval(() => {
      void sql<{
        id: string;
      }>`update assistant_message set beat_at = clock_timestamp(), sentences = ${JSON.stringify(sentences())}::jsonb
        where id = ${answerId} and state = 'writing' returning id`
        .execute(db)
        .then(({ rows }) => rows.length === 0 && writing.stop.abort())
        .catch(deps.onError);
    }, beatMs);
    timer.unref();
    return () => clearInterval(timer);
  }

  async function write(
    asker: Asker,
    conversationId: string,
    { questionId, answerId }: { questionId: string; answerId: string },
    input: Asked,
    locale: Locale,
    writing: Writing,
  ): Promise<void> {
    const say = (event: AnswerEvent) => {
      writing.events.push(event);
      writing.said.emit('event', event);
    };
    let sentences: Sentence[] = [];
    const quiet = beat(answerId, writing, () => sentences);
    try {
      const conversation = await getConversation(db, asker, conversationId);
      const guide = conversation.hasGuide ? await getGuide(db, asker, conversation) : null;
      const question = { text: input.text, step: input.step, locale };
      const model = input.mode !== 'retrieval' && mayUseModel(asker) ? deps.model : null;
      const messages = await listMessages(db, conversationId);
      const retrieved = await retrieve(deps, asker, conversation, guide, question, currentTime());
      say({
        event: 'begin',
        data: {
          question: messages.find(({ id }) => id === questionId)!,
          answerId,
          mode: model ? 'model' : 'retrieval',
          safety: retrieved.safety,
        },
      });
      let { safety, declined, handoffs } = retrieved;
      let mode: 'retrieval' | 'model' = 'retrieval';
      let voided: VoidReason | null = null;
      let dropped = 0;
      let suggested: { tool: string; input: Record<string, unknown> }[] = [];
      const tell = (sentence: Sentence) => {
        say({ event: 'sentence', data: { index: sentences.length, sentence } });
        sentences.push(sentence);
      };
      if (model) {
        const history = messages.filter(
          ({ id, state }) => id !== questionId && id !== answerId && state !== 'writing',
        );
        const made = await model.answer({
          asker,
          guide,
          question,
          history,
          retrieved,
          signal: writing.stop.signal,
          onSentence: tell,
        });
        dropped = made.dropped;
        if ('voided' in made && !writing.stop.signal.aborted) {
          voided = made.voided;
          if (sentences.length > 0) say({ event: 'restart', data: { reason: made.voided } });
          sentences = [];
        } else {
          mode = 'model';
          if ('suggested' in made) suggested = made.suggested;
          declined = sentences.length === 0 && suggested.length === 0 && !writing.stop.signal.aborted;
          if (!declined && retrieved.declined && sentences.length > 0) handoffs = [];
          safety = mergeSafety(safety, sentences);
        }
      }
      if (mode === 'retrieval') for (const sentence of retrieved.sentences) tell(sentence);
      if (declined && !retrieved.declined) handoffs = await retrieved.elsewhere();
      quiet();
      const state = writing.stop.signal.aborted ? 'stopped' : 'complete';
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable('assistantMessage')
          .set({
            state,
            text: sentences.map(({ text }) => text).join('\n'),
            sentences: JSON.stringify(sentences),
            handoffs: JSON.stringify(handoffs),
            safety,
            declined,
            mode,
            voided,
            dropped,
          })
          .where('id', '=', answerId)
          .execute();
        for (const [index, { tool, input: wanted }] of suggested.entries()) {
          await trx
            .insertInto('assistantAction')
            .values({
              id: uuidv7(currentTime().getTime()),
              conversationId,
              messageId: answerId,
              position: index,
              tool,
              input: JSON.stringify(wanted),
              resultId: null,
            })
            .execute();
        }
      });
      const message = await getMessage(db, conversationId, answerId);
      for (const action of message.actions) say({ event: 'action', data: { action } });
      say({ event: 'done', data: { message } });
    } catch (error) {
      deps.onError(error);
      await db
        .updateTable('assistantMessage')
        .set({ state: 'stopped' })
        .where('id', '=', answerId)
        .where('state', '=', 'writing')
        .execute()
        .catch(deps.onError);
      const kind = platformErrors.internal_error;
      say({ event: 'error', data: { code: kind.code, message: kind.words(locale) } });
    } finally {
      quiet();
      if (writing.leaving) clearTimeout(writing.leaving);
      writings.delete(answerId);
      writing.said.emit('end');
    }
  }

  return {
    /**
     * Stores the question and returns the stream of its answer. A reader may leave: without a return in time
     * the answer is aborted. Throws the errors of the contract before the stream begins.
     */
    async ask(
      asker: Asker,
      conversationId: string,
      input: Asked,
      locale: Locale,
      /** Aborted when the reader has left. */
      left: AbortSignal,
    ): Promise<AsyncGenerator<AnswerEvent | null, void, void>> {
      const stored = await store(asker, conversationId, input, currentTime());
      let writing = writings.get(stored.answerId);
      if (stored.isNew) {
        const begun: Writing = {
          events: [],
          said: new EventEmitter().setMaxListeners(100),
          stop: new AbortController(),
          leaving: null,
          readers: 0,
          finished: Promise.resolve(),
        };
        writing = begun;
        writings.set(stored.answerId, begun);
        begun.finished = write(asker, conversationId, stored, input, locale, begun);
      }
      return writing ? follow(writing, left) : replay(conversationId, stored, left);
    },

    /** Stops an answer in any process. */
    async stop(asker: Asker, conversationId: string, messageId: string): Promise<void> {
      const conversation = await getConversation(db, asker, conversationId);
      const message = await getMessage(db, conversation.id, messageId);
      if (message.state !== 'writing') return;
      const writing = writings.get(message.id);
      if (writing) {
        writing.stop.abort();
        await writing.finished;
        return;
      }
      await db
        .updateTable('assistantMessage')
        .set({ state: 'stopped' })
        .where('id', '=', message.id)
        .where('state', '=', 'writing')
        .execute();
    },

    /** Stores unfinished answers on shutdown. */
    async close(): Promise<void> {
      const all = [...writings.values()];
      for (const { stop } of all) stop.abort();
      await Promise.all(all.map(({ finished }) => finished));
    },
  };

  async function* follow(
    writing: Writing,
    left: AbortSignal,
  ): AsyncGenerator<AnswerEvent | null, void, void> {
    writing.readers += 1;
    if (writing.leaving) clearTimeout(writing.leaving);
    writing.leaving = null;
    let at = 0;
    let wake: () => void = () => {};
    let hasEnded = left.aborted;
    const onEvent = () => wake();
    const onEnd = () => {
      hasEnded = true;
      wake();
    };
    writing.said.on('event', onEvent);
    writing.said.once('end', onEnd);
    left.addEventListener('abort', onEnd, { once: true });
    try {
      for (;;) {
        while (at < writing.events.length && !left.aborted) {
          const event = writing.events[at]!;
          at += 1;
          yield event;
          if (event.event === 'done' || event.event === 'error') return;
        }
        if (hasEnded) return;
        const isNews = await new Promise<boolean>((resolve) => {
          const timer = setTimeout(() => resolve(false), heartbeatMs);
          wake = () => {
            clearTimeout(timer);
            resolve(true);
          };
        });
        if (!isNews) yield null;
      }
    } finally {
      writing.said.off('event', onEvent);
      writing.said.off('end', onEnd);
      left.removeEventListener('abort', onEnd);
      writing.readers -= 1;
      if (writing.readers === 0) {
        writing.leaving = setTimeout(() => writing.stop.abort(), deps.leaveMs ?? defaultLeaveMs);
        writing.leaving.unref();
      }
    }
  }

  /** Streams an answer that is complete, or that another process writes. */
  async function* replay(
    conversationId: string,
    { questionId, answerId }: { questionId: string; answerId: string },
    left: AbortSignal,
  ): AsyncGenerator<AnswerEvent | null, void, void> {
    const question = await getMessage(db, conversationId, questionId);
    let answer = await getMessage(db, conversationId, answerId);
    for (let waited = 0; answer.state === 'writing' && !left.aborted; waited += 1) {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      if (waited % (heartbeatMs / pollMs) === 0) yield null;
      answer = await getMessage(db, conversationId, answerId);
    }
    yield {
      event: 'begin',
      data: {
        question,
        answerId,
        mode: answer.mode === 'model' ? 'model' : 'retrieval',
        safety: answer.safety,
      },
    };
    for (const [index, sentence] of answer.sentences.entries())
      yield { event: 'sentence', data: { index, sentence } };
    for (const action of answer.actions) yield { event: 'action', data: { action } };
    yield { event: 'done', data: { message: answer } };
  }
}

/** Proxies close idle connections. */
const heartbeatMs = 10_000;
const pollMs = 250;

function mergeSafety(before: readonly SafetyCard[], sentences: readonly Sentence[]): SafetyCard[] {
  const quoted = sentences.flatMap(({ text, citations }) => [text, ...citations.map(({ quote }) => quote)]);
  return safetyOf(...quoted)
    .concat(before)
    .filter((card, index, all) => all.indexOf(card) === index);
}

async function findAsked(trx: Db, conversationId: string, clientId: string) {
  return trx
    .selectFrom('assistantMessage as question')
    .innerJoin('assistantMessage as answer', 'answer.replyTo', 'question.id')
    .select(['question.id', 'question.text', 'answer.id as answerId'])
    .where('question.conversationId', '=', conversationId)
    .where('question.clientId', '=', clientId)
    .executeTakeFirst();
}
