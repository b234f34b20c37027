import { z } from 'zod';
import { trimEndOf } from '../../shared/trimming.ts';
import { ConfigError, readerOf, type Environment } from './reading.ts';
import { limit } from './values.ts';

/** The model of the assembly assistant, and how much it may write. */
export const assistantVariables = {
  ASSISTANT_PROVIDER: {
    schema: z.enum(['retrieval', 'openai-compatible', 'anthropic']),
    default: 'retrieval',
    about:
      'Who writes the answers of the assembly assistant: nobody, so that it quotes, a server that speaks like OpenAI, or Anthropic.',
  },
  ASSISTANT_URL: {
    schema: z.url({ protocol: /^https?$/ }).transform((url) => trimEndOf(url, /\//)),
    default: '',
    about:
      'Where the model answers, e.g. `http://127.0.0.1:11434/v1`; `fakes/model.ts` in tests. Default: Anthropic itself, for `anthropic`.',
  },
  ASSISTANT_MODEL: { schema: z.string(), default: '', about: 'Name of the model.' },
  ASSISTANT_KEY: { schema: z.string(), default: '', about: 'API key of the model, where it wants one.' },
  ASSISTANT_TOKENS_PER_DAY: limit('200000', 'Tokens that the model may use for one person in a day.'),
  ASSISTANT_ANSWER_TOKENS: limit('1500', 'Tokens of one answer at most.'),
  ASSISTANT_TIMEOUT_MS: {
    schema: z.coerce.number().int().min(100).max(600_000),
    default: '60000',
    about:
      'Milliseconds that a model may take for an answer; a third of it until it begins, and between its words.',
  },
} as const;

export function readAssistant(environment: Environment) {
  const { read, get } = readerOf(assistantVariables, environment);
  const provider = get('ASSISTANT_PROVIDER');
  const url = read('ASSISTANT_URL');
  const model = read('ASSISTANT_MODEL');
  const key = read('ASSISTANT_KEY');
  const needed: Record<string, string | undefined> = {
    ...(provider !== 'retrieval' && { ASSISTANT_MODEL: model }),
    ...(provider === 'openai-compatible' && { ASSISTANT_URL: url }),
    ...(provider === 'anthropic' && { ASSISTANT_KEY: key }),
  };
  for (const [name, value] of Object.entries(needed)) {
    if (value === undefined) throw new ConfigError(`Configuration: ${name} must be set for ${provider}`);
  }
  return {
    model:
      provider === 'retrieval' || model === undefined ? null : { provider, url, name: model, key: key ?? '' },
    tokensPerDay: get('ASSISTANT_TOKENS_PER_DAY'),
    answerTokens: get('ASSISTANT_ANSWER_TOKENS'),
    timeoutMs: get('ASSISTANT_TIMEOUT_MS'),
  };
}
