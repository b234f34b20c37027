import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

const maxButtons = 5;

/** Page numbers to show: at most five, around the current one. */
export function pageWindow(page: number, pageCount: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(maxButtons / 2), pageCount - maxButtons + 1));
  return Array.from({ length: Math.min(maxButtons, pageCount) }, (_, index) => first + index);
}

export type PaginationWords = { pages: string; previous: string; next: string; page(page: number): string };
type RenderLink = (
  page: number,
  link: { children: ReactNode; className: string; label?: string; current: boolean },
) => ReactNode;

/** Links instead of buttons, because each page has an address. `renderLink` is supplied by the router. */
export function Pagination(props: {
  page: number;
  pageCount: number;
  words: PaginationWords;
  renderLink: RenderLink;
}) {
  const { page, pageCount, words, renderLink } = props;
  if (pageCount <= 1) return null;
  const className =
    'grid min-w-11 h-11 place-items-center rounded-md px-2 tabular-nums hover:bg-accent-soft ' +
    'aria-[current=page]:bg-accent aria-[current=page]:font-semibold aria-[current=page]:text-on-accent';
  const edge = `${className} text-ink-soft`;
  return (
    <nav aria-label={words.pages} className="flex justify-center pt-8">
      <ul className="flex flex-wrap items-center justify-center gap-1">
        {page > 1 && (
          <li>
            {renderLink(page - 1, {
              label: words.previous,
              className: edge,
              current: false,
              children: <ChevronLeft aria-hidden="true" className="size-5" />,
            })}
          </li>
        )}
        {pageWindow(page, pageCount).map((each) => (
          <li key={each}>
            {renderLink(each, {
              className,
              current: each === page,
              children: (
                <>
                  <span aria-hidden="true">{each}</span>
                  <span className="sr-only">{words.page(each)}</span>
                </>
              ),
            })}
          </li>
        ))}
        {page < pageCount && (
          <li>
            {renderLink(page + 1, {
              label: words.next,
              className: edge,
              current: false,
              children: <ChevronRight aria-hidden="true" className="size-5" />,
            })}
          </li>
        )}
      </ul>
    </nav>
  );
}
