import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';

export function loadAbout() {
  const title = m['app.about.title']();
  return {
    head: pageHead({
      path: '/about',
      title,
      description: m['app.about.lead'](),
      jsonLd: { '@type': 'AboutPage', name: title },
    }),
  };
}
