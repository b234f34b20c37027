import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useHydrated, useNavigate } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { partsCsv, resourceQuery } from '#features/resources/client/public.tsx';
import type { Part, ResourceDetail } from '#features/resources/contract.ts';
import { listServicesQuery, useAround } from '#features/services/client/public.tsx';
import {
  forgetUploads,
  isPlainFileName,
  mediaTypeOf,
  UploadField,
} from '#features/uploads/client/public.tsx';
import { useRememberDoing } from '#platform/client/doing.ts';
import { m } from '#i18n/generated/messages.js';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { beginningOf as beginningOfText } from '#platform/shared/graphemes.ts';
import { asServiceType, type ServiceType } from '#platform/shared/trades.ts';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { AutosaveNote } from '#ui/autosave.tsx';
import { minorDigits, parseMoney } from '#platform/shared/money.ts';
import { wholeNumberIn } from '#platform/shared/widths.ts';
import { Button } from '#ui/button.tsx';
import { TextAreaField, TextField } from '#ui/field.tsx';
import { useFieldErrors } from '#ui/field-errors.ts';
import { errorUnder, Group, type Fields } from '#ui/form-group.tsx';
import { filesFor, isPartsList } from '../making.ts';
import { isMet, needsOf, requiredFields, type Wanted } from '../missing.ts';
import { requestLimits } from '../negotiation.ts';
import { askProviders } from './api.ts';
import { dimensionFieldNames, dimensionsIn } from './dimensions.ts';
import { DimensionsField } from './dimensions-field.tsx';
import { LoginNeeded } from './login-needed.tsx';
import { NobodyNear } from './nobody-near.tsx';
import { ProvidersField, useChosen } from './providers-field.tsx';
import { insteadOf, openRequestDraft } from './request-draft.ts';
import { needNames } from './request-words.ts';
import { formatCount } from './words.ts';

type Search = {
  serviceId?: unknown;
  resourceId?: unknown;
  fileId?: unknown;
  trade?: unknown;
  /** Order whose place the request is to take. */
  insteadOf?: unknown;
};

const uploadsOf = 'quote-request';
/** Debounce before a draft is stored, in milliseconds. */
const pauseMs = 600;

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Form of a request for quotes to one or several providers. */
export function NewRequestScreen({ search }: { search: Search }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  // Drafts exist in the browser only.
  const hydrated = useHydrated();
  return (
    <div className="page max-w-6xl py-8">
      {/* Set here instead of in the route's head, because every page carries all routes. */}
      <title>{m['app.title']({ page: m['quotes.request.title']() })}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-3xl font-bold">{m['quotes.request.title']()}</h1>
      <p className="mt-2 max-w-prose text-ink-soft">{m['quotes.request.lead']()}</p>
      <div className="mt-6">
        {!user && <LoginNeeded>{m['quotes.request.login_needed']()}</LoginNeeded>}
        {user && !hydrated && <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />}
        {user && hydrated && <Prepared user={user} search={search} />}
      </div>
    </div>
  );
}

type Props = {
  user: { id: string; username: string };
  search: Search;
  /** Resource that is to be made, with the files that go along. */
  resource: AskedResource | null;
  /** Providers of the trade that is looked for, the nearest first. */
  nearest: readonly string[];
};
type AskedResource = { title: string; files: { id: string; name: string }[]; parts: Part[] };

