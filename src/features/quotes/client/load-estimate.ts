import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';

/** The heads of the room's pages; a script of its own, because every page carries the routes. */
export function loadEstimate() {
  return {
    head: pageHead({
      path: '/estimate',
      title: m['quotes.estimate.title'](),
      description: m['quotes.estimate.lead'](),
    }),
  };
}

export function loadQuote(id: string) {
  return { head: pageHead({ path: `/quotes/${id}`, title: m['quotes.quote.title'](), hidden: true }) };
}
