import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ArrowRight, Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react';
import { foundFirstQuery, kindIcons, kindNames, resultsPath } from '#features/finding/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { getJson } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import type { Suggestion } from '../contract.ts';

/** Debounce of typing: long enough for the next letter, short enough not to be noticed. */
const pauseMs = 150;
/** Longer lists push what is at their end out of a phone's screen. */
const maxTerms = 3;
const maxOfKind = 3;

const suggestionsKey = 'resource-suggestions';

function suggestionsQuery(typed: string) {
  return queryOptions({
    queryKey: [suggestionsKey, typed],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      getJson<Suggestion[]>(`/api/resources/suggest?q=${encodeURIComponent(typed)}`, signal),
  });
}

/** `path` is where it leads; without one it is a term to search for. */
type Option = { text: string; path?: string; detail?: string; imageUrl?: string | null; isAll?: boolean };
type Group = { name: string; icon: typeof Search; options: Option[] };

/** Returns terms, then what is found of each kind, with a way to all of it. */
async function load(client: QueryClient, typed: string): Promise<Group[]> {
  const [suggestions, found] = await Promise.all([
    client.fetchQuery(suggestionsQuery(typed)).catch(() => []),
    client.fetchQuery(foundFirstQuery(typed)).catch(() => null),
  ]);
  const terms = suggestions.flatMap(({ kind, text }) => (kind === 'term' ? [{ text }] : []));
  const resources = suggestions.flatMap((each): Option[] =>
    each.kind === 'resource' ? [{ text: each.text, path: `/resources/${each.id}` }] : [],
  );
  const groups: Group[] = [{ name: '', icon: Search, options: terms.slice(0, maxTerms) }];
  for (const { kind, items, count } of found?.kinds ?? []) {
    const hits = items.map(({ title, path, detail, imageUrl }): Option => ({
      text: title,
      path,
      detail,
      imageUrl,
    }));
    // Titles that begin as typed come before those that contain it.
    const options = (kind === 'resources' && resources.length > 0 ? resources : hits).slice(0, maxOfKind);
    if (count > options.length && options.length > 0) {
      options.push({ text: m['finding.suggest.all'](), path: resultsPath(kind, typed), isAll: true });
    }
    groups.push({ name: kindNames[kind](), icon: kindIcons[kind], options });
  }
  if (found === null && resources.length > 0)
    groups.push({ name: kindNames.resources(), icon: kindIcons.resources, options: resources });
  return groups.filter(({ options }) => options.length > 0);
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
  const { history } = useRouter();
  const [groups, setGroups] = useState<Group[]>([]);
  const [active, setActive] = useState(-1);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const options = groups.flatMap((group) => group.options);
  const optionId = (index: number) => `${listId}-${index}`;

  function activate(index: number): void {
    setActive(index);
    setActiveId(index < 0 ? undefined : optionId(index));
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' });
  }

  function close(): void {
    clearTimeout(pause.current);
    setOpen(false);
    activate(-1);
  }

  async function look(): Promise<void> {
    const typed = field.current?.value.trim() ?? '';
    // Answers to earlier input are obsolete.
    await Promise.all([
      client.cancelQueries({ queryKey: [suggestionsKey] }),
      client.cancelQueries({ queryKey: foundFirstQuery('').queryKey.slice(0, 1) }),
    ]);
    if (typed === '' || !navigator.onLine) return close();
    const found = await load(client, typed);
    if (field.current?.value.trim() !== typed || document.activeElement !== field.current) return;
    setGroups(found);
    activate(-1);
    setOpen(found.length > 0);
  }

  function choose({ text, path }: Option): void {
    close();
    if (path === undefined) search(text);
    else history.push(localizePath(path, currentLocale()));
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
      const places = options.length + 1;
      activate(((active + 1 + step + places) % places) - 1);
    } else if (event.key === 'Enter') {
      const chosen = open ? options[active] : undefined;
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
        {open && m['resources.list.suggestion_count']({ count: options.length })}
      </p>
      {open && (
        <div
          id={listId}
          role="listbox"
          aria-label={m['resources.list.suggestions']()}
          className="absolute inset-x-0 top-full z-30 mt-1 max-h-[min(32rem,70dvh)] overflow-y-auto rounded-md border border-line bg-surface py-1 shadow-lg"
        >
          {groups.map((group, at) => {
            const before = groups.slice(0, at).flatMap((each) => each.options).length;
            return (
              <GroupRows
                key={group.name}
                group={group}
                row={(option, index) => ({
                  id: optionId(before + index),
                  isActive: before + index === active,
                  choose: () => choose(option),
                })}
              />
            );
          })}
        </div>
      )}
    </>
  );
}

type Row = { id: string; isActive: boolean; choose(): void };

/** Options of one kind below its name; terms have none. */
function GroupRows({ group, row }: { group: Group; row(option: Option, index: number): Row }) {
  const { name, icon: Icon, options } = group;
  return (
    <div
      role="group"
      aria-label={name === '' ? undefined : name}
      className="not-first:border-t not-first:border-line"
    >
      {name !== '' && (
        <p aria-hidden="true" className="px-3 pt-2 text-sm font-semibold text-ink-soft">
          {name}
        </p>
      )}
      {options.map((option, index) => {
        const { id, isActive, choose } = row(option, index);
        const Sign = option.isAll ? ArrowRight : Icon;
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field keeps the focus and handles the keys
          <div
            key={id}
            id={id}
            role="option"
            tabIndex={-1}
            aria-selected={isActive}
            // Prevent the blur of the field, which would close the list.
            onPointerDown={(event) => event.preventDefault()}
            onClick={choose}
            className="flex min-h-11 cursor-pointer items-center gap-3 px-3 py-1.5 hover:bg-accent-soft aria-selected:bg-accent-soft aria-selected:text-accent-strong"
          >
            {option.imageUrl ? (
              <img
                src={option.imageUrl}
                alt=""
                width={32}
                height={32}
                className="size-8 shrink-0 rounded-sm object-cover"
              />
            ) : (
              <span className="grid size-8 shrink-0 place-items-center text-ink-soft">
                <Sign aria-hidden="true" className="size-4" />
              </span>
            )}
            <span className={`min-w-0 flex-1 truncate ${option.isAll ? 'text-sm text-accent-strong' : ''}`}>
              {option.text}
            </span>
            {option.detail && (
              <span className="max-w-2/5 shrink-0 truncate text-sm text-ink-soft">{option.detail}</span>
            )}
          </div>
        );
      })}
    </div>
  );
}