/** Loads what the form begins with: the resource, and the providers near the reader. */
function Prepared({ user, search }: Pick<Props, 'user' | 'search'>) {
  const [resourceId, fileId] = [text(search.resourceId), text(search.fileId)];
  const trade = asServiceType(text(search.trade));
  const found = useQuery({ ...resourceQuery(resourceId), enabled: resourceId !== '', retry: false });
  const around = useAround({ city: undefined, radius: undefined });
  const near = { type: trade ?? '', sort: 'distance' as const, limit: requestLimits.services };
  const nearby = useQuery({
    ...listServicesQuery({ ...near, near: around.point, radius: widestKm }),
    enabled: trade !== null,
  });
  const anywhere = useQuery({
    ...listServicesQuery({ ...near, sort: 'newest' }),
    enabled: trade !== null && nearby.data?.items.length === 0,
  });
  const isWaiting =
    around.location.state === 'checking' || found.isLoading || nearby.isLoading || anywhere.isLoading;
  if (isWaiting) return <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />;
  const { data } = found;
  const services = (nearby.data?.items.length ? nearby : anywhere).data?.items ?? [];
  return (
    <>
      {trade !== null && services.length === 0 && (
        <div className="mb-6">
          <NobodyNear
            trade={trade}
            resourceId={resourceId || undefined}
            around={{ ...around, radius: widestKm }}
            hasRequest={false}
          />
        </div>
      )}
      <RequestForm
        user={user}
        search={search}
        resource={
          data
            ? askedOf(data, {
                fileId,
                trade,
                hashes: openRequestDraft(user.id, aboutOf(search)).read()?.instead?.fileHashes ?? [],
              })
            : null
        }
        nearest={services.filter(({ provider }) => provider.username !== user.username).map(({ id }) => id)}
      />
    </>
  );
}
const widestKm = 50;

/** Returns what of a resource goes along with a request: the files of the trade, and its list of parts unless that is a file. */
function askedOf(
  resource: ResourceDetail,
  { fileId, trade, hashes }: { fileId: string; trade: ServiceType | null; hashes: readonly string[] },
): AskedResource {
  const { title } = inReadersLanguage(resource);
  const one = resource.files.find(({ id }) => id === fileId);
  if (one) return { title, files: [one], parts: [] };
  // What takes the place of an order is made of the same files; those of an older version are its buyer's to attach.
  const same = resource.files.filter(({ sha256 }) => hashes.includes(sha256));
  if (hashes.length > 0) return { title, files: same, parts: [] };
  if (trade === null) return { title, files: resource.files.slice(0, 1), parts: [] };
  const files = filesFor(trade, resource.files);
  return {
    title,
    files,
    parts: files.some(isPartsList) ? [] : (resource.details.billOfMaterials ?? []),
  };
}

/** Starting over discards the draft. */
function RequestForm(props: Props) {
  const [times, setTimes] = useState(0);
  return <Form key={times} {...props} onStartOver={() => setTimes(times + 1)} />;
}

