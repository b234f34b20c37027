/** What the assistant is held to, and what pages need to know of it. */
export const assistantLimits = {
  question: 1000,
  /** Of one conversation. */
  messages: 400,
  /** Of one person; the oldest guests' go by themselves. */
  conversations: 200,
  steps: 300,
  parts: 1000,
  stepText: 5000,
  documents: 20,
  documentMb: 100,
  /** Files of one document. */
  files: 20,
} as const;

/** Dangers that are told of in fixed words, in this order. */
export const safetyCards = ['mains', 'battery', 'laser', 'pressure', 'chemicals', 'crt'] as const;
export type SafetyCard = (typeof safetyCards)[number];

/** Where it leads to when it does not know: what of it makes sense is decided for each answer. */
export const handoffKinds = [
  'author',
  'community',
  'engineers',
  'support',
  'print_shop',
  'resource',
  'login',
] as const;

export const toolNames = [
  'find_part',
  'search_resources',
  'estimate_print',
  'find_engineer',
  'open_support',
  'propose_fix',
] as const;
export type ToolName = (typeof toolNames)[number];

/** Why retrieval answered in the place of the model. */
export const voidReasons = ['model_failed', 'model_slow', 'over_budget', 'not_grounded'] as const;
export type VoidReason = (typeof voidReasons)[number];

/** Why a document could not be read. */
export const documentProblems = [
  'damaged',
  'encrypted',
  'empty',
  'bomb',
  'too_many_pages',
  'too_much_text',
  'too_slow',
  'failed',
] as const;

export const documentExtensions = ['pdf', 'md', 'txt', 'zip', 'png', 'jpg', 'jpeg', 'webp', 'gif'] as const;
