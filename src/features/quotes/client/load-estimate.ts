import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';

/** Loads the head of the page; a separate script, because every page carries the routes. */
export function loadEstimate() {
  return {
    head: pageHead({
      path: '/estimate',
      title: m['quotes.estimate.title'](),
      description: m['quotes.estimate.lead'](),
    }),
  };
}