function Form({ user, search, resource, nearest, onStartOver }: Props & { onStartOver(): void }) {
  const serviceId = text(search.serviceId);
  const navigate = useNavigate();
  const [draft] = useState(() => openRequestDraft(user.id, aboutOf(search)));
  const [kept] = useState(draft.read);
  const [first] = useState(() => kept?.fields ?? beginningOf(resource, search));
  const [serviceIds, setServiceIds] = useState(() => [
    ...new Set([...(serviceId ? [serviceId] : []), ...(kept?.serviceIds ?? nearest)]),
  ]);
  const chosen = useChosen(serviceIds);
  const form = useRef<HTMLFormElement>(null);
  const [said, setSaid] = useState<Record<string, string>>(first);
  const [fileNames, setFileNames] = useState<readonly string[]>([]);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [failure, setFailure] = useState('');
  useRememberDoing();
  const { fields, setFields, corrected } = useFieldErrors(form, () => setFailure(''));
  const [isSending, setIsSending] = useState(false);
  const isDone = useRef(false);
  // Idempotency key of the request, so that a retry after a lost connection creates no second one.
  const idempotencyKey = useRef('');
  /** Upload of the bill of materials, sent once. */
  const listUpload = useRef<string>(null);

  const isTouched = Object.values(said).some((value) => value.trim() !== '') || serviceIds.length > 1;
  useEffect(() => {
    if (!isTouched) return;
    const timer = setTimeout(() => {
      if (!isDone.current && draft.keep({ fields: said, serviceIds, instead: kept?.instead }))
        setSavedAt(new Date());
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [draft, said, serviceIds, isTouched, kept]);

  const currency = chosen.find(({ service }) => service)?.service?.currency ?? 'KRW';
  const wanted = wantedOf(said, [...fileNames, ...(resource?.files ?? []).map(({ name }) => name)], currency);
  const types = chosen.flatMap(({ service }) => service?.serviceType ?? []);
  const required = requiredFields(types.length > 0 ? types : ['']);

  async function send(): Promise<void> {
    if (!form.current || isSending) return;
    const data = new FormData(form.current);
    const wrong = checkRequest(data, serviceIds, wanted, required);
    setFields(wrong);
    setFailure(Object.keys(wrong).length > 0 ? m['platform.error.invalid_input']() : '');
    if (Object.keys(wrong).length > 0) return;
    const uploads = JSON.parse(text(data.get('uploads')) || '[]') as string[];
    setIsSending(true);
    idempotencyKey.current ||= crypto.randomUUID();
    try {
      const list = (listUpload.current ??= await sendList(resource));
      const { description, material, colour, tolerance, finish, quantity, wantedOn, budget } = wanted;
      const made = await askProviders(
        {
          serviceIds,
          title: said['title'] ?? '',
          description,
          material,
          colour,
          tolerance,
          finish,
          quantity,
          wantedOn: wantedOn || null,
          budget,
          dimensions: dimensionsIn(data).dimensions,
          files: [
            ...(resource?.files ?? []).map(({ id }) => ({ resourceFileId: id })),
            ...(list === null ? [] : [{ uploadId: list }]),
            ...uploads.map((uploadId) => ({ uploadId })),
          ],
          replaces: kept?.instead?.orderId ?? null,
        },
        idempotencyKey.current,
      );
      isDone.current = true;
      draft.forget();
      forgetUploads(uploadsOf);
      toast('success', m['quotes.request.sent']());
      await navigate({ to: '/quote-requests/$id', params: { id: made.id } });
    } catch (error) {
      // Keep the key only if no response came; a corrected request needs another one.
      if (!(error instanceof ApiError && error.code === 'network_error')) idempotencyKey.current = '';
      setFields(error instanceof ApiError ? error.fields : {});
      setFailure(describeError(error));
      toast('danger', m['quotes.request.failed']());
    } finally {
      setIsSending(false);
    }
  }

  const field = (name: string) => ({ name, defaultValue: first[name], error: fields[name] });
  const term = (name: string) => ({
    ...field(name),
    ...(!required.has(name) && { optional: m['quotes.request.optional']() }),
  });
  return (
    <form
      method="post"
      ref={form}
      noValidate
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]"
      onInput={(event) => {
        setSaid(typedIn(event.currentTarget));
        corrected(event);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {kept && (
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-3">
            {m['quotes.request.restored']()}
            <Button
              look="secondary"
              onClick={() => {
                isDone.current = true;
                draft.forget();
                forgetUploads(uploadsOf);
                onStartOver();
              }}
            >
              {m['quotes.request.start_over']()}
            </Button>
          </p>
        )}
        <Group title={m['quotes.request.whom']()}>
          <ProvidersField
            chosen={chosen}
            ownUsername={user.username}
            error={errorUnder(fields, 'serviceIds')}
            onAdd={(id) => setServiceIds((before) => [...before, id])}
            onRemove={(id) => setServiceIds((before) => before.filter((each) => each !== id))}
          />
        </Group>
        <Group title={m['quotes.request.what']()}>
          <TextField
            label={m['quotes.request.name']()}
            hint={m['quotes.request.name_hint']()}
            maxLength={requestLimits.title}
            {...field('title')}
          />
          <TextAreaField
            label={m['quotes.request.description']()}
            hint={m['quotes.request.description_hint']()}
            rows={7}
            maxLength={requestLimits.description}
            {...field('description')}
          />
          {resource && resource.files.length > 0 && (
            <p className="rounded-md bg-sunken px-4 py-3 break-all">
              {m['quotes.request.from_resource_all']({
                count: formatCount(resource.files.length),
                names: resource.files.map(({ name }) => name).join(', '),
              })}
              {resource.parts.length > 0 && (
                <span className="block">
                  {m['quotes.request.with_list']({ count: formatCount(resource.parts.length) })}
                </span>
              )}
            </p>
          )}
          <UploadField
            form={uploadsOf}
            label={m['quotes.request.files']()}
            hint={m['quotes.request.files_hint']()}
            error={errorUnder(fields, 'files')}
            problemOf={problemOf}
            onChange={(items) => setFileNames(items.map(({ name }) => name))}
          />
        </Group>
        <Group title={m['quotes.dimensions.title']()}>
          <p className="text-sm text-ink-soft">{m['quotes.dimensions.hint']()}</p>
          <DimensionsField kept={kept?.fields} fields={fields} />
        </Group>
        <Group title={m['quotes.request.terms']()}>
          <div className="grid gap-5 md:grid-cols-2">
            <TextField
              label={m['quotes.request.material']()}
              hint={m['quotes.request.material_hint']()}
              maxLength={requestLimits.detail}
              {...term('material')}
            />
            <TextField
              label={m['quotes.request.colour']()}
              maxLength={requestLimits.detail}
              {...term('colour')}
            />
            <TextField
              label={m['quotes.request.tolerance']()}
              hint={m['quotes.request.tolerance_hint']()}
              maxLength={requestLimits.detail}
              {...term('tolerance')}
            />
            <TextField
              label={m['quotes.request.finish']()}
              hint={m['quotes.request.finish_hint']()}
              maxLength={requestLimits.detail}
              {...term('finish')}
            />
            <TextField
              label={m['quotes.request.quantity']()}
              inputMode="numeric"
              maxLength={7}
              {...term('quantity')}
            />
            <TextField label={m['quotes.request.wanted_on']()} type="date" {...term('wantedOn')} />
            <TextField
              label={m['quotes.request.budget']({ currency })}
              hint={m['quotes.request.budget_hint']()}
              inputMode={minorDigits(currency) > 0 ? 'decimal' : 'numeric'}
              maxLength={17}
              {...term('budget')}
            />
          </div>
        </Group>
      </div>
      <div className="grid gap-4 lg:sticky lg:top-24">
        <Checklist types={types} wanted={wanted} />
        {failure !== '' && (
          <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
            {failure}
          </p>
        )}
        <Button type="submit" disabled={isSending}>
          {isSending ? m['quotes.request.sending']() : m['quotes.request.send']()}
        </Button>
        {savedAt && <AutosaveNote state={{ kind: 'saved', at: savedAt }} />}
      </div>
    </form>
  );
}

/** Name of the draft: a request for another resource, another trade or in place of an order is another one. */
function aboutOf(search: Search): string {
  if (text(search.insteadOf) !== '') return insteadOf(text(search.insteadOf));
  const [serviceId, resourceId, trade] = [
    text(search.serviceId),
    text(search.resourceId),
    text(search.trade),
  ];
  return serviceId || (trade && `${trade} ${resourceId}`) || 'new';
}

/** Returns what a request for a resource begins with, so that little is left to type. */
function beginningOf(resource: AskedResource | null, search: Search): Record<string, string> {
  if (!resource || asServiceType(text(search.trade)) === null) return {};
  const { title, files, parts } = resource;
  return {
    title: beginningOfText(title, requestLimits.title),
    description:
      parts.length > 0 || files.some(isPartsList)
        ? m['quotes.request.of_resource_list']({ title })
        : m['quotes.request.of_resource']({ title }),
    quantity: '1',
  };
}

/** Uploads the bill of materials as a table that shops read; returns the upload's id, null if there is none. */
async function sendList(resource: AskedResource | null): Promise<string | null> {
  if (!resource || resource.parts.length === 0) return null;
  const [{ safeFileName }, { sendModel }] = await Promise.all([
    import('#platform/shared/file-name.ts'),
    import('./send-model.ts'),
  ]);
  // The byte order mark lets spreadsheets read Korean.
  const file = new File(['\uFEFF', partsCsv(resource.parts)], safeFileName(`${resource.title}.csv`, ' BOM'), {
    type: 'text/csv',
  });
  return sendModel(file, { signal: new AbortController().signal, onProgress: () => {} });
}

const names = [
  'title',
  'description',
  'material',
  'colour',
  'tolerance',
  'finish',
  'quantity',
  'wantedOn',
  'budget',
];

function typedIn(form: HTMLFormElement): Record<string, string> {
  const data = new FormData(form);
  const typed = names.map((name): [string, string] => [name, text(data.get(name))]);
  // Rows that are not there have no fields.
  const rows = dimensionFieldNames
    .filter((name) => data.has(name))
    .map((name): [string, string] => [name, text(data.get(name))]);
  return Object.fromEntries([...typed, ...rows]);
}

function wantedOf(said: Record<string, string>, files: readonly string[], currency: string): Wanted {
  return {
    description: said['description'] ?? '',
    material: said['material'] ?? '',
    colour: said['colour'] ?? '',
    tolerance: said['tolerance'] ?? '',
    finish: said['finish'] ?? '',
    quantity: wholeNumberIn(said['quantity'] ?? ''),
    wantedOn: said['wantedOn'] || null,
    budget: parseMoney(said['budget'] ?? '', currency),
    files,
  };
}

/** Validates the request as far as the browser can. */
function checkRequest(
  data: FormData,
  serviceIds: readonly string[],
  wanted: Wanted,
  required: ReadonlySet<string>,
): Fields {
  const fields: Fields = {};
  if (serviceIds.length === 0) fields['serviceIds'] = m['quotes.request.choose_somebody']();
  for (const name of ['title', 'description', ...required])
    if (text(data.get(name)).trim() === '') fields[name] = m['platform.field.required']();
  if (wanted.quantity === null) fields['quantity'] ??= m['quotes.request.number']();
  if (wanted.budget === null && text(data.get('budget')).trim() !== '')
    fields['budget'] = m['quotes.request.number']();
  Object.assign(fields, dimensionsIn(data).wrong);
  if (data.has('uploadsUnfinished')) fields['files'] = m['uploads.unfinished']();
  if (wanted.files.length > requestLimits.files) fields['files'] = m['quotes.request.most_files']();
  return fields;
}

/** Validates a file before its upload. */
export function problemOf(file: File): string {
  if (file.size === 0) return m['uploads.error.file_empty']();
  if (!isPlainFileName(file.name)) return m['uploads.error.file_name']();
  return mediaTypeOf(file.name) === null ? m['uploads.error.file_type']() : '';
}

function Checklist({ types, wanted }: { types: readonly string[]; wanted: Wanted }) {
  const titleId = useId();
  const needs = needsOf(types.length > 0 ? types : ['']);
  const required = needs.filter(({ isRequired }) => isRequired);
  const isEnough = required.every(({ code }) => isMet(code, wanted));
  const groups = [
    { title: m['quotes.request.needed'](), needs: required },
    { title: m['quotes.request.helps'](), needs: needs.filter(({ isRequired }) => !isRequired) },
  ];
  return (
    <section aria-labelledby={titleId} className="grid gap-4 rounded-lg border border-line bg-surface p-5">
      <div>
        <h2 id={titleId} className="text-xl font-bold">
          {m['quotes.request.checklist']()}
        </h2>
        <p className="mt-1 text-sm text-ink-soft">{m['quotes.request.checklist_hint']()}</p>
      </div>
      {groups.map((group) => (
        <div key={group.title} className="grid gap-2">
          <h3 className="text-sm font-semibold text-ink-soft">{group.title}</h3>
          <ul className="grid gap-1">
            {group.needs.map(({ code }) => {
              const isTold = isMet(code, wanted);
              const Icon = isTold ? CircleCheck : Circle;
              return (
                <li key={code} className="flex items-start gap-2">
                  <Icon
                    aria-hidden="true"
                    className={`mt-0.5 size-5 shrink-0 ${isTold ? 'text-accent-strong' : 'text-ink-soft'}`}
                  />
                  <span>
                    {needNames[code]()}
                    <span className="sr-only">
                      {' '}
                      {isTold ? m['quotes.request.told']() : m['quotes.request.untold']()}
                    </span>
                  </span>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
      <p aria-live="polite" className="text-sm font-semibold text-accent-strong empty:hidden">
        {isEnough ? m['quotes.request.all_told']() : ''}
      </p>
    </section>
  );
}
