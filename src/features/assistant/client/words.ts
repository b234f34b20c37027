import { m } from '#i18n/generated/messages.js';
import type { Citation } from '../contract.ts';
import type { SafetyCard, ToolName, VoidReason } from '../rules.ts';

/** Safety warnings are fixed texts: no model writes or shortens them. */
export const safetyWords: Record<SafetyCard, { title(): string; text(): string }> = {
  mains: { title: () => m['assistant.safety.mains.title'](), text: () => m['assistant.safety.mains.text']() },
  battery: {
    title: () => m['assistant.safety.battery.title'](),
    text: () => m['assistant.safety.battery.text'](),
  },
  laser: { title: () => m['assistant.safety.laser.title'](), text: () => m['assistant.safety.laser.text']() },
  pressure: {
    title: () => m['assistant.safety.pressure.title'](),
    text: () => m['assistant.safety.pressure.text'](),
  },
  chemicals: {
    title: () => m['assistant.safety.chemicals.title'](),
    text: () => m['assistant.safety.chemicals.text'](),
  },
  crt: { title: () => m['assistant.safety.crt.title'](), text: () => m['assistant.safety.crt.text']() },
};

export const voidWords: Record<VoidReason, () => string> = {
  model_failed: () => m['assistant.talk.voided.model_failed'](),
  model_slow: () => m['assistant.talk.voided.model_slow'](),
  over_budget: () => m['assistant.talk.voided.over_budget'](),
  not_grounded: () => m['assistant.talk.voided.not_grounded'](),
};

export const toolWords: Record<ToolName, (about: { about: string }) => string> = {
  find_part: (about) => m['assistant.tool.find_part'](about),
  search_resources: (about) => m['assistant.tool.search_resources'](about),
  estimate_print: () => m['assistant.tool.estimate_print'](),
  find_engineer: () => m['assistant.tool.find_engineer'](),
  open_support: () => m['assistant.tool.open_support'](),
  propose_fix: (about) => m['assistant.tool.propose_fix'](about),
};

/** Describes the source of a citation. */
export function sourceWords(citation: Citation): string {
  const { step, part, page, comment, answer, file, title } = citation;
  if (step !== undefined) return m['assistant.cite.step']({ number: step, title });
  if (part !== undefined) return m['assistant.cite.part']({ title });
  if (file !== undefined && page !== undefined) return m['assistant.cite.file_page']({ title, number: page });
  if (page !== undefined) return m['assistant.cite.page']({ number: page, title });
  if (comment !== undefined) return m['assistant.cite.comment']();
  if (answer !== undefined) return m['assistant.cite.answer']({ title });
  if (file !== undefined) return m['assistant.cite.file']({ title });
  return m['assistant.cite.about']();
}
