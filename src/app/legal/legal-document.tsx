import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { legalVersion } from '#features/accounts/client/public.tsx';
import { ConsentChoice } from '#features/ads/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { siteQuery } from '../site/api.ts';
import { legalDocuments, type LegalName } from './legal-documents.ts';

/** Legal text with its date, its table of contents, and its responsible person. */
export function LegalDocument({ name: id }: { name: LegalName }) {
  const { articles, title } = legalDocuments[id];
  const { data: site } = useQuery(siteQuery);
  const operator = site?.operator;
  return (
    <article className="page max-w-3xl py-12">
      <h1 className="text-3xl font-bold">{title()}</h1>
      <p className="mt-2 text-ink-soft">{m['app.legal.page.version']({ date: legalVersion })}</p>
      <p className="mt-4 rounded-md border border-dashed border-line-strong bg-sunken px-4 py-3">
        {m['app.legal.page.review']()}
      </p>
      {id === 'terms' && (
        <p className="mt-4">
          <Link to="/moderation-log" className="inline-block py-1 text-accent-strong underline">
            {m['app.about.rules']()}
          </Link>
        </p>
      )}
      <nav
        aria-label={m['app.legal.page.contents']()}
        className="mt-8 rounded-lg border border-line bg-surface p-6"
      >
        <ol className="grid list-inside list-decimal gap-x-8 sm:grid-cols-2">
          {articles.map((article, index) => (
            <li key={article.title()} className="py-1">
              <a href={`#article-${index + 1}`} className="hover:text-accent-strong hover:underline">
                {article.title()}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {articles.map((article, index) => (
        <section key={article.title()} aria-labelledby={`article-${index + 1}`} className="mt-8">
          <h2 id={`article-${index + 1}`} className="scroll-mt-4 text-xl font-bold">
            {index + 1}. {article.title()}
          </h2>
          <p className="mt-2 whitespace-pre-line">{article.text()}</p>
        </section>
      ))}
      {id === 'privacy' && site?.ads?.adsense && <ConsentChoice />}
      <section aria-labelledby="operator" className="mt-8">
        <h2 id="operator" className="text-xl font-bold">
          {m['app.legal.page.operator']()}
        </h2>
        {operator ? (
          <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
            {[
              [m['app.footer.operator.name'](), operator.name],
              [m['app.footer.operator.representative'](), operator.representative],
              [m['app.footer.operator.address'](), operator.address],
              [m['app.footer.operator.phone'](), operator.phone],
              [m['app.footer.operator.email'](), operator.email],
              [m['app.footer.operator.business_number'](), operator.businessNumber],
              [m['app.footer.operator.mail_order_number'](), operator.mailOrderNumber],
              [m['app.footer.operator.hosting'](), operator.hosting],
            ].map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="font-semibold">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className="mt-2">{m['app.legal.page.no_operator']()}</p>
        )}
      </section>
    </article>
  );
}
