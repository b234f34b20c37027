import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useRouter, useSearch, type FileRoutesByPath } from '@tanstack/react-router';
import {
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { ProofCancelled, Proven, type Act } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass, type ButtonLook } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SidePanel } from '#ui/side-panel.tsx';
import type { ManyAnswer } from '../contract.ts';
import { readTableState, writeTableState, type TableShape, type TableState } from '../table.ts';
import { exportPath, staffTableQuery, undo } from './api.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** Staff pages that need no path parameters. */
export type StaffPlace = Exclude<
  Extract<keyof FileRoutesByPath, `/admin/${string}`>,
  '/admin/' | `${string}$${string}`
>;

type Column<Row> = {
  head: string;
  cell(row: Row): string;
  isUnbroken?: boolean;
  /** True for numbers, which are aligned right. */
  isNumber?: boolean;
  /** True for a column that is hidden on phones; the details show it. */
  isSecondary?: boolean;
  /** True for a value that phones show below the name instead of in a column. */
  isUnderName?: boolean;
};

/** Act on several rows at once; rows that it does not apply to are skipped. */
export type BulkAct<Row> = {
  name: string;
  look?: ButtonLook;
  isFor(row: Row): boolean;
  title(count: number): string;
  text: string;
  done(count: number): string;
  /** True if the act cannot be undone. */
  isFinal?: boolean;
  /** Additional fields next to the reason; their values are sent with it. */
  Fields?: ComponentType;
  send(ids: string[], reason: string, values: Record<string, string>): Promise<ManyAnswer>;
};

type Choice = { name: string; label: string; all: string; values: Record<string, () => string> };

type Props<Row> = {
  /** Name in the API: `/api/admin/{list}` and `/api/admin/{list}.csv`. */
  list: string;
  /** Page of the table. */
  to: StaffPlace;
  title: string;
  text: string;
  searchLabel: string;
  shape: TableShape;
  choices: readonly Choice[];
  sorts: Record<string, () => string>;
  columns: readonly Column<Row>[];
  /** Name of a row, shown in the first column. */
  rowName(row: Row): string;
  /** Badges next to the name. */
  Badges?: ComponentType<{ row: Row }>;
  /** Details in the side panel. */
  Panel: ComponentType<{ row: Row }>;
  acts?: readonly BulkAct<Row>[];
  canExport: boolean;
  /** Content next to the export button. */
  above?: ReactNode;
};

/**
 * Table for staff. Search, filters, order and page are handled by the server and kept in the address. Rows
 * open in a side panel, and several can be selected, changed together and undone.
 */
