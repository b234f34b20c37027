/** Path of the Socket.IO endpoint. */
export const realtimePath = '/api/realtime';

/** Event of a topic. Without a `seq` it is ephemeral, and absent subscribers miss it. */
export type TopicEvent = { topic: string; type: string; seq?: number; data: Record<string, unknown> };

export type Refusal = 'bad_request' | 'topic_not_found' | 'too_many_topics' | 'too_fast' | 'unavailable';

/**
 * Acknowledgement of a `subscribe`, sent after the missed events: the newest `seq` and the database's time. `reset`
 * means that not all missed events could be sent, so the subscriber has to reload its data.
 */
export type Subscribed = { ok: true; seq: number; now: string; reset?: true };
