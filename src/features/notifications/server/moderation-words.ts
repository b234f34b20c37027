import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import type { RuleId } from '#features/moderation/contract.ts';
import { moment, type Params, type Words } from './param-words.ts';

/** Notifications of reports, hearings and objections. */
export const moderationWhats = {
  report_upheld: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.report_upheld.title']({}, { locale }),
    text: m['notifications.what.report_upheld.text']({}, { locale }),
  }),
  report_dismissed: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.report_dismissed.title']({}, { locale }),
    text: m['notifications.what.report_dismissed.text']({}, { locale }),
  }),
  content_hidden: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.content_hidden.title']({}, { locale }),
    text: m['notifications.what.content_hidden.text']({ reason: String(params['reason']) }, { locale }),
  }),
  hearing_opened: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.hearing_opened.title']({}, { locale }),
    text: m['notifications.what.hearing_opened.text'](moderationParams(params, locale), { locale }),
  }),
  hearing_dismissed: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.hearing_dismissed.title']({}, { locale }),
    text: m['notifications.what.hearing_dismissed.text']({ reason: String(params['reason']) }, { locale }),
  }),
  moderation_hidden: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.moderation_hidden.title']({}, { locale }),
    text: m['notifications.what.moderation_hidden.text'](moderationParams(params, locale), { locale }),
  }),
  objection_kept: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.objection_kept.title']({}, { locale }),
    text: m['notifications.what.objection_kept.text']({ reason: String(params['reason']) }, { locale }),
  }),
  objection_restored: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.objection_restored.title']({}, { locale }),
    text: m[
      params['isPublic'] === false
        ? 'notifications.what.objection_restored.text_private'
        : 'notifications.what.objection_restored.text'
    ]({ reason: String(params['reason']) }, { locale }).trim(),
  }),
  objection_reopened: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.objection_reopened.title']({}, { locale }),
    text: m['notifications.what.objection_reopened.text']({}, { locale }),
  }),
  objection_granted: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.objection_granted.title']({}, { locale }),
    text: m['notifications.what.objection_granted.text']({ reason: String(params['reason']) }, { locale }),
  }),
  moderation_lifted: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.moderation_lifted.title']({}, { locale }),
    text: m[
      params['isPublic'] === false
        ? 'notifications.what.moderation_lifted.text_private'
        : 'notifications.what.moderation_lifted.text'
    ]({ reason: String(params['reason']) }, { locale }).trim(),
  }),
  report_taken_down: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.report_taken_down.title']({}, { locale }),
    text: m['notifications.what.report_taken_down.text']({}, { locale }),
  }),
  report_handled: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.report_handled.title']({}, { locale }),
    text: m['notifications.what.report_handled.text']({}, { locale }),
  }),
  report_restored: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.report_restored.title']({}, { locale }),
    text: m['notifications.what.report_restored.text']({}, { locale }),
  }),
  report_lifted: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.report_lifted.title']({}, { locale }),
    text: m['notifications.what.report_lifted.text']({}, { locale }),
  }),
  report_reopened: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.report_reopened.title']({}, { locale }),
    text: m['notifications.what.report_reopened.text']({}, { locale }),
  }),
  hearing_reopened: (params: Params, locale: Locale): Words => {
    const rule = m[`moderation.rule.${params['rule'] as RuleId}`]({}, { locale });
    const until = params['until'];
    return {
      title: m['notifications.what.hearing_reopened.title']({}, { locale }),
      text:
        until === undefined
          ? m['notifications.what.hearing_reopened.text']({ rule }, { locale })
          : m['notifications.what.hearing_reopened.text_until'](
              { rule, until: moment(String(until), locale) },
              { locale },
            ),
    };
  },
  hearing_closed: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.hearing_closed.title']({}, { locale }),
    text: m['notifications.what.hearing_closed.text']({}, { locale }),
  }),
};

/** Parameters of a decision: the rule, the reason and the deadline of an objection. */
function moderationParams(params: Params, locale: Locale) {
  const rule = m[`moderation.rule.${params['rule'] as RuleId}`]({}, { locale });
  return { rule, reason: String(params['reason']) || '–', until: moment(String(params['until']), locale) };
}
