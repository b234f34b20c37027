/** Limits of the assistant, shared with pages. */
export const assistantLimits = {
  question: 1000,
  /** Per conversation. */
  messages: 400,
  /** Per person; guests' oldest ones are deleted. */
  conversations: 200,
  steps: 300,
  parts: 1000,
  stepText: 5000,
  documents: 20,
  documentMb: 100,
  /** Files per document. */
  files: 20,
} as const;

/** Safety warnings with fixed texts, in this order. */
export const safetyCards = ['mains', 'battery', 'laser', 'pressure', 'chemicals', 'crt'] as const;
export type SafetyCard = (typeof safetyCards)[number];

/** Places to ask when the answer is unknown; each answer offers those that make sense. */
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

/** Reasons why retrieval answered instead of the model. */
export const voidReasons = ['model_failed', 'model_slow', 'over_budget', 'not_grounded'] as const;
export type VoidReason = (typeof voidReasons)[number];

/** Reasons why a document could not be read. */
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
