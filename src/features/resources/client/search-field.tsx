import { Search } from 'lucide-react';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { limits } from '../rules.ts';
import type { SearchSuggestions as Suggestions } from './search-suggestions.tsx';

/** Loaded when someone is about to type. If that fails, the field works without suggestions. */
const SearchSuggestions = lazy(async (): Promise<{ default: typeof Suggestions }> => {
  try {
    return { default: (await import('./search-suggestions.tsx')).SearchSuggestions };
  } catch {
    return { default: () => null };
  }
});

/** Text field and button of a search form, with suggestions while typing. Must be inside a form. */
export function SearchField(props: {
  defaultValue: string | undefined;
  label: string;
  placeholder: string;
  submitLabel: string;
  /** Classes for shape and background. */
  className?: string;
}) {
  const { defaultValue, label, placeholder, submitLabel, className = 'rounded-md bg-surface pl-3' } = props;
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const [activeId, setActiveId] = useState<string>();
  function search(text: string): void {
    if (!input.current) return;
    input.current.value = text;
    input.current.form?.requestSubmit();
  }
  return (
    <div className="relative w-full">
      <input
        ref={input}
        type="search"
        name="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={activeId}
        autoComplete="off"
        defaultValue={defaultValue}
        maxLength={limits.search}
        aria-label={label}
        placeholder={placeholder}
        onFocus={() => setWanted(true)}
        className={`h-11 w-full border border-line-strong pr-12 placeholder:text-ink-soft ${className}`}
      />
      <button
        type="submit"
        aria-label={submitLabel}
        className="absolute top-0 right-0 grid h-11 w-12 place-items-center rounded-full text-ink-soft hover:text-accent-strong"
      >
        <Search aria-hidden="true" className="size-5" />
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <SearchSuggestions
            field={input}
            search={search}
            listId={listId}
            open={open}
            setOpen={setOpen}
            setActiveId={setActiveId}
          />
        </Suspense>
      )}
    </div>
  );
}