export function StaffTable<Row extends { id: string }>(props: Props<Row>) {
  const asked: Record<string, unknown> = useSearch({ strict: false });
  const openId = asked['open'];
  const state = readTableState(props.shape, asked);
  const { list, shape, columns, rowName, acts = [], Badges, Panel } = props;
  const client = useQueryClient();
  const query = useQuery(staffTableQuery<Row>(list, shape, state));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [wasOpened, setWasOpened] = useState(false);
  const navigate = useNavigate();
  const router = useRouter();
  const [act, setAct] = useState<BulkAct<Row> | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const search = useRef<HTMLDivElement>(null);
  // Selection and result belong to the rows that were shown. The fields are not remounted, so that they keep
  // the focus.
  const wanted = JSON.stringify(state);
  const [shown, setShown] = useState(wanted);
  if (shown !== wanted) {
    setShown(wanted);
    setChosen(new Set());
    setAct(null);
    setResult(null);
  }
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = query.data?.items ?? [];
  const marked = rows.filter(({ id }) => chosen.has(id));
  const open = rows.find(({ id }) => id === openId);
  const isNarrowed = state.search !== '' || Object.keys(state.filters).length > 0;
  const canChoose = acts.length > 0;

  /** Kept in the address, so that it can be shared and that going back closes the panel. */
  const openRow = (id: string) => {
    setWasOpened(true);
    void navigate({
      to: props.to,
      search: { ...writeTableState(shape, state), open: id },
      resetScroll: false,
    });
  };
  const closeRow = () => {
    // Someone who came by a link has no earlier history entry of this table.
    if (wasOpened) router.history.back();
    else
      void navigate({
        to: props.to,
        search: writeTableState(shape, state),
        replace: true,
        resetScroll: false,
      });
    setWasOpened(false);
  };

  // An act in the panel may remove its row, and the focus with it.
  const isOpen = open !== undefined;
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen && openId !== undefined) title.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, openId]);

  // The search may have changed without the field, for instance by going back.
  useEffect(() => {
    const field = search.current?.querySelector('input');
    if (field) field.value = state.search;
  }, [search, state.search]);

  // The link to the next page disappears with the page, so move the focus.
  const shownPage = useRef(state.page);
  useEffect(() => {
    if (shownPage.current !== state.page && document.activeElement === document.body) title.current?.focus();
    shownPage.current = state.page;
  }, [state.page]);

  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };

  function onKeyDown(event: KeyboardEvent<HTMLTableSectionElement>): void {
    const buttons = [...(body.current?.querySelectorAll<HTMLElement>('button[data-row]') ?? [])];
    const at = buttons.findIndex((button) => button.closest('tr')?.contains(document.activeElement));
    const key = event.key.toLowerCase();
    const steps: Record<string, number> = {
      arrowdown: at + 1,
      arrowup: at - 1,
      home: 0,
      end: buttons.length - 1,
    };
    const next = buttons[steps[key] ?? -1];
    const row = rows[at];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (next) {
      if (event.shiftKey && canChoose) {
        const to = rows[buttons.indexOf(next)];
        setChosen(new Set([...chosen, ...[row, to].flatMap((each) => each?.id ?? [])]));
      }
      next.focus();
    } else if (key === 'x' && row && canChoose) choose(row.id, !chosen.has(row.id));
    else if (key === 'escape' && chosen.size > 0) setChosen(new Set());
    else if (key === '/') search.current?.querySelector('input')?.focus();
    else return;
    event.preventDefault();
  }

  /** A click anywhere in a row counts as a click on its name, which also gets the focus. */
  function onClick({ target }: MouseEvent<HTMLTableSectionElement>): void {
    if (!(target instanceof Element) || !isBesideControls(target)) return;
    const button = target.closest('tr')?.querySelector<HTMLElement>('button[data-row]');
    button?.focus();
    button?.click();
  }

  return (
    <>
      <h1 ref={title} tabIndex={-1} className="text-3xl font-bold">
        {props.title}
      </h1>
      <p className="mt-2 text-ink-soft">{props.text}</p>
      <div ref={search}>
        <Asked
          {...props}
          state={state}
          onLeave={() => body.current?.querySelector<HTMLElement>('button[data-row]')?.focus()}
        />
      </div>
      <div className="mt-4 mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="text-sm text-ink-soft">
          {query.data &&
            (query.data.totalIsExact
              ? m['admin.table.found']({ count: query.data.total })
              : m['admin.table.found_more']({ count: query.data.total }))}
        </p>
        <div className="flex flex-wrap gap-2">
          {props.above}
          {props.canExport && (
            <a
              href={exportPath(list, shape, state)}
              download
              className={buttonClass('quiet', 'text-sm text-accent-strong')}
            >
              {m['admin.table.export']()}
            </a>
          )}
        </div>
      </div>
      {result && (
        <Told
          key={result.key}
          result={result}
          isSeen={act === null}
          onUndone={(failed) => {
            // Rows of the entries that could not be undone.
            const rowOf = new Map(result.answer.done.map(({ id, auditId }) => [auditId, id]));
            const left = failed.map((each) => ({ ...each, id: rowOf.get(each.id) ?? each.id }));
            setResult(
              left.length === 0
                ? null
                : {
                    ...result,
                    key: Date.now(),
                    told: m['admin.table.not_undone_some']({ count: left.length }),
                    canUndo: false,
                    answer: { done: [], failed: left },
                  },
            );
            if (left.length === 0) title.current?.focus();
            void client.invalidateQueries({ queryKey: ['admin'] });
          }}
          onClose={() => setResult(null)}
        />
      )}
      {marked.length > 0 && (
        <div
          role="region"
          aria-label={m['admin.table.chosen_region']()}
          className="stands-at-top sticky top-2 z-10 mb-3 flex flex-wrap items-center gap-2 rounded-md border border-accent bg-accent-soft px-4 py-2"
        >
          <p role="status" className="mr-auto font-semibold text-accent-strong">
            {m['admin.table.chosen']({ count: marked.length })}
          </p>
          {acts.map((each) => {
            const count = marked.filter((row) => each.isFor(row)).length;
            return (
              count > 0 && (
                <Button key={each.name} look={each.look ?? 'secondary'} onClick={() => setAct(each)}>
                  {count === marked.length
                    ? each.name
                    : m['admin.table.act_on_some']({ name: each.name, count })}
                </Button>
              )
            );
          })}
          <Button look="quiet" onClick={() => setChosen(new Set())}>
            {m['admin.table.choose_none']()}
          </Button>
        </div>
      )}
      {query.error ? (
        <LoadFailed retry={() => query.refetch()}>
          {m['admin.page.failed']()} {describeError(query.error, '')}
        </LoadFailed>
      ) : !query.data ? (
        <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />
      ) : rows.length === 0 ? (
        <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line-strong p-8 text-center">
          <p>{isNarrowed ? m['admin.page.none']() : m['admin.table.empty']()}</p>
          {isNarrowed && (
            <Link to={props.to} className={buttonClass('secondary')}>
              {m['admin.table.clear']()}
            </Link>
          )}
        </div>
      ) : (
        <>
          <div className="overflow-x-auto rounded-lg border border-line bg-surface">
            <table className="w-full text-left">
              <caption className="sr-only">{props.title}</caption>
              <thead className="border-b border-line text-sm text-ink-soft">
                <tr>
                  {canChoose && (
                    <th scope="col" className="w-11 p-0">
                      <Choose
                        label={m['admin.table.choose_all']()}
                        checked={marked.length === rows.length}
                        onChange={(all) => setChosen(new Set(all ? rows.map(({ id }) => id) : []))}
                      />
                    </th>
                  )}
                  {columns.map((column) => (
                    <th
                      key={column.head}
                      scope="col"
                      className={`px-3 py-2 font-normal ${headShapeOf(column)}`}
                    >
                      {column.head}
                    </th>
                  ))}
                </tr>
              </thead>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only a larger target; the buttons handle keys */}
              <tbody ref={body} onKeyDown={onKeyDown} onClick={onClick}>
                {rows.map((row) => (
                  <tr
                    key={row.id}
                    className={`cursor-pointer border-b border-line last:border-0 ${chosen.has(row.id) ? 'bg-accent-soft' : 'hover:bg-sunken'}`}
                  >
                    {canChoose && (
                      <td className="p-0">
                        <Choose
                          label={m['admin.table.choose']({ name: rowName(row) })}
                          checked={chosen.has(row.id)}
                          onChange={(isChosen) => choose(row.id, isChosen)}
                        />
                      </td>
                    )}
                    {columns.map((column, index) =>
                      index === 0 ? (
                        <th key={column.head} scope="row" className="px-3 py-1 font-normal">
                          <button
                            type="button"
                            data-row=""
                            onClick={() => openRow(row.id)}
                            className="mr-2 min-h-11 py-1 text-left break-keep wrap-anywhere"
                          >
                            <span className="font-semibold text-accent-strong underline-offset-4 hover:underline">
                              {rowName(row)}
                            </span>{' '}
                            <span className={`text-ink-soft ${column.isUnbroken ? 'whitespace-nowrap' : ''}`}>
                              {column.cell(row)}
                            </span>
                          </button>
                          {Badges && <Badges row={row} />}
                          <UnderName row={row} columns={columns.filter((each) => each.isUnderName)} />
                        </th>
                      ) : (
                        <td key={column.head} className={`px-3 py-2 ${shapeOf(column)}`}>
                          {column.cell(row)}
                        </td>
                      ),
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className="mt-3 hidden text-sm text-ink-soft lg:block">
            {canChoose ? m['admin.table.keys']() : m['admin.table.keys_only']()}
          </p>
          <Pagination
            page={query.data.page}
            pageCount={query.data.pageCount}
            words={{
              pages: m['admin.page.pages'](),
              previous: m['admin.page.previous'](),
              next: m['admin.page.next'](),
              page: (each) => m['admin.page.page']({ page: each }),
            }}
            renderLink={(page, { label, current, className, children }) => (
              <Link
                to={props.to}
                search={writeTableState(shape, { ...state, page })}
                aria-label={label}
                aria-current={current ? 'page' : undefined}
                activeOptions={{ exact: true }}
                className={className}
              >
                {children}
              </Link>
            )}
          />
        </>
      )}
      {open && (
        <SidePanel title={rowName(open)} close={m['admin.table.close']()} onClose={closeRow}>
          <Panel row={open} />
        </SidePanel>
      )}
      {act && (
        <ReasonDialog
          title={act.title(marked.filter((row) => act.isFor(row)).length)}
          text={act.text}
          submit={act.name}
          {...(act.Fields && { children: fieldsOf(act.Fields) })}
          send={async ({ reason = '', ...values }) => {
            const ids = marked.filter((row) => act.isFor(row)).map(({ id }) => id);
            const answer = await act.send(ids, reason, values);
            const names = Object.fromEntries(rows.map((row) => [row.id, rowName(row)]));
            setResult({
              key: Date.now(),
              told: answer.done.length > 0 ? act.done(answer.done.length) : m['admin.table.nothing_done'](),
              canUndo: !act.isFinal && answer.done.length > 0,
              answer,
              names,
            });
            setChosen(new Set());
            await client.invalidateQueries({ queryKey: ['admin'] });
          }}
          onClose={() => setAct(null)}
        />
      )}
    </>
  );
}

/** Returns false for a click on another control, and for one that selects text to copy it. */
function isBesideControls(target: Element): boolean {
  return target.closest('a, button, label, input') === null && getSelection()?.toString() === '';
}

const fieldsOf = (Fields: ComponentType) => () => <Fields />;

function shapeOf<Row>(column: Column<Row>): string {
  return `${placeIn(column)} ${column.isUnbroken ? 'whitespace-nowrap' : 'break-keep wrap-anywhere'}`;
}

/** Break headers only between words, also in Japanese: the cells below may be one digit wide. */
function headShapeOf<Row>(column: Column<Row>): string {
  return `${placeIn(column)} break-keep wrap-normal`;
}

function placeIn<Row>({ isNumber, isSecondary, isUnderName }: Column<Row>): string {
  return [isNumber && 'text-right tabular-nums', (isSecondary || isUnderName) && 'hidden md:table-cell']
    .filter(Boolean)
    .join(' ');
}

/** Values that have a column of their own on wide screens. */
function UnderName<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  const told = columns.filter((each) => each.cell(row) !== '–');
  return (
    told.length > 0 && (
      <span className="flex flex-wrap gap-x-3 pb-1 text-sm text-ink-soft md:hidden">
        {told.map((each) => (
          <span
            key={each.head}
            className={each.isUnbroken ? 'whitespace-nowrap' : 'break-keep wrap-anywhere'}
          >
            {each.cell(row)}
          </span>
        ))}
      </span>
    )
  );
}

function Choose(props: { label: string; checked: boolean; onChange(checked: boolean): void }) {
  return (
    <label className="grid size-11 place-items-center">
      <input
        type="checkbox"
        aria-label={props.label}
        checked={props.checked}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
        className="size-5 accent-accent"
      />
    </label>
  );
}

/** Search, filters and order; a change goes to the address at once. */
function Asked<Row>(props: Props<Row> & { state: TableState; onLeave(): void }) {
  const { shape, state } = props;
  const navigate = useNavigate();
  const ask = (next: Partial<TableState>) =>
    void navigate({
      to: props.to,
      search: writeTableState(shape, { ...state, page: 1, ...next }),
    });
  return (
    <div className="mt-6 grid items-end gap-3 md:flex md:flex-wrap">
      <form
        role="search"
        aria-label={props.title}
        className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          ask({ search: String(new FormData(event.currentTarget).get('search') ?? '').trim() });
        }}
      >
        <TextField
          label={props.searchLabel}
          name="search"
          type="search"
          maxLength={200}
          defaultValue={state.search}
          autoComplete="off"
          onKeyDown={(event) => {
            // Browsers clear a search field on Escape, while the list would still show the results.
            if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.currentTarget.value = state.search;
            props.onLeave();
          }}
        />
        <Button type="submit" look="secondary">
          {m['admin.page.search']()}
        </Button>
      </form>
      {/* The last of an odd number of fields takes a whole line. */}
      <div className="grid grid-cols-2 gap-3 *:last:odd:col-span-2 md:flex">
        {props.choices.map(({ name, label, all, values }) => (
          <SelectField
            key={name}
            label={label}
            value={state.filters[name] ?? ''}
            onChange={(event) => {
              const { [name]: _before, ...others } = state.filters;
              const value = event.currentTarget.value;
              ask({ filters: value === '' ? others : { ...others, [name]: value } });
            }}
          >
            <option value="">{all}</option>
            {Object.entries(values).map(([value, words]) => (
              <option key={value} value={value}>
                {words()}
              </option>
            ))}
          </SelectField>
        ))}
        <SelectField
          label={m['admin.table.sort']()}
          value={state.sort}
          onChange={(event) => ask({ sort: event.currentTarget.value })}
        >
          {Object.entries(props.sorts).map(([value, words]) => (
            <option key={value} value={value}>
              {words()}
            </option>
          ))}
        </SelectField>
      </div>
    </div>
  );
}

