import { useQuery } from '@tanstack/react-query';
import { Download, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyList, GridSkeleton, ListProblem, ResourceGrid } from '#features/resources/client/public.tsx';
import { listResourcesQuery, menuCategories, SearchField } from '#features/resources/client/public.tsx';
import {
  ListFailed,
  listServicesQuery,
  NoServices,
  ServiceGrid,
  ServicesSkeleton,
} from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { toast, ToastCard } from '#platform/client/toasts.tsx';
import { Button, buttonClass, type ButtonLook } from '#ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx';
import { Pagination } from '#ui/pagination.tsx';

const looks: ButtonLook[] = ['primary', 'secondary', 'quiet', 'danger'];

const swatches = {
  paper: 'bg-paper',
  surface: 'bg-surface',
  sunken: 'bg-sunken',
  line: 'bg-line',
  'line-strong': 'bg-line-strong',
  ink: 'bg-ink',
  'ink-soft': 'bg-ink-soft',
  accent: 'bg-accent',
  'accent-strong': 'bg-accent-strong',
  'accent-soft': 'bg-accent-soft',
  danger: 'bg-danger',
  'danger-soft': 'bg-danger-soft',
};

const sizes = ['text-4xl', 'text-3xl', 'text-2xl', 'text-xl', 'text-lg', 'text-base', 'text-sm', 'text-xs'];

function nothing(): void {
  // Only the looks of the states matter here, so the handlers do nothing.
}

/**
 * Every UI component in every state, light and dark. Headings are component names of the code; all other words are the
 * real ones of the product.
 */
export function DesignScreen() {
  return (
    <>
      <h1 className="page py-8 text-3xl font-bold">/design</h1>
      {(['light', 'dark'] as const).map((scheme) => (
        <div key={scheme} style={{ colorScheme: scheme }} className="bg-paper py-8 text-ink">
          <div className="page grid gap-12">
            <h2 className="text-2xl font-bold">{scheme}</h2>
            <Tokens />
            <Buttons />
            <Fields />
            <Toasts />
            <Pages />
            <Resources />
            <Services />
          </div>
        </div>
      ))}
    </>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h3 className="ruler pb-4 text-xl font-semibold">{name}</h3>
      {children}
    </section>
  );
}

function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-2">
      <p className="font-mono text-sm text-ink-soft">{name}</p>
      {children}
    </div>
  );
}

function Tokens() {
  return (
    <Part name="styles.css">
      <ul className="flex flex-wrap gap-4">
        {Object.entries(swatches).map(([name, className]) => (
          <li key={name} className="w-24">
            <div className={`h-11 rounded-md border border-line ${className}`} />
            <p className="font-mono text-xs">{name}</p>
          </li>
        ))}
      </ul>
      <div className="grid gap-2">
        {sizes.map((size) => (
          <p key={size} className={size}>
            {m['app.home.headline']()} <span className="font-mono">{size}</span>
          </p>
        ))}
      </div>
      <p className="mat rounded-lg p-6">{m['app.tagline']()}</p>
    </Part>
  );
}

function Buttons() {
  const words = m['resources.card.download']();
  return (
    <Part name="Button">
      {looks.map((look) => (
        <State key={look} name={look}>
          <div className="flex flex-wrap items-center gap-3">
            <Button look={look}>{words}</Button>
            <Button look={look}>
              <Plus aria-hidden="true" className="size-4" />
              {words}
            </Button>
            <Button look={look} disabled>
              {words}
            </Button>
            <Button look={look} aria-disabled>
              {words}
            </Button>
            <a href="#content" className={buttonClass(look)}>
              {words}
            </a>
          </div>
        </State>
      ))}
      <State name="data-tooltip">
        <button
          type="button"
          aria-label={words}
          data-tooltip={words}
          className="grid size-11 place-items-center rounded-full text-accent-strong hover:bg-accent-soft"
        >
          <Download aria-hidden="true" className="size-5" />
        </button>
      </State>
    </Part>
  );
}

