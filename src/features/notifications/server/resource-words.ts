import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import { type Params, type Words, named } from './param-words.ts';

/** Notifications of resources: comments, makes, versions, permissions, recalls. */
export const resourceWhats = {
  permission_asked: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.permission_asked.title']({}, { locale }),
    text: m['notifications.what.permission_asked.text'](
      { name: String(params['name']), title: String(params['title']) },
      { locale },
    ),
  }),
  permission_granted: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.permission_granted.title']({}, { locale }),
    text: m['notifications.what.permission_granted.text'](
      { title: String(params['title']), pieces: Number(params['pieces']).toLocaleString(locale) },
      { locale },
    ),
  }),
  permission_refused: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.permission_refused.title']({}, { locale }),
    text: m['notifications.what.permission_refused.text']({ title: String(params['title']) }, { locale }),
  }),
  comment_added: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.comment_added.title']({}, { locale }),
    text: m['notifications.what.comment_added.text'](named(params), { locale }),
  }),
  comment_answered: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.comment_answered.title']({}, { locale }),
    text: m['notifications.what.comment_answered.text'](named(params), { locale }),
  }),
  fix_proposed: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.fix_proposed.title']({}, { locale }),
    text: m['notifications.what.fix_proposed.text'](ofStep(params), { locale }),
  }),
  fix_accepted: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.fix_accepted.title']({}, { locale }),
    text: m['notifications.what.fix_accepted.text'](ofStep(params), { locale }),
  }),
  fix_refused: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.fix_refused.title']({}, { locale }),
    text: m['notifications.what.fix_refused.text'](ofStep(params), { locale }),
  }),
  make_added: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.make_added.title']({}, { locale }),
    text: m['notifications.what.make_added.text'](named(params), { locale }),
  }),
  followed_published: (params: Params, locale: Locale): Words => {
    const more = Number(params['more']);
    return {
      title: m['notifications.what.followed_published.title']({}, { locale }),
      text:
        more > 0
          ? m['notifications.what.followed_published.text_more'](
              { ...named(params), count: more },
              { locale },
            )
          : m['notifications.what.followed_published.text'](named(params), { locale }),
    };
  },
  new_version: (params: Params, locale: Locale): Words => {
    const version = { title: String(params['title']), number: Number(params['number']) };
    // Older notifications have none.
    const changes = String(params['changes'] ?? '');
    return {
      title: m['notifications.what.new_version.title']({}, { locale }),
      text:
        changes === ''
          ? m['notifications.what.new_version.text'](version, { locale })
          : m['notifications.what.new_version.text_changes']({ ...version, changes }, { locale }),
    };
  },
  thing_passed_on: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.thing_passed_on.title']({}, { locale }),
    text: m['notifications.what.thing_passed_on.text']({ title: String(params['title']) }, { locale }),
  }),
  recall_fix: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.recall_fix.title'](recalled(params), { locale }),
    text: m['notifications.what.recall_fix.text'](recalled(params), { locale }),
  }),
  recall_stop: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.recall_stop.title'](recalled(params), { locale }),
    text: m['notifications.what.recall_stop.text'](recalled(params), { locale }),
  }),
  recall_fix_updated: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.recall_fix_updated.title'](recalled(params), { locale }),
    text: m['notifications.what.recall_fix_updated.text'](recalled(params), { locale }),
  }),
  recall_stop_updated: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.recall_stop_updated.title'](recalled(params), { locale }),
    text: m['notifications.what.recall_stop_updated.text'](recalled(params), { locale }),
  }),
};

/** Parameters of a recall: the thing, what is wrong with it, and what its holder is to do. */
function recalled(params: Params): { title: string; what: string; remedy: string } {
  return {
    title: String(params['title']),
    what: String(params['what']),
    remedy: String(params['remedy']),
  };
}

function ofStep(params: Params): { title: string; step: number } {
  return { title: String(params['title']), step: Number(params['step']) };
}
