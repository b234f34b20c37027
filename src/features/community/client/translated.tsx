import { useQuery } from '@tanstack/react-query';
import { Languages } from 'lucide-react';
import { Prose } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { languageNames } from '#platform/shared/formats.ts';
import type { Message } from '../contract.ts';
import { translationQuery } from './api.ts';

const linkClass = 'min-h-6 text-accent-strong underline';

/** Translation of a message, in place of the original. */
export function Translated({ message, onOriginal }: { message: Message; onOriginal(): void }) {
  const locale = currentLocale();
  const { data, error, refetch, isFetching } = useQuery(translationQuery(message, locale));
  const isBusy = isFetching || (!data && !error);
  return (
    <div aria-busy={isBusy}>
      {data ? (
        <div lang={locale}>
          {data.title !== null && <p className="font-semibold wrap-anywhere">{data.title}</p>}
          <Prose text={data.text} people={message.mentions} />
        </div>
      ) : (
        message.text !== '' && <Prose text={message.text} people={message.mentions} />
      )}
      <p role="status" className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
        <Languages aria-hidden="true" className="size-4" />
        {isBusy ? (
          m['community.translate.busy']()
        ) : data ? (
          sourceWords(data.from)
        ) : (
          <>
            <span className="text-danger">{describeError(error)}</span>
            <button type="button" className={linkClass} onClick={() => void refetch()}>
              {m['community.translate.retry']()}
            </button>
          </>
        )}
        <button type="button" className={linkClass} onClick={onOriginal}>
          {m['community.translate.original']()}
        </button>
      </p>
    </div>
  );
}

function sourceWords(from: string | null): string {
  const name = from === null ? from : languageNames(currentLocale(), { fallback: 'none' }).of(from);
  return name ? m['community.translate.done_from']({ language: name }) : m['community.translate.done']();
}
