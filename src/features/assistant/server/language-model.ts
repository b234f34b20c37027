import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { tool, type LanguageModel, type ToolSet } from 'ai';
import type { z } from 'zod';
import type { Config } from '#platform/server/config.ts';
import { toolNames } from '../rules.ts';
import { toolInputs, toolWords } from './tools.ts';

export { streamText } from 'ai';

export function openModel(model: NonNullable<Config['assistant']['model']>): LanguageModel {
  const { provider, url, name, key } = model;
  if (provider === 'anthropic')
    return createAnthropic({ apiKey: key, ...(url !== undefined && { baseURL: url }) })(name);
  return createOpenAICompatible({
    name: 'assistant',
    baseURL: url ?? '',
    includeUsage: true,
    ...(key !== '' && { apiKey: key }),
  })(name);
}

/** Tools without an implementation: a call is only a suggestion. */
export function offered(mayPropose: boolean): ToolSet {
  return Object.fromEntries(
    toolNames
      .filter((name) => name !== 'propose_fix' || mayPropose)
      .map((name) => [
        name,
        tool({
          description: toolWords[name],
          inputSchema: toolInputs[name] as z.ZodType<Record<string, unknown>>,
        }),
      ]),
  );
}
