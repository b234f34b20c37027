/** A question that somebody began with, on its way to the conversation that was made for it. */
const waiting = new Map<string, string>();

export function leaveQuestion(conversationId: string, text: string): void {
  waiting.set(conversationId, text);
}

export function takeQuestion(conversationId: string): string | undefined {
  const text = waiting.get(conversationId);
  waiting.delete(conversationId);
  return text;
}
