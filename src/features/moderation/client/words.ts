import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import type { ReportKind } from '../contract.ts';
import type { Reason, ReportState } from '../rules.ts';

export const reasonNames: Record<Reason, () => string> = {
  copyright: () => m['moderation.reason.copyright'](),
  dangerous: () => m['moderation.reason.dangerous'](),
  unlicensed: () => m['moderation.reason.unlicensed'](),
  spam: () => m['moderation.reason.spam'](),
  sexual: () => m['moderation.reason.sexual'](),
  personal_data: () => m['moderation.reason.personal_data'](),
  other: () => m['moderation.reason.other'](),
};

export const kindNames: Record<ReportKind, () => string> = {
  resource: () => m['moderation.page.kind.resource'](),
  comment: () => m['moderation.page.kind.comment'](),
  make: () => m['moderation.page.kind.make'](),
  collection: () => m['moderation.page.kind.collection'](),
  service: () => m['moderation.page.kind.service'](),
  tender: () => m['moderation.page.kind.tender'](),
  review: () => m['moderation.page.kind.review'](),
  message: () => m['moderation.page.kind.message'](),
  auction: () => m['moderation.page.kind.auction'](),
  sponsor: () => m['moderation.page.kind.sponsor'](),
  person: () => m['moderation.page.kind.person'](),
};

export const stateNames: Record<ReportState, () => string> = {
  open: () => m['moderation.page.state.open'](),
  dismissed: () => m['moderation.page.state.dismissed'](),
  upheld: () => m['moderation.page.state.upheld'](),
};

export function formatTime(iso: string): string {
  return new Intl.DateTimeFormat(currentLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Seoul',
  }).format(new Date(iso));
}
