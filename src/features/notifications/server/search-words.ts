import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import type { Params, Words } from './param-words.ts';

/** Notifications of saved searches. */
export const searchWhats = {
  search_found: (params: Params, locale: Locale): Words => {
    const [count, title] = [Number(params['count']), String(params['title'])];
    return {
      title: m['notifications.what.search_found.title']({ name: String(params['name']) }, { locale }),
      text:
        count > 1
          ? m['notifications.what.search_found.text_more']({ title, count: count - 1 }, { locale })
          : m['notifications.what.search_found.text']({ title }, { locale }),
    };
  },
};
