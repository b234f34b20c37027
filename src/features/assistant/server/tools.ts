import { z } from 'zod';
import { assistantLimits, type ToolName } from '../rules.ts';

/**
 * Tools that a model may suggest. It never runs any: a suggestion is a button, and pressing it runs it with
 * the person's permissions. The text is the model's, shown as plain text.
 */
const query = z.string().trim().min(1).max(200);
export const toolInputs = {
  find_part: z.object({ query }),
  search_resources: z.object({ query }),
  estimate_print: z.object({ query: query.optional() }),
  find_engineer: z.object({ query: query.optional() }),
  open_support: z.object({ query: query.optional() }),
  propose_fix: z.object({
    step: z.number().int().min(1).max(assistantLimits.steps),
    text: z.string().trim().min(1).max(assistantLimits.stepText),
    reason: z.string().trim().max(1000).default(''),
  }),
} as const satisfies Record<ToolName, z.ZodType>;

export const toolWords: Record<ToolName, string> = {
  find_part: 'Offer to look for a part of this guide, and where it comes from.',
  search_resources: 'Offer to search the published resources.',
  estimate_print: 'Offer to tell what printing the 3D models of this resource takes.',
  find_engineer: 'Offer to find an engineer nearby.',
  open_support: 'Offer remote support by people.',
  propose_fix:
    'Offer to propose to the author that the text of a step is put right. `text` is the whole new text.',
};

export type Suggested = { tool: ToolName; input: Record<string, unknown> };
const maxSuggested = 3;

/** Converts a model's calls to buttons: known tools with valid input, each once. */
export function suggestionsOf(
  calls: readonly { toolName: string; input: unknown }[],
  guide: { steps: number; isResource: boolean } | null,
): Suggested[] {
  const seen = new Map<string, Suggested>();
  for (const { toolName, input } of calls) {
    if (!Object.hasOwn(toolInputs, toolName)) continue;
    const tool = toolName as ToolName;
    const parsed = toolInputs[tool].safeParse(input);
    if (!parsed.success) continue;
    if (tool === 'propose_fix') {
      const { step } = parsed.data as { step: number };
      if (!guide?.isResource || step > guide.steps) continue;
    }
    const suggestion = { tool, input: parsed.data as Record<string, unknown> };
    seen.set(JSON.stringify(suggestion), suggestion);
  }
  return [...seen.values()].slice(0, maxSuggested);
}
