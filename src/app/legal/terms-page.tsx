import { createFileRoute } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { LegalDocument } from './legal-document.tsx';

export const Route = createFileRoute('/terms')({
  head: () => pageHead({ path: '/terms', title: m['app.legal.page.terms']() }),
  component: TermsPage,
});

const articles = [
  { title: () => m['app.legal.terms.a1.title'](), text: () => m['app.legal.terms.a1.text']() },
  { title: () => m['app.legal.terms.a2.title'](), text: () => m['app.legal.terms.a2.text']() },
  { title: () => m['app.legal.terms.a3.title'](), text: () => m['app.legal.terms.a3.text']() },
  { title: () => m['app.legal.terms.a4.title'](), text: () => m['app.legal.terms.a4.text']() },
  { title: () => m['app.legal.terms.a5.title'](), text: () => m['app.legal.terms.a5.text']() },
  { title: () => m['app.legal.terms.a6.title'](), text: () => m['app.legal.terms.a6.text']() },
  { title: () => m['app.legal.terms.a7.title'](), text: () => m['app.legal.terms.a7.text']() },
  { title: () => m['app.legal.terms.a8.title'](), text: () => m['app.legal.terms.a8.text']() },
  { title: () => m['app.legal.terms.a9.title'](), text: () => m['app.legal.terms.a9.text']() },
  { title: () => m['app.legal.terms.a10.title'](), text: () => m['app.legal.terms.a10.text']() },
  { title: () => m['app.legal.terms.a11.title'](), text: () => m['app.legal.terms.a11.text']() },
  { title: () => m['app.legal.terms.a12.title'](), text: () => m['app.legal.terms.a12.text']() },
  { title: () => m['app.legal.terms.a13.title'](), text: () => m['app.legal.terms.a13.text']() },
];

function TermsPage() {
  return <LegalDocument title={m['app.legal.page.terms']()} articles={articles} />;
}
