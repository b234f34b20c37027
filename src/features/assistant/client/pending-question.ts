/** First questions on the start page, until their conversation is opened. */
const waiting = new Map<string, string>();

export function leaveQuestion(conversationId: string, text: string): void {
  waiting.set(conversationId, text);
}

export function takeQuestion(conversationId: string): string | undefined {
  const text = waiting.get(conversationId);
  waiting.delete(conversationId);
  return text;
}
