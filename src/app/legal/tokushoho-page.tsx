import { createFileRoute } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { currentLocale, marketplaceFees } from '#platform/client/page-context.ts';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { numberFormat } from '#platform/shared/formats.ts';
import { Articles, OperatorFacts } from './legal-document.tsx';

export const Route = createFileRoute('/tokushoho')({
  loader: async () => (await import('./load-legal.ts'))?.loadTokushoho(),
  head: loadedHead,
  component: TokushohoPage,
});

/** Facts that Japan's law on specified commercial transactions requires. */
function TokushohoPage() {
  const percent = numberFormat(currentLocale()).format(marketplaceFees().feePercent);
  return (
    <article className="page max-w-3xl py-12">
      <h1 className="text-3xl font-bold">{m['legal.page.tokushoho']()}</h1>
      <Articles
        articles={[
          { title: m['legal.tokushoho.a1.title'](), text: m['legal.tokushoho.a1.text']() },
          { title: m['legal.tokushoho.a2.title'](), text: m['legal.tokushoho.a2.text']({ percent }) },
          { title: m['legal.tokushoho.a3.title'](), text: m['legal.tokushoho.a3.text']() },
          { title: m['legal.tokushoho.a4.title'](), text: m['legal.tokushoho.a4.text']() },
          { title: m['legal.tokushoho.a5.title'](), text: m['legal.tokushoho.a5.text']() },
          { title: m['legal.tokushoho.a6.title'](), text: m['legal.tokushoho.a6.text']() },
          { title: m['legal.tokushoho.a7.title'](), text: m['legal.tokushoho.a7.text']() },
          { title: m['legal.tokushoho.a8.title'](), text: m['legal.tokushoho.a8.text']() },
        ]}
      />
      <OperatorFacts />
    </article>
  );
}