type Result = {
  key: number;
  told: string;
  canUndo: boolean;
  answer: ManyAnswer;
  names: Record<string, string>;
};

/** Result of an act: changed rows, failed rows with reasons, and a button to undo it. */
function Told(props: {
  result: Result;
  isSeen: boolean;
  onUndone(failed: ManyAnswer['failed']): void;
  onClose(): void;
}) {
  const { result, isSeen, onUndone, onClose } = props;
  const { answer, canUndo, names, told } = result;
  const region = useRef<HTMLDivElement>(null);
  // The focused element disappeared when the dialog closed.
  useEffect(() => {
    if (isSeen) region.current?.focus();
  }, [isSeen]);
  async function takeBack(act: Act): Promise<void> {
    try {
      const undone = await act(() => undo(answer.done.map(({ auditId }) => auditId)));
      const { done, failed } = undone;
      if (done.length > 0) toast('success', m['admin.table.undone']());
      else toast('danger', m['admin.table.not_undone'](), failed[0]?.message);
      onUndone(failed);
    } catch (error) {
      if (!(error instanceof ProofCancelled))
        toast('danger', m['admin.table.not_undone'](), describeError(error));
    }
  }
  return (
    <div
      ref={region}
      tabIndex={-1}
      role="region"
      aria-label={m['admin.table.result']()}
      className="mb-3 grid gap-2 rounded-md border border-line-strong bg-surface px-4 py-2"
    >
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto font-semibold">
          {told}
        </p>
        {canUndo && (
          <Proven>
            {(act) => (
              <Button look="secondary" onClick={() => void takeBack(act)}>
                {m['admin.table.undo']()}
              </Button>
            )}
          </Proven>
        )}
        <Button look="quiet" onClick={onClose}>
          {m['admin.table.close']()}
        </Button>
      </div>
      {answer.failed.length > 0 && (
        <ul className="text-sm text-danger">
          {answer.failed.map(({ id, message }) => (
            <li key={id}>{m['admin.table.failed_row']({ name: names[id] ?? id, message })}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** List of a row's details. */
export function Details({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[fit-content(36%)_minmax(0,1fr)] gap-x-4 gap-y-2">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="break-keep wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const badgeLooks = {
  neutral: 'bg-line text-ink',
  good: 'bg-accent-soft text-accent-strong',
  bad: 'bg-danger-soft text-danger',
};

/** Badge next to a name: `bad` needs attention, `good` is done or in order. */
export function Badge({ children, look = 'neutral' }: { children: string; look?: keyof typeof badgeLooks }) {
  return (
    <span className={`mr-1 inline-block rounded-sm px-2 text-sm font-normal ${badgeLooks[look]}`}>
      {children}
    </span>
  );
}
