import { createFileRoute } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { LegalDocument } from './legal-document.tsx';

export const Route = createFileRoute('/tokushoho')({
  head: () => pageHead({ path: '/tokushoho', title: m['app.legal.page.tokushoho']() }),
  component: TokushohoPage,
});

const articles = [
  { title: () => m['app.legal.tokushoho.a1.title'](), text: () => m['app.legal.tokushoho.a1.text']() },
  { title: () => m['app.legal.tokushoho.a2.title'](), text: () => m['app.legal.tokushoho.a2.text']() },
  { title: () => m['app.legal.tokushoho.a3.title'](), text: () => m['app.legal.tokushoho.a3.text']() },
  { title: () => m['app.legal.tokushoho.a4.title'](), text: () => m['app.legal.tokushoho.a4.text']() },
  { title: () => m['app.legal.tokushoho.a5.title'](), text: () => m['app.legal.tokushoho.a5.text']() },
  { title: () => m['app.legal.tokushoho.a6.title'](), text: () => m['app.legal.tokushoho.a6.text']() },
  { title: () => m['app.legal.tokushoho.a7.title'](), text: () => m['app.legal.tokushoho.a7.text']() },
  { title: () => m['app.legal.tokushoho.a8.title'](), text: () => m['app.legal.tokushoho.a8.text']() },
];

function TokushohoPage() {
  return <LegalDocument title={m['app.legal.page.tokushoho']()} articles={articles} />;
}
