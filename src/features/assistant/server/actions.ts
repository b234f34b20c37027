import { findTitles, getResource, searchPublished } from '#features/resources/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import { currentTime } from '#platform/server/clock.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { assistantErrors, type Found, type Message } from '../contract.ts';
import { assistantLimits, type ToolName } from '../rules.ts';
import type { Deps } from './commands.ts';
import { helpAddresses } from './help.ts';
import { partText } from './passages.ts';
import { propose } from './proposals.ts';
import { findGuide, getConversation, getMessage, type Asker, type GuideRow } from './queries.ts';
import { meets, termsOf, unitsOf } from './retrieval.ts';

export type ActionDeps = Deps & {
  /** Calls the API as the person; returns null if it is refused. */
  callAs(path: string): Promise<unknown>;
  locale: Locale;
};
type Place = { lat?: number | undefined; long?: number | undefined };
type Input = { query?: string; step?: number; text?: string; reason?: string };
/** Question before the suggestion, and the current step. */
type Asked = { text: string; step: number };

const maxFound = 5;
const engineerKm = 100;

/**
 * Runs an action that a model suggested and the person pressed, with that person's permissions. A repeated
 * press returns the first result. Throws `action_not_found`, `place_needed`, `not_signed_in`, and the errors
 * of proposals.
 */
export async function runAction(
  deps: ActionDeps,
  asker: Asker,
  conversationId: string,
  actionId: string,
  place: Place,
): Promise<Message> {
  const { db } = deps;
  const conversation = await getConversation(db, asker, conversationId);
  const action = isUuid(actionId)
    ? await db
        .selectFrom('assistantAction')
        .select(['id', 'messageId', 'tool', 'input', 'resultId'])
        .where('id', '=', actionId)
        .where('conversationId', '=', conversation.id)
        .executeTakeFirst()
    : undefined;
  if (!action) throw new AppError(assistantErrors.action_not_found);
  if (action.resultId !== null) return getMessage(db, conversation.id, action.resultId);
  const guide = await findGuide(db, asker, conversation);
  const asked = await findAsked(db, action.messageId);
  const found = await tools[action.tool as ToolName](deps, asker, guide, action.input as Input, {
    place,
    asked: { text: asked?.text ?? '', step: asked?.askedAtStep ?? conversation.step },
  });
  const now = currentTime();
  const id = uuidv7(now.getTime());
  const resultId = await db.transaction().execute(async (trx) => {
    const { lastSeq } = await trx
      .selectFrom('assistantConversation')
      .select('lastSeq')
      .where('id', '=', conversation.id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError(assistantErrors.conversation_not_found));
    const other = await trx
      .selectFrom('assistantAction')
      .select('resultId')
      .where('id', '=', action.id)
      .executeTakeFirst();
    if (other?.resultId) return other.resultId;
    if (lastSeq >= assistantLimits.messages + maxFound) throw new AppError(assistantErrors.too_many_messages);
    await trx
      .insertInto('assistantMessage')
      .values({
        id,
        conversationId: conversation.id,
        seq: lastSeq + 1,
        role: 'assistant',
        state: 'complete',
        found: JSON.stringify(found),
        mode: 'tool',
        voided: null,
        clientId: null,
        replyTo: action.messageId,
        askedAtStep: null,
        beatAt: null,
        createdAt: now,
      })
      .execute();
    await trx.updateTable('assistantAction').set({ resultId: id }).where('id', '=', action.id).execute();
    await trx
      .updateTable('assistantConversation')
      .set({ lastSeq: lastSeq + 1, updatedAt: now })
      .where('id', '=', conversation.id)
      .execute();
    return id;
  });
  return getMessage(db, conversation.id, resultId);
}

type Tool = (
  deps: ActionDeps,
  asker: Asker,
  guide: GuideRow | null,
  input: Input,
  at: { place: Place; asked: Asked },
) => Promise<Found[]>;

async function findAsked(db: Deps['db'], answerId: string) {
  return db
    .selectFrom('assistantMessage as answer')
    .innerJoin('assistantMessage as question', 'question.id', 'answer.replyTo')
    .select(['question.text', 'question.askedAtStep'])
    .where('answer.id', '=', answerId)
    .executeTakeFirst();
}

