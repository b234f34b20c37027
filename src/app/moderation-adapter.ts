import { getVisibleAuction } from '#features/auctions/server/public.ts';
import { findReportedMessage, hideMessage, showMessage } from '#features/community/server/public.ts';
import type { Things } from '#features/moderation/server/public.ts';
import { getPerson } from '#features/people/server/public.ts';
import { getVisibleResource, hideResource, showResource } from '#features/resources/server/public.ts';
import { findReportedReview, hideReview, showReview } from '#features/reviews/server/public.ts';
import { getVisibleService, hideService, showService } from '#features/services/server/public.ts';
import { findReportedTender, hideTender, showTender } from '#features/tenders/server/public.ts';
import {
  findReportedAnswer,
  findReportedWanted,
  hideAnswer,
  hideWanted,
  showAnswer,
  showWanted,
} from '#features/wanted/server/public.ts';
import { findReportedSponsor, hideSponsor, showSponsor } from '#features/sponsorship/server/public.ts';
import {
  findComment,
  findMake,
  findReportedCollection,
  hideCollection,
  showCollection,
  hideComment,
  showComment,
  hideMake,
  showMake,
} from '#features/social/server/public.ts';

/** Kinds that people can report, with how each room finds and hides them. */
export const moderated: Things = {
  resource: {
    url: '/api/resources/:id/reports',
    async find(db, actor, address) {
      const { id, ownerId, title, category } = await getVisibleResource(db, actor, address);
      return { id, aboutId: ownerId, excerpt: title, path: `/resources/${id}`, category };
    },
    sight: { hide: hideResource, show: showResource },
  },
  comment: {
    url: '/api/comments/:id/reports',
    async find(db, actor, address) {
      const { id, authorId, text, resourceId } = await findComment(db, actor, address);
      return { id, aboutId: authorId, excerpt: text, path: `/resources/${resourceId}#comments` };
    },
    sight: { hide: hideComment, show: showComment },
  },
  make: {
    url: '/api/makes/:id/reports',
    async find(db, actor, address) {
      const { id, authorId, resourceId, ...said } = await findMake(db, actor, address);
      const excerpt = [said.machine, said.text, said.settings].filter(Boolean).join('\n');
      return { id, aboutId: authorId, excerpt, path: `/resources/${resourceId}#makes` };
    },
    sight: { hide: hideMake, show: showMake },
  },
  collection: {
    url: '/api/collections/:id/reports',
    async find(db, actor, address) {
      const { id, ownerId, text } = await findReportedCollection(db, actor, address);
      return { id, aboutId: ownerId, excerpt: text, path: `/collections/${id}` };
    },
    sight: { hide: hideCollection, show: showCollection },
  },
  service: {
    url: '/api/services/:id/reports',
    async find(db, actor, address) {
      const { id, ownerId, title, description } = await getVisibleService(db, actor, address);
      return { id, aboutId: ownerId, excerpt: `${title}\n${description}`, path: `/services/${id}` };
    },
    sight: { hide: hideService, show: showService },
  },
  tender: {
    url: '/api/tenders/:id/reports',
    async find(db, actor, address) {
      const { id, customerId, title, description } = await findReportedTender(db, actor, address);
      return { id, aboutId: customerId, excerpt: `${title}\n${description}`, path: `/auctions/jobs/${id}` };
    },
    sight: { hide: hideTender, show: showTender },
  },
  wanted: {
    url: '/api/wanted/:id/reports',
    async find(db, _actor, address) {
      const { id, askerId, title, description } = await findReportedWanted(db, address);
      return { id, aboutId: askerId, excerpt: `${title}\n${description}`, path: `/wanted/${id}` };
    },
    sight: { hide: hideWanted, show: showWanted },
  },
  wanted_answer: {
    url: '/api/wanted-answers/:id/reports',
    async find(db, actor, address) {
      const { id, wantedId, personId, excerpt } = await findReportedAnswer(db, actor, address);
      return { id, aboutId: personId, excerpt, path: `/wanted/${wantedId}#answers` };
    },
    sight: { hide: hideAnswer, show: showAnswer },
  },
  review: {
    url: '/api/reviews/:id/reports',
    async find(db, _actor, address) {
      const { id, authorId, text, answer, displayUsername } = await findReportedReview(db, address);
      const excerpt = [text, answer].filter(Boolean).join('\n');
      return { id, aboutId: authorId, excerpt, path: `/people/${displayUsername}#reviews` };
    },
    sight: { hide: hideReview, show: showReview },
  },
  message: {
    url: '/api/messages/:id/reports',
    async find(db, actor, address) {
      const { id, authorId, text, path } = await findReportedMessage(db, actor, address);
      return { id, aboutId: authorId, excerpt: text, path };
    },
    sight: { hide: hideMessage, show: showMessage },
  },
  sponsor: {
    url: '/api/sponsors/:id/reports',
    async find(db, _actor, address) {
      const { id, personId, message } = await findReportedSponsor(db, address);
      return { id, aboutId: personId, excerpt: message, path: '/sponsor#wall' };
    },
    sight: { hide: hideSponsor, show: showSponsor },
  },
  auction: {
    url: '/api/auctions/:id/reports',
    async find(db, actor, address) {
      const { id, sellerId, title, description } = await getVisibleAuction(db, actor, address);
      return { id, aboutId: sellerId, excerpt: `${title}\n${description}`, path: `/auctions/${id}` };
    },
    // An auction is cancelled on its own page, with a reason that its bidders can read.
    sight: null,
  },
  person: {
    url: '/api/people/:username/reports',
    async find(db, _actor, address) {
      const { id, username, fullName, bio } = await getPerson(db, address);
      return { id, aboutId: id, excerpt: `${fullName} (@${username})\n${bio}`, path: `/people/${username}` };
    },
    // A person is suspended on the staff page "people", with a proof.
    sight: null,
  },
};
