import type { Db } from '#platform/server/db.ts';
import { inBatches, type PersonalData } from '#platform/server/personal-data.ts';

export function assistantPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'assistant',
    tables: [
      'assistant_conversation',
      'assistant_message',
      'assistant_action',
      'assistant_document',
      'assistant_document_file',
      'assistant_page',
      'assistant_guide',
      'assistant_manual',
      'assistant_passage',
      'assistant_proposal',
      'assistant_spending',
    ],
    lists: {
      conversations: inBatches((personId, after, limit) =>
        db
          .selectFrom('assistantConversation')
          .select(['id', 'title', 'step', 'doneSteps', 'checkedParts', 'createdAt', 'updatedAt'])
          .where('personId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
      messages: inBatches((personId, after, limit) =>
        db
          .selectFrom('assistantMessage as message')
          .innerJoin('assistantConversation as conversation', 'conversation.id', 'message.conversationId')
          .select(['message.id', 'message.conversationId', 'message.role', 'message.text'])
          .select(['message.sentences', 'message.found', 'message.mode', 'message.createdAt'])
          .where('conversation.personId', '=', personId)
          .where('message.id', '>', after)
          .orderBy('message.id')
          .limit(limit)
          .execute(),
      ),
      documents: inBatches((personId, after, limit) =>
        db
          .selectFrom('assistantDocument')
          .select(['id', 'title', 'state', 'problem', 'pages', 'createdAt'])
          .where('ownerId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
      proposals: inBatches((personId, after, limit) =>
        db
          .selectFrom('assistantProposal')
          .select(['id', 'resourceId', 'step', 'afterTitle', 'afterText', 'reason', 'state', 'createdAt'])
          .where('proposerId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
      // Decisions of an author about proposals of others.
      answers: inBatches((personId, after, limit) =>
        db
          .selectFrom('assistantProposal as p')
          .innerJoin('resource as r', 'r.id', 'p.resourceId')
          .select(['p.id', 'p.resourceId', 'p.step', 'p.answer', 'p.decidedAt'])
          .where('r.ownerId', '=', personId)
          .where('p.answer', 'is not', null)
          .where('p.id', '>', after)
          .orderBy('p.id')
          .limit(limit)
          .execute(),
      ),
    },
    async erase(trx, { id }) {
      await trx.deleteFrom('assistantConversation').where('personId', '=', id).execute();
      await trx.deleteFrom('assistantDocument').where('ownerId', '=', id).execute();
      await trx.deleteFrom('assistantSpending').where('personId', '=', id).execute();
      // Accepted texts are part of the author's resource: only the proposer is removed. Other proposals are
      // deleted.
      await trx
        .deleteFrom('assistantProposal')
        .where('proposerId', '=', id)
        .where('state', '<>', 'accepted')
        .execute();
      await trx
        .updateTable('assistantProposal')
        .set({ proposerId: null, reason: '' })
        .where('proposerId', '=', id)
        .execute();
      // Comments of an erased person must not be quoted. The index is synced before each answer, and cleared
      // here for good.
      await trx
        .deleteFrom('assistantPassage')
        .where((where) =>
          where.or([
            where('commentId', 'in', (eb) =>
              eb.selectFrom('comment').select('comment.id').where('comment.authorId', '=', id),
            ),
            where('messageId', 'in', (eb) =>
              eb
                .selectFrom('channelMessage')
                .select('channelMessage.id')
                .where('channelMessage.authorId', '=', id),
            ),
          ]),
        )
        .execute();
      return [];
    },
  };
}
