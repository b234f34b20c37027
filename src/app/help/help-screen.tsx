import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { TextField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { helpNumbersQuery } from './api.ts';
import { matching, questionsIn, type Question } from './questions.ts';

/** First questions and their answers. Without scripts all of them open, and each has an address. */
export function HelpScreen() {
  const { data, error, refetch } = useQuery(helpNumbersQuery);
  const [search, setSearch] = useState('');
  const questions = data ? questionsIn(currentLocale(), data) : [];
  const found = matching(questions, search);
  // Browsers do not open every answer that an address leads to.
  useEffect(() => {
    const open = () => {
      const answer = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
      const details = answer?.closest('details');
      if (details) details.open = true;
    };
    open();
    window.addEventListener('hashchange', open);
    return () => window.removeEventListener('hashchange', open);
  }, []);
  return (
    <div className="page max-w-3xl py-8 md:py-12">
      <h1 className="text-3xl font-bold">{m['app.help.page.title']()}</h1>
      <p className="mt-2 text-ink-soft">{m['app.help.page.lead']()}</p>
      {error && !data && <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>}
      {data && (
        <>
          <form role="search" className="mt-6" onSubmit={(event) => event.preventDefault()}>
            <TextField
              label={m['app.help.page.search']()}
              type="search"
              maxLength={100}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          </form>
          <p role="status" className="mt-4 empty:hidden">
            {found.length === 0 && m['app.help.page.none']()}
          </p>
          <div className="mt-4 grid gap-3">
            {found.map((question) => (
              <Answer
                key={question.id}
                question={question}
                isOpen={search.trim() !== '' && found.length <= 3}
              />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

function Answer({ question, isOpen }: { question: Question; isOpen: boolean }) {
  const { id, title, text, to } = question;
  return (
    <details open={isOpen || undefined} className="group rounded-lg border border-line bg-surface">
      <summary className="min-h-11 cursor-pointer px-4 py-3 font-semibold break-keep">
        <h2 className="inline">{title}</h2>
      </summary>
      <div id={id} className="grid scroll-mt-24 gap-3 px-4 pb-4">
        <p className="break-keep whitespace-pre-line">{text}</p>
        <p className="flex flex-wrap gap-x-4 text-sm">
          {to !== undefined && (
            <Link to={to} className="min-h-6 text-accent-strong underline">
              {m['app.help.page.more']()}
            </Link>
          )}
          <a href={`#${id}`} className="min-h-6 text-ink-soft underline">
            {m['app.help.page.link']()}
          </a>
        </p>
      </div>
    </details>
  );
}
