import { createFileRoute } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { LegalDocument } from './legal-document.tsx';

export const Route = createFileRoute('/privacy')({
  head: () => pageHead({ path: '/privacy', title: m['app.legal.page.privacy']() }),
  component: PrivacyPage,
});

const articles = [
  { title: () => m['app.legal.privacy.a1.title'](), text: () => m['app.legal.privacy.a1.text']() },
  { title: () => m['app.legal.privacy.a2.title'](), text: () => m['app.legal.privacy.a2.text']() },
  { title: () => m['app.legal.privacy.a3.title'](), text: () => m['app.legal.privacy.a3.text']() },
  { title: () => m['app.legal.privacy.a4.title'](), text: () => m['app.legal.privacy.a4.text']() },
  { title: () => m['app.legal.privacy.a5.title'](), text: () => m['app.legal.privacy.a5.text']() },
  { title: () => m['app.legal.privacy.a6.title'](), text: () => m['app.legal.privacy.a6.text']() },
  { title: () => m['app.legal.privacy.a7.title'](), text: () => m['app.legal.privacy.a7.text']() },
  { title: () => m['app.legal.privacy.a8.title'](), text: () => m['app.legal.privacy.a8.text']() },
  { title: () => m['app.legal.privacy.a9.title'](), text: () => m['app.legal.privacy.a9.text']() },
  { title: () => m['app.legal.privacy.a10.title'](), text: () => m['app.legal.privacy.a10.text']() },
  { title: () => m['app.legal.privacy.a11.title'](), text: () => m['app.legal.privacy.a11.text']() },
  { title: () => m['app.legal.privacy.a12.title'](), text: () => m['app.legal.privacy.a12.text']() },
];

function PrivacyPage() {
  return <LegalDocument title={m['app.legal.page.privacy']()} articles={articles} />;
}
