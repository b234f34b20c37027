import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { backoffMs } from '#platform/client/retries.ts';
import type { Action, AnswerEvent, Conversation, Message, Sentence } from '../contract.ts';
import type { SafetyCard, VoidReason } from '../rules.ts';
import { ask, assistantKey, conversationQuery, stopAnswer } from './api.ts';

/** Answer that is being streamed. */
export type Writing = {
  clientId: string;
  text: string;
  step: number | undefined;
  answerId: string | null;
  sentences: Sentence[];
  actions: Action[];
  safety: SafetyCard[];
  voided: VoidReason | null;
  /** Error message, if it failed; the question stays. */
  problem: string | null;
};

/** Number of lost connections after which the user is asked to retry. */
const maxLost = 3;

/** Applies an event to an answer. */
export function heard(writing: Writing, { event, data }: AnswerEvent): Writing {
  switch (event) {
    case 'begin':
      // A repeated question streams from the start.
      return {
        ...writing,
        answerId: data.answerId,
        safety: data.safety,
        sentences: [],
        actions: [],
        voided: null,
      };
    case 'sentence':
      return { ...writing, sentences: [...writing.sentences.slice(0, data.index), data.sentence] };
    case 'action':
      return { ...writing, actions: [...writing.actions, data.action] };
    case 'restart':
      return { ...writing, sentences: [], actions: [], voided: data.reason };
    case 'error':
      return { ...writing, problem: data.message };
    case 'done':
      return writing;
  }
}

/** Adds messages to a conversation, each once. */
export function withMessages(conversation: Conversation, added: readonly Message[]): Conversation {
  const ids = new Set(added.map(({ id }) => id));
  const kept = conversation.messages.filter(({ id }) => !ids.has(id));
  return { ...conversation, messages: [...kept, ...added].toSorted((one, other) => one.seq - other.seq) };
}

/** Asks questions in a conversation and streams one answer at a time. */
export function useAsking(id: string) {
  const client = useQueryClient();
  const [writing, setWriting] = useState<Writing | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    // The server continues to write the answer, for a reader who returns.
    return () => controller.abort();
  }, []);

  const put = (...messages: Message[]) =>
    client.setQueryData(conversationQuery(id).queryKey, (before) => before && withMessages(before, messages));

  async function send(asked: Pick<Writing, 'clientId' | 'text' | 'step'>): Promise<void> {
    const { signal } = leaving.current;
    let now: Writing = {
      ...asked,
      answerId: null,
      sentences: [],
      actions: [],
      safety: [],
      voided: null,
      problem: null,
    };
    setWriting(now);
    for (let lost = 0; ;) {
      try {
        const { text, clientId, step } = asked;
        for await (const event of ask(id, { text, clientId, ...(step !== undefined && { step }) }, signal)) {
          lost = 0;
          if (event.event === 'begin') put(event.data.question);
          if (event.event === 'done') {
            put(event.data.message);
            setWriting(null);
            // The answer changes budgets and the order of conversations.
            void client.invalidateQueries({ queryKey: [...assistantKey, 'about'] });
            return;
          }
          now = heard(now, event);
          setWriting(now);
        }
        if (now.problem !== null) return;
        throw new ApiError(0, 'network_error', '');
      } catch (error) {
        if (signal.aborted) return;
        const isLost = error instanceof ApiError && (error.status === 0 || error.status === 503);
        lost += 1;
        if (!isLost || lost > maxLost) {
          setWriting({ ...now, problem: describeError(error) });
          return;
        }
        // oxlint-disable-next-line no-await-in-loop -- attempts are sequential
        await new Promise((go) => setTimeout(go, backoffMs(lost - 1)));
      }
    }
  }

  return {
    writing,
    put,
    ask: (text: string, step?: number) => void send({ clientId: crypto.randomUUID(), text, step }),
    again: () => writing && void send(writing),
    /** Continues an answer that was being written when the page was left. */
    resume(question: Message): void {
      if (question.clientId !== null)
        void send({ clientId: question.clientId, text: question.text, step: undefined });
    },
    discard: () => setWriting(null),
    stop: () => {
      if (writing?.answerId) void stopAnswer(id, writing.answerId).catch(() => {});
    },
  };
}
export type Asking = ReturnType<typeof useAsking>;