const cubicCm = (mm3: number) => Math.round(mm3 / 100) / 10;

const tools: Record<ToolName, Tool> = {
  async find_part({ db, locale }, _asker, guide, { query = '' }) {
    const units = unitsOf(query);
    const parts = (guide?.parts ?? [])
      .map((part) => {
        const terms = new Set(termsOf(partText(part, guide!.language)));
        return { part, met: units.reduce((sum, unit) => sum + meets(unit, terms), 0) };
      })
      .filter(({ met }) => met >= Math.max(0.5, units.length / 2))
      .toSorted((a, b) => b.met - a.met)
      .slice(0, maxFound)
      .map(({ part }) => ({
        title: part.name,
        detail: partText(part, guide!.language).split('\n').slice(1).join(' · '),
        path: null,
        url: part.url ?? null,
      }));
    return [
      ...parts,
      ...(await searchResources(db, query, locale)),
      {
        title: m['assistant.found.print_shop']({}, { locale }),
        detail: '',
        path: '/services/type/3d_printing',
        url: null,
      },
    ];
  },

  search_resources: ({ db, locale }, _asker, _guide, { query = '' }) => searchResources(db, query, locale),

  async estimate_print({ db, locale }, asker, guide) {
    const path = '/estimate';
    if (!guide?.resourceId) {
      return [{ title: m['assistant.found.estimate']({}, { locale }), detail: '', path, url: null }];
    }
    const { files } = await getResource(db, asker.reader, guide.resourceId);
    const models = files.flatMap(({ name, mesh, version }) =>
      mesh && version === files[0]?.version
        ? [
            {
              title: name,
              detail: m['assistant.found.model'](
                {
                  volume: cubicCm(mesh.volumeMm3),
                  x: Math.round(mesh.boxMm.x),
                  y: Math.round(mesh.boxMm.y),
                  z: Math.round(mesh.boxMm.z),
                },
                { locale },
              ),
              path,
              url: null,
            },
          ]
        : [],
    );
    return models.length > 0
      ? models.slice(0, 10)
      : [{ title: m['assistant.found.no_model']({}, { locale }), detail: '', path, url: null }];
  },

  async find_engineer({ callAs }, _asker, _guide, _input, { place: { lat, long } }) {
    if (lat === undefined || long === undefined) throw new AppError(assistantErrors.place_needed);
    const services = (await callAs(
      `/api/services/nearby?lat=${lat}&long=${long}&maxDistance=${engineerKm}&type=engineer&limit=${maxFound}`,
    )) as { id: string; title: string; distance?: number | null }[] | null;
    return (services ?? []).map(({ id, title, distance }) => ({
      title,
      detail: distance === undefined || distance === null ? '' : `${distance} km`,
      path: `/services/${id}`,
      url: null,
    }));
  },

  async open_support({ db, locale }, _asker, guide, _input, { asked }) {
    const title = m['assistant.found.support']({}, { locale });
    const { support } = await helpAddresses(db, guide, asked.step, asked.text);
    return [{ title, detail: '', path: support, url: null }];
  },

  async propose_fix(deps, asker, guide, { step = 0, text = '', reason = '' }) {
    if (!asker.reader) throw new AppError(platformErrors.not_signed_in);
    if (!guide?.resourceId) throw new AppError(assistantErrors.no_guide);
    const { id } = guide.resourceId ? { id: guide.resourceId } : { id: '' };
    await propose(deps.db, asker.reader, id, { step, text, reason, isFromModel: true }, currentTime());
    const title = m['assistant.found.proposed']({ step }, { locale: deps.locale });
    return [{ title, detail: text, path: null, url: null }];
  },
};

async function searchResources(db: Deps['db'], query: string, locale: Locale): Promise<Found[]> {
  const found = await searchPublished(db, query, maxFound);
  const ids = found.map(({ id }) => id);
  const named = await findTitles(db, ids, locale);
  return found.map(({ id, title }) => ({
    title: named.get(id)?.title ?? title,
    detail: '',
    path: `/resources/${id}`,
    url: null,
  }));
}