function Fields() {
  const label = m['resources.form.title']();
  const optional = m['resources.form.optional']();
  const hint = m['resources.form.description_hint']();
  const error = m['platform.field.required']();
  const options = menuCategories.map((category) => <option key={category}>{category}</option>);
  return (
    <Part name="TextField, TextAreaField, SelectField, SearchField">
      <div className="grid gap-6 md:grid-cols-3">
        <TextField label={label} placeholder={m['app.shell.search_placeholder']()} />
        <TextField label={label} optional={optional} hint={hint} defaultValue={m['app.tagline']()} />
        <TextField label={label} hint={hint} error={error} />
        <TextField label={label} disabled defaultValue={m['app.tagline']()} />
        <TextAreaField label={label} hint={hint} />
        <TextAreaField label={label} error={error} />
        <SelectField label={label}>{options}</SelectField>
        <SelectField label={label} optional={optional} hint={hint} error={error}>
          {options}
        </SelectField>
        <SearchField
          defaultValue={undefined}
          label={m['resources.list.search']()}
          placeholder={m['resources.list.search_placeholder']()}
          submitLabel={m['resources.list.search_submit']()}
        />
      </div>
    </Part>
  );
}

function Toasts() {
  const done = m['resources.toast.started']();
  const failed = m['resources.toast.failed']();
  const why = m['resources.toast.failed_file']();
  return (
    <Part name="toast">
      <div className="flex flex-wrap items-start gap-4">
        <ToastCard toast={{ id: 0, tone: 'success', title: done }} />
        <ToastCard toast={{ id: 0, tone: 'danger', title: failed, text: why }} />
        <Button look="secondary" onClick={() => toast('success', done)}>
          {done}
        </Button>
        <Button look="secondary" onClick={() => toast('danger', failed, why)}>
          {failed}
        </Button>
      </div>
    </Part>
  );
}

function Pages() {
  const words = {
    pages: m['resources.list.pages'](),
    previous: m['resources.list.previous'](),
    next: m['resources.list.next'](),
    page: (page: number) => m['resources.list.page']({ page }),
  };
  return (
    <Part name="Pagination">
      {[
        [1, 9],
        [5, 9],
        [9, 9],
        [2, 2],
      ].map(([page = 1, pageCount = 1]) => (
        <Pagination
          key={`${page} ${pageCount}`}
          page={page}
          pageCount={pageCount}
          words={words}
          renderLink={(_, { label, current, className, children }) => (
            <a
              href="#content"
              aria-label={label}
              data-tooltip={label}
              aria-current={current ? 'page' : undefined}
              className={className}
            >
              {children}
            </a>
          )}
        />
      ))}
    </Part>
  );
}

/** Real cards of the marketplace, adjusted to every state that they can have. */
function Resources() {
  const { data } = useQuery(listResourcesQuery({}));
  const [card] = data?.items ?? [];
  const [game] = useQuery(listResourcesQuery({ type: 'flash_game' })).data?.items ?? [];
  return (
    <Part name="ResourceCard, GridSkeleton, ListTrouble, EmptyList">
      {card && (
        <ResourceGrid
          section
          resources={[
            card,
            { ...card, id: 'no-picture', image: null, tags: [] },
            { ...card, id: 'nothing-to-download', hasFile: false, downloadUrl: null },
            { ...card, id: 'many-tags', tags: [...card.tags, ...menuCategories] },
            { ...card, id: 'foreign', language: card.language === 'ja' ? 'ko' : 'ja', translations: {} },
            { ...card, id: 'long', title: card.description.repeat(4), author: card.description.repeat(2) },
            // A value that the types rule out but a broken server may send.
            { id: 'broken' } as typeof card,
          ]}
        />
      )}
      {game && <ResourceGrid section told resources={[game]} />}
      <GridSkeleton />
      <ListProblem trouble={new TypeError()} automatic refresh={nothing} />
      <ListProblem trouble={new TypeError()} automatic={false} refresh={nothing} />
      <EmptyList search={undefined} type={undefined} />
      <EmptyList search="qqqq" type="software" />
    </Part>
  );
}

function Services() {
  const [card] = useQuery(listServicesQuery({})).data?.items ?? [];
  return (
    <Part name="ServiceCard, ServicesSkeleton, ListFailed, NoServices">
      {card && (
        <ServiceGrid
          label="ServiceCard"
          services={[
            { ...card, distance: 0.85 },
            { ...card, id: 'no-picture', image: null, location: null, tags: [] },
            { ...card, id: 'free', isFreeService: true, tags: [...card.tags, ...menuCategories] },
          ]}
        />
      )}
      <ServicesSkeleton />
      <ListFailed why={m['platform.client.network_failed']()} retry={nothing} />
      <NoServices type="3d_printing" />
      <NoServices type={undefined} />
    </Part>
  );
}
