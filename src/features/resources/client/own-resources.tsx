import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BarChart3, Clock } from 'lucide-react';
import { useDeferredValue, useRef, useState, type FormEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError, sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { formatMoment, useTimeZone } from '#platform/client/local-time.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { sourceOf } from '#platform/shared/pictures.ts';
import type { ManyAnswer } from '../contract.ts';
import { licenses } from '#platform/shared/licenses.ts';
import { asCategory, categories, limits, maxAtOnce, parseTags } from '../rules.ts';
import { ownResourcesQuery, useForgetResources } from './api.ts';
import type { OwnResource } from '../contract.ts';
import { categoryNames, formatCount, formatDay, licenseName } from './words.ts';

const filters = ['all', 'published', 'draft', 'scheduled', 'hidden'] as const;
type Filter = (typeof filters)[number];

const filterNames: Record<Filter, () => string> = {
  all: () => m['resources.mine.all'](),
  published: () => m['resources.mine.state.published'](),
  draft: () => m['resources.mine.state.draft'](),
  scheduled: () => m['resources.mine.state.scheduled'](),
  hidden: () => m['resources.mine.state.hidden'](),
};

function filterOf(resource: OwnResource): Exclude<Filter, 'all'> {
  return resource.state === 'draft' && resource.publishAt !== null ? 'scheduled' : resource.state;
}

/** List of a person's own resources, to edit one by one or in bulk. */
export function OwnResources() {
  const list = useQuery(ownResourcesQuery);
  const [filter, setFilter] = useState<Filter>('all');
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const wanted = useDeferredValue(search.trim().toLowerCase());
  if (list.isError) {
    return (
      <LoadFailed retry={() => list.refetch()}>
        {m['resources.list.error']()} {describeError(list.error)}
      </LoadFailed>
    );
  }
  if (!list.data) return <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />;
  if (list.data.length === 0) {
    return (
      <p className="rounded-lg border border-dashed border-line-strong p-8 text-center">
        {m['resources.mine.empty']()}
      </p>
    );
  }
  const shown = list.data.filter(
    (resource) =>
      (filter === 'all' || filterOf(resource) === filter) && resource.title.toLowerCase().includes(wanted),
  );
  // Only visible rows are changed.
  const selected = shown.filter(({ id }) => chosen.has(id)).slice(0, maxAtOnce);
  const isWhole = shown.length > 0 && selected.length === Math.min(shown.length, maxAtOnce);
  function toggle(id: string): void {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  }
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-4">
        <div className="min-w-48 flex-1">
          <TextField
            label={m['resources.mine.search']()}
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        <div className="min-w-40">
          <SelectField
            label={m['resources.mine.filter']()}
            value={filter}
            onChange={(event) => setFilter(event.target.value as Filter)}
          >
            {filters.map((each) => (
              <option key={each} value={each}>
                {filterNames[each]()}
              </option>
            ))}
          </SelectField>
        </div>
      </div>
      {shown.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line-strong p-8 text-center">
          {m['resources.mine.none']()}
        </p>
      ) : (
        <>
          <div className="flex min-h-11 flex-wrap items-center gap-4">
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                checked={isWhole}
                ref={(box) => {
                  if (box) box.indeterminate = selected.length > 0 && !isWhole;
                }}
                onChange={() =>
                  setChosen(new Set(isWhole ? [] : shown.slice(0, maxAtOnce).map(({ id }) => id)))
                }
                className="size-5 accent-accent"
              />
              {m['resources.mine.choose_all']()}
            </label>
            <span aria-live="polite" className="text-ink-soft">
              {selected.length > 0 && m['resources.mine.chosen']({ count: formatCount(selected.length) })}
            </span>
          </div>
          {selected.length > 0 && (
            <Many selected={selected} onDone={(failed) => setChosen(new Set(failed))} />
          )}
          <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
            {shown.map((resource) => (
              <OwnRow
                key={resource.id}
                resource={resource}
                isChosen={chosen.has(resource.id)}
                onToggle={() => toggle(resource.id)}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function OwnRow(props: { resource: OwnResource; isChosen: boolean; onToggle(): void }) {
  const { resource, isChosen, onToggle } = props;
  const zone = useTimeZone();
  return (
    <li className="flex flex-wrap items-center gap-4 p-4 has-checked:bg-accent-soft">
      <label className="grid size-11 shrink-0 place-items-center">
        <span className="sr-only">{m['resources.mine.choose']({ title: resource.title })}</span>
        <input type="checkbox" checked={isChosen} onChange={onToggle} className="size-5 accent-accent" />
      </label>
      <div className="size-16 shrink-0 overflow-hidden rounded-md bg-sunken">
        {resource.imageUrl && (
          <img
            {...sourceOf('thumbnail', resource.imageUrl)}
            alt=""
            loading="lazy"
            decoding="async"
            className="size-full object-cover"
          />
        )}
      </div>
      <div className="min-w-40 flex-1">
        <Link
          to="/resources/$id"
          params={{ id: resource.id }}
          title={resource.title}
          className="line-clamp-2 font-semibold hover:underline"
        >
          {resource.title}
        </Link>
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
          <span className="rounded-sm bg-sunken px-2">{filterNames[filterOf(resource)]()}</span>
          <span>{categoryNames[asCategory(resource.category)]()}</span>
          <span>{m['resources.card.downloads']({ count: formatCount(resource.downloadCount) })}</span>
          <span>{formatDay(resource.updatedAt)}</span>
        </p>
        {resource.state === 'draft' && resource.publishAt !== null && (
          <p className="flex items-center gap-1 text-sm text-accent-strong">
            <Clock aria-hidden="true" className="size-4" />
            {m['resources.mine.publishes_at']({ time: formatMoment(resource.publishAt, zone) })}
          </p>
        )}
      </div>
      <div className="flex gap-2">
        {resource.state !== 'draft' && (
          <Link
            to="/my/resources"
            search={{ statistics: resource.id }}
            aria-label={m['resources.statistics.of']({ title: resource.title })}
            data-tooltip={m['resources.statistics.title']()}
            className={buttonClass('quiet', 'px-3')}
          >
            <BarChart3 aria-hidden="true" className="size-5" />
          </Link>
        )}
        <Link
          to="/resources/manage/$id"
          params={{ id: resource.id }}
          className={buttonClass('secondary', 'text-sm')}
        >
          {m['resources.mine.manage']()}
        </Link>
      </div>
    </li>
  );
}

/** Bulk actions on the selected rows. Rows that failed are reported and stay selected. */
function Many({ selected, onDone }: { selected: readonly OwnResource[]; onDone(failed: string[]): void }) {
  const forget = useForgetResources();
  const changeDialog = useRef<HTMLDialogElement>(null);
  const removeDialog = useRef<HTMLDialogElement>(null);
  const [failed, setFailed] = useState<ManyAnswer['failed']>([]);
  const ids = selected.map(({ id }) => id);
  const many = useMutation({
    mutationFn: (what: object) => sendJson<ManyAnswer>('POST', '/api/resources/many', { ids, ...what }),
    onSuccess: (answer) => {
      changeDialog.current?.close();
      removeDialog.current?.close();
      setFailed(answer.failed);
      forget();
      if (answer.done.length > 0)
        toast('success', m['resources.mine.changed']({ count: formatCount(answer.done.length) }));
      onDone(answer.failed.map(({ id }) => id));
    },
    onError: (error) => toast('danger', m['resources.form.failed'](), describeError(error)),
  });
  const titleOf = (id: string) => selected.find((resource) => resource.id === id)?.title ?? id;
  return (
    <div className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap gap-3">
        <Button
          look="secondary"
          disabled={many.isPending || selected.every(({ state }) => state !== 'draft')}
          onClick={() => many.mutate({ action: 'publish' })}
        >
          {m['resources.form.publish']()}
        </Button>
        <Button
          look="secondary"
          disabled={many.isPending || selected.every(({ state }) => state !== 'published')}
          onClick={() => many.mutate({ action: 'unpublish' })}
        >
          {m['resources.form.unpublish']()}
        </Button>
        <Button look="secondary" disabled={many.isPending} onClick={() => changeDialog.current?.showModal()}>
          {m['resources.mine.change']()}
        </Button>
        <Button look="danger" disabled={many.isPending} onClick={() => removeDialog.current?.showModal()}>
          {m['resources.form.remove']()}
        </Button>
      </div>
      {failed.length > 0 && (
        <ul role="alert" className="grid gap-1 rounded-md bg-danger-soft p-3 text-sm text-danger">
          {failed.map(({ id, message }) => (
            <li key={id}>
              {titleOf(id)}: {message}
            </li>
          ))}
        </ul>
      )}
      <dialog
        ref={changeDialog}
        aria-labelledby="many-title"
        className="m-auto w-[min(32rem,calc(100vw-2rem))] rounded-lg bg-surface p-6 text-ink shadow-lg backdrop:bg-black/50"
      >
        <ChangeMany
          count={selected.length}
          isPending={many.isPending}
          onCancel={() => changeDialog.current?.close()}
          onChange={(change) => many.mutate({ action: 'change', ...change })}
        />
      </dialog>
      <dialog
        ref={removeDialog}
        aria-labelledby="many-remove-title"
        className="m-auto max-w-md rounded-lg bg-surface p-6 text-ink shadow-lg backdrop:bg-black/50"
      >
        <h2 id="many-remove-title" className="text-xl font-bold">
          {m['resources.mine.remove_title']({ count: formatCount(selected.length) })}
        </h2>
        <p className="mt-2">{m['resources.form.remove_confirm']()}</p>
        <div className="mt-6 flex justify-end gap-3">
          <Button look="secondary" onClick={() => removeDialog.current?.close()}>
            {m['resources.form.cancel']()}
          </Button>
          <Button look="danger" disabled={many.isPending} onClick={() => many.mutate({ action: 'remove' })}>
            {m['resources.form.remove']()}
          </Button>
        </div>
      </dialog>
    </div>
  );
}

function ChangeMany(props: {
  count: number;
  isPending: boolean;
  onChange(change: object): void;
  onCancel(): void;
}) {
  const [problem, setProblem] = useState('');
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? '');
    const change = {
      ...(text('category') !== '' && { category: text('category') }),
      ...(text('license') !== '' && { license: text('license') }),
      ...(parseTags(text('addTags')).length > 0 && { addTags: parseTags(text('addTags')) }),
      ...(parseTags(text('removeTags')).length > 0 && { removeTags: parseTags(text('removeTags')) }),
    };
    setProblem(Object.keys(change).length === 0 ? m['resources.mine.change_nothing']() : '');
    if (Object.keys(change).length > 0) props.onChange(change);
  }
  const keep = m['resources.mine.keep']();
  return (
    <form onInput={() => setProblem('')} onSubmit={submit} className="grid gap-5">
      <h2 id="many-title" className="text-xl font-bold">
        {m['resources.mine.change_title']({ count: formatCount(props.count) })}
      </h2>
      <SelectField label={m['resources.form.category']()} name="category" defaultValue="">
        <option value="">{keep}</option>
        {categories.map((each) => (
          <option key={each} value={each}>
            {categoryNames[each]()}
          </option>
        ))}
      </SelectField>
      <SelectField label={m['resources.form.license']()} name="license" defaultValue="">
        <option value="">{keep}</option>
        {licenses.map((each) => (
          <option key={each} value={each}>
            {licenseName(each)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={m['resources.mine.add_tags']()}
        hint={m['resources.form.tags_hint']()}
        name="addTags"
        maxLength={limits.tags * (limits.tag + 2)}
      />
      <TextField
        label={m['resources.mine.remove_tags']()}
        name="removeTags"
        maxLength={limits.tags * (limits.tag + 2)}
      />
      {problem !== '' && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {problem}
        </p>
      )}
      <div className="flex justify-end gap-3">
        <Button look="secondary" onClick={props.onCancel}>
          {m['resources.form.cancel']()}
        </Button>
        <Button type="submit" disabled={props.isPending}>
          {m['resources.form.save']()}
        </Button>
      </div>
    </form>
  );
}
