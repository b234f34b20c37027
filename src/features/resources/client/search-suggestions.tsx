import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Package, Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react';
import { m } from '#i18n/generated/messages.js';
import { getJson } from '#platform/client/fetcher.ts';
import type { Suggestion } from '../contract.ts';

/** Debounce of typing: long enough for the next letter, short enough not to be noticed. */
const pauseMs = 150;

const suggestionsKey = 'resource-suggestions';

function suggestionsQuery(typed: string) {
  return queryOptions({
    queryKey: [suggestionsKey, typed],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      getJson<Suggestion[]>(`/api/resources/suggest?q=${encodeURIComponent(typed)}`, signal),
  });
}

/** Suggestions below a search field: arrows move, Enter selects, Escape closes. */
export function SearchSuggestions(props: {
  field: RefObject<HTMLInputElement | null>;
  search(text: string): void;
  listId: string;
  open: boolean;
  setOpen(open: boolean): void;
  setActiveId(id: string | undefined): void;
}): ReactNode {
  const { field, search, listId, open, setOpen, setActiveId } = props;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [suggestions, setSuggestions] = useState<Suggestion[]>([]);
  const [active, setActive] = useState(-1);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const optionId = (index: number) => `${listId}-${index}`;

  function activate(index: number): void {
    setActive(index);
    setActiveId(index < 0 ? undefined : optionId(index));
  }

  function close(): void {
    clearTimeout(pause.current);
    setOpen(false);
    activate(-1);
  }

  async function look(): Promise<void> {
    const typed = field.current?.value.trim() ?? '';
    // Answers to earlier input are obsolete.
    await client.cancelQueries({ queryKey: [suggestionsKey] });
    if (typed === '' || !navigator.onLine) return close();
    const found = await client.fetchQuery(suggestionsQuery(typed)).catch(() => []);
    if (field.current?.value.trim() !== typed || document.activeElement !== field.current) return;
    setSuggestions(found);
    activate(-1);
    setOpen(found.length > 0);
  }

  function choose(suggestion: Suggestion): void {
    close();
    if (suggestion.kind === 'term') search(suggestion.text);
    else void navigate({ to: '/resources/$id', params: { id: suggestion.id } });
  }

  const onInput = useEffectEvent(() => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => void look(), pauseMs);
  });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // During IME composition the keys belong to the input method.
    if (event.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (!open) return void look();
      // One position more than there are options: the field itself.
      const places = suggestions.length + 1;
      activate(((active + 1 + step + places) % places) - 1);
    } else if (event.key === 'Enter') {
      const chosen = open ? suggestions[active] : undefined;
      if (chosen) {
        event.preventDefault();
        choose(chosen);
      } else close();
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      close();
    }
  });
  const onBlur = useEffectEvent(close);

  useEffect(() => {
    const input = field.current;
    if (!input) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    input.addEventListener('input', () => onInput(), { signal });
    input.addEventListener('keydown', (event) => onKeyDown(event), { signal });
    input.addEventListener('blur', () => onBlur(), { signal });
    // The user may have typed before this component was loaded.
    if (input.value !== input.defaultValue) onInput();
    return () => {
      listeners.abort();
      clearTimeout(pause.current);
    };
  }, [field]);

  return (
    <>
      <p className="sr-only" aria-live="polite">
        {open && m['resources.list.suggestion_count']({ count: suggestions.length })}
      </p>
      {open && (
        <div
          id={listId}
          role="listbox"
          aria-label={m['resources.list.suggestions']()}
          className="absolute inset-x-0 top-full z-30 mt-1 max-h-96 overflow-y-auto rounded-md border border-line bg-surface py-1 shadow-lg"
        >
          {suggestions.map((suggestion, index) => {
            const Icon = suggestion.kind === 'resource' ? Package : Search;
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field keeps the focus and handles the keys
              <div
                key={optionId(index)}
                id={optionId(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                // Prevent the blur of the field, which would close the list.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(suggestion)}
                className="flex min-h-11 cursor-pointer items-center gap-3 px-3 py-2 hover:bg-accent-soft aria-selected:bg-accent-soft aria-selected:text-accent-strong"
              >
                <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
                <span className="min-w-0 flex-1 truncate">{suggestion.text}</span>
                {suggestion.kind === 'resource' && (
                  <span className="shrink-0 text-sm text-ink-soft">
                    {m['resources.list.suggested_resource']()}
                  </span>
                )}
              </div>
            );
          })}
        </div>
      )}
    </>
  );
}
