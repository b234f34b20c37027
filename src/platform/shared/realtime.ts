/** Where Socket.IO listens. */
export const realtimePath = '/api/realtime';

/** What has happened to a topic. Without a `seq` it is kept nowhere, and whoever is away misses it. */
export type TopicEvent = { topic: string; type: string; seq?: number; data: Record<string, unknown> };

export type Refusal = 'bad_request' | 'topic_not_found' | 'too_many_topics' | 'too_fast' | 'unavailable';

/**
 * What a `subscribe` is acknowledged with, after the events that were missed: the newest `seq` and the database's time. With
 * `reset` not all of these could be sent: whoever shows the topic loads it anew.
 */
export type Subscribed = { ok: true; seq: number; now: string; reset?: true };
