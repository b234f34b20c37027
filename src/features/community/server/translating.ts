import { sql } from 'kysely';
import type { Locale } from '#i18n/languages.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { AppError } from '#platform/shared/errors.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import { communityErrors, type Translation } from '../contract.ts';
import { locateMessage } from './queries.ts';

/**
 * Translates with a model, charged to a person's budget. Provided by the assistant feature, injected by the
 * app.
 */
export type Translate = (asked: {
  personId: string;
  to: Locale;
  title: string | null;
  text: string;
  signal: AbortSignal;
}) => Promise<
  Translation | { voided: 'model_failed' | 'model_slow' } | { voided: 'over_budget'; until: Date }
>;

type Place = { channelId: string; seq: number; editedAt: Date | null; to: Locale };
type Running = { translation: Promise<Translation>; waiting: number; stop: AbortController };

/** Translations of messages. Each is made once for all readers, until the message is edited. */
export function createTranslations(deps: { db: Db; rateLimits: RateLimits; translate: Translate | null }) {
  const { db, rateLimits, translate } = deps;
  const running = new Map<string, Running>();

  async function make(
    translateNow: Translate,
    reader: { id: string },
    said: { place: Place; title: string | null; text: string },
    signal: AbortSignal,
  ): Promise<Translation> {
    await rateLimits.take('assistant', reader.id);
    const { place, title, text } = said;
    const made = await translateNow({ personId: reader.id, to: place.to, title, text, signal });
    if ('voided' in made) throw failureOf(made);
    await keep(db, place, made);
    return made;
  }

  return {
    async translate(
      reader: { id: string; isAdmin: boolean },
      id: string,
      to: Locale,
      signal: AbortSignal,
    ): Promise<Translation> {
      const { channel, seq } = await locateMessage(db, reader, id);
      const message = await db
        .selectFrom('channelMessage')
        .select(['title', 'text', 'editedAt'])
        .where('channelId', '=', channel.id)
        .where('seq', '=', seq)
        .where('state', '=', 'shown')
        .executeTakeFirst();
      // A message with pictures only has nothing to translate.
      if (!message || (message.title === null && !isVisible(message.text)))
        throw new AppError(communityErrors.message_not_found);
      const { title, text, editedAt } = message;
      if (translate === null) throw new AppError(communityErrors.translation_off);
      const place = { channelId: channel.id, seq, editedAt, to };
      const kept = await findKept(db, place);
      if (kept) return kept;

      const key = [channel.id, seq, editedAt?.getTime() ?? '', to].join(' ');
      let run = running.get(key);
      if (!run) {
        const stop = new AbortController();
        const translation = make(translate, reader, { place, title, text }, stop.signal).finally(() => {
          if (running.get(key) === run) running.delete(key);
        });
        run = { translation, waiting: 0, stop };
        running.set(key, run);
      }
      const joined = run;
      joined.waiting += 1;
      // Abort when nobody waits any more, to save the cost.
      signal.addEventListener('abort', () => {
        joined.waiting -= 1;
        if (joined.waiting > 0) return;
        if (running.get(key) === joined) running.delete(key);
        joined.stop.abort();
      });
      return joined.translation;
    },
  };
}

function failureOf(made: Exclude<Awaited<ReturnType<Translate>>, Translation>): AppError {
  if (made.voided === 'over_budget') {
    const retryAfterSeconds = Math.max(1, Math.ceil((made.until.getTime() - currentTime().getTime()) / 1000));
    return new AppError(communityErrors.translation_over_budget, { retryAfterSeconds });
  }
  return new AppError(
    made.voided === 'model_slow' ? communityErrors.translation_slow : communityErrors.translation_failed,
  );
}

async function findKept(db: Db, { channelId, seq, editedAt, to }: Place): Promise<Translation | undefined> {
  return db
    .selectFrom('channelTranslation')
    .select(['title', 'text', 'sourceLanguage as from'])
    .where('channelId', '=', channelId)
    .where('seq', '=', seq)
    .where('locale', '=', to)
    .where('editedAt', 'is not distinct from', editedAt)
    .executeTakeFirst();
}

/** Discards the result if the message was edited or deleted meanwhile; its row is locked for that check. */
async function keep(db: Db, { channelId, seq, editedAt, to }: Place, made: Translation): Promise<void> {
  await sql`insert into channel_translation (channel_id, seq, locale, edited_at, title, text, source_language)
    select channel_id, seq, ${to}, edited_at, ${made.title}, ${made.text}, ${made.from} from channel_message
      where channel_id = ${channelId} and seq = ${seq} and state = 'shown'
        and edited_at is not distinct from ${editedAt}::timestamptz for share
    on conflict (channel_id, seq, locale) do update
      set edited_at = excluded.edited_at, title = excluded.title, text = excluded.text, source_language = excluded.source_language`.execute(
    db,
  );
}
