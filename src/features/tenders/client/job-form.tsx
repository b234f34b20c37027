import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useHydrated, useLocation, useNavigate } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import { useRef, useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { serviceTypes, typeName } from '#features/services/client/public.tsx';
import {
  forgetUploads,
  isPlainFileName,
  mediaTypeOf,
  UploadField,
} from '#features/uploads/client/public.tsx';
import { StepsNeeded } from '#features/verification/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { wholeNumberIn } from '#platform/shared/widths.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { formatSize } from '#platform/client/format-size.ts';
import { localMoment } from '#platform/client/local-time.ts';
import { toast } from '#platform/client/toasts.tsx';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { parseWon } from '#platform/shared/money.ts';
import { minWords, maxWords } from '#platform/shared/validation.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx';
import { useFieldErrors } from '#ui/field-errors.ts';
import { errorUnder, Group, type Fields } from '#ui/form-group.tsx';
import { LeaveWarning } from '#ui/leave-warning.tsx';
import { NotRead } from '#ui/load-failed.tsx';
import type { TenderDetail } from '../contract.ts';
import { tenderLimits } from '../rules.ts';
import { beginTender, changeTender, findPlace, ownTendersKey, tenderQuery } from './api.ts';
import { deliveryNames } from './words.ts';
import { marketplaceFees } from '#platform/client/page-context.ts';
import { buyerFeeOf } from '#platform/shared/fee.ts';

type Place = { address: string; lat: number; long: number };

/** Default days until the close, which is in the evening. */
const usualDays = 3;
const usualHour = '18:00';

/** Formats a moment for the field, in Korea's time zone like all times of the product. */
const fieldTime = (iso: string) => localMoment(iso, 'Asia/Seoul');
const momentIn = (field: string) => (field === '' ? null : `${field}:00+09:00`);
function usualClose(): string {
  return `${koreanDay(new Date(Date.now() + usualDays * 24 * 60 * 60 * 1000))}T${usualHour}`;
}

/** Form of a tender, saved as a draft that its customer reviews before publishing. */
export function JobFormScreen({ search }: { search: { draft?: unknown } }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { pathname, searchStr } = useLocation();
  const hydrated = useHydrated();
  const draftId = typeof search.draft === 'string' ? search.draft : '';
  return (
    <div className="page max-w-4xl py-8">
      <h1 className="text-3xl font-bold">{m['tenders.form.title']()}</h1>
      <p className="mt-2 max-w-prose text-ink-soft">{m['tenders.form.lead']()}</p>
      <div className="mt-6">
        {!user && (
          <div className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
            <p>{m['tenders.form.login']()}</p>
            <Link to="/login" search={{ next: pathname + searchStr }} className={buttonClass()}>
              {m['tenders.view.login_button']()}
            </Link>
          </div>
        )}
        {user && !hydrated && <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />}
        {user && (
          <div className="mb-6 empty:hidden">
            <StepsNeeded
              title={m['tenders.form.steps_title']()}
              user={user}
              phoneOnly
              next={pathname + searchStr}
            />
          </div>
        )}
        {user && hydrated && (draftId === '' ? <JobForm /> : <KeptDraft id={draftId} />)}
      </div>
    </div>
  );
}

function KeptDraft({ id }: { id: string }) {
  const { data: job, error, refetch } = useQuery({ ...tenderQuery(id), refetchInterval: false });
  if (error && !job) {
    return (
      <NotRead error={error} retry={refetch}>
        <Link to="/my/jobs" className={buttonClass()}>
          {m['tenders.mine.title']()}
        </Link>
      </NotRead>
    );
  }
  if (!job) return <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />;
  if (!job.can.includes('edit')) {
    return (
      <div className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
        <p>{m['tenders.form.not_a_draft']()}</p>
        <Link to="/auctions/jobs/{-$id}" params={{ id }} className={buttonClass()}>
          {m['tenders.form.look']()}
        </Link>
      </div>
    );
  }
  return <JobForm key={id} draft={job} />;
}

const text = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');

function JobForm({ draft }: { draft?: TenderDetail }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const unsaved = useRef(false);
  const uploadsOf = `tender ${draft?.id ?? 'new'}`;
  const [stays, setStays] = useState(draft?.files ?? []);
  const [place, setPlace] = useState<Place | null>(draft?.place ?? null);
  const [typedPlace, setTypedPlace] = useState(draft?.place?.address ?? '');
  const [ceiling, setCeiling] = useState(draft?.ceiling ? String(draft.ceiling) : '');
  const [failure, setFailure] = useState('');
  const { fields, setFields, corrected } = useFieldErrors(form, () => setFailure(''));
  const [isSending, setIsSending] = useState(false);
  // Idempotency key of the draft, so that a retry after a lost connection creates no second one.
  const idempotencyKey = useRef('');

  /** Geocodes the typed address; null if it is empty, undefined if it is not found. */
  async function placeTyped(): Promise<Place | null | undefined> {
    const address = typedPlace.trim();
    if (address === '') return null;
    if (place && place.address === address) return place;
    const [found] = await findPlace(address);
    const known = found && { ...found, address };
    if (known) setPlace(known);
    return known;
  }

  async function save(): Promise<void> {
    if (!form.current || isSending) return;
    const data = new FormData(form.current);
    const [quantity, most] = [wholeNumberIn(text(data.get('quantity'))), parseWon(ceiling)];
    const uploads = JSON.parse(text(data.get('uploads')) || '[]') as string[];
    const wrong: Fields = {
      ...(text(data.get('title')).trim() === '' && { title: m['platform.field.required']() }),
      ...(text(data.get('serviceType')) === '' && { serviceType: m['platform.field.required']() }),
      ...(quantity === null && { quantity: m['tenders.form.number']() }),
      ...(quantity !== null && outside('quantity', quantity, tenderLimits.quantity)),
      ...(most === null && ceiling.trim() !== '' && { ceiling: m['tenders.form.number']() }),
      ...(most !== null && outside('ceiling', most, tenderLimits.money)),
      ...(data.has('uploadsUnfinished') && { files: m['uploads.unfinished']() }),
    };
    setIsSending(true);
    try {
      // Show all errors at once; an unavailable geocoder is no error of the form.
      const isWrong = Object.keys(wrong).length > 0;
      const where = await placeTyped().catch((error: unknown) => {
        if (!isWrong) throw error;
        return null;
      });
      if (where === undefined) wrong['place'] = m['tenders.form.place_unknown']();
      setFields(wrong);
      setFailure(Object.keys(wrong).length > 0 ? m['platform.error.invalid_input']() : '');
      if (where === undefined || isWrong) return;
      const input = {
        ...Object.fromEntries(
          [
            'title',
            'description',
            'serviceType',
            'material',
            'colour',
            'tolerance',
            'finish',
            'delivery',
          ].map((name) => [name, text(data.get(name))]),
        ),
        quantity,
        ceiling: most,
        wantedOn: text(data.get('wantedOn')) || null,
        closesAt: momentIn(text(data.get('closesAt'))),
        place: where,
        files: [...stays.map(({ id }) => ({ fileId: id })), ...uploads.map((uploadId) => ({ uploadId }))],
      };
      idempotencyKey.current ||= crypto.randomUUID();
      const saved = draft
        ? await changeTender(draft.id, { ...input, version: draft.version })
        : await beginTender(input, idempotencyKey.current);
      unsaved.current = false;
      forgetUploads(uploadsOf);
      client.setQueryData(tenderQuery(saved.id).queryKey, saved);
      void client.invalidateQueries({ queryKey: ownTendersKey });
      toast('success', m['tenders.form.saved']());
      await navigate({ to: '/auctions/jobs/{-$id}', params: { id: saved.id } });
    } catch (error) {
      // Keep the key only if no response came; a corrected draft needs another one.
      if (!(error instanceof ApiError && error.code === 'network_error')) idempotencyKey.current = '';
      setFields(error instanceof ApiError ? error.fields : {});
      setFailure(describeError(error));
      toast('danger', m['tenders.form.failed']());
    } finally {
      setIsSending(false);
    }
  }

  const optional = m['tenders.form.optional']();
  const field = (name: string, value: string | undefined) => ({
    name,
    defaultValue: value,
    error: fields[name],
  });
  return (
    <form
      method="post"
      ref={form}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-6"
      onInput={(event) => {
        unsaved.current = true;
        corrected(event);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <LeaveWarning unsaved={unsaved} />
      <Group title={m['tenders.form.what']()}>
        <TextField
          label={m['tenders.form.name']()}
          hint={m['tenders.form.name_hint']()}
          maxLength={tenderLimits.title}
          {...field('title', draft?.title)}
        />
        <SelectField
          label={m['tenders.form.type']()}
          hint={m['tenders.form.type_hint']()}
          {...field('serviceType', draft?.serviceType ?? '')}
        >
          <option value="" disabled>
            {m['tenders.form.type_choose']()}
          </option>
          {serviceTypes.map((each) => (
            <option key={each} value={each}>
              {typeName(each)}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label={m['tenders.form.description']()}
          hint={m['tenders.form.description_hint']()}
          rows={7}
          maxLength={tenderLimits.description}
          {...field('description', draft?.description)}
        />
        {stays.length > 0 && (
          <ul aria-label={m['tenders.form.kept_files']()} className="grid gap-2">
            {stays.map(({ id, name, size }) => (
              <li
                key={id}
                className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-sunken p-3"
              >
                <span className="min-w-0 flex-1 break-all">
                  {name} <span className="text-ink-soft">{formatSize(size)}</span>
                </span>
                <Button
                  look="secondary"
                  className="text-sm"
                  aria-label={m['tenders.form.take_out_named']({ name })}
                  onClick={() => {
                    unsaved.current = true;
                    setStays((before) => before.filter((each) => each.id !== id));
                  }}
                >
                  {m['tenders.form.take_out']()}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <UploadField
          form={uploadsOf}
          label={m['tenders.form.files']()}
          hint={m['tenders.form.files_hint']()}
          error={errorUnder(fields, 'files')}
          problemOf={problemOf}
        />
      </Group>
      <Group title={m['tenders.form.details']()}>
        <div className="grid gap-5 md:grid-cols-2">
          <TextField
            label={m['tenders.form.quantity']()}
            inputMode="numeric"
            maxLength={7}
            {...field('quantity', String(draft?.quantity ?? 1))}
          />
          <TextField
            label={m['tenders.form.material']()}
            optional={optional}
            maxLength={tenderLimits.detail}
            {...field('material', draft?.material)}
          />
          <TextField
            label={m['tenders.form.colour']()}
            optional={optional}
            maxLength={tenderLimits.detail}
            {...field('colour', draft?.colour)}
          />
          <TextField
            label={m['tenders.form.tolerance']()}
            optional={optional}
            maxLength={tenderLimits.detail}
            {...field('tolerance', draft?.tolerance)}
          />
          <TextField
            label={m['tenders.form.finish']()}
            optional={optional}
            maxLength={tenderLimits.detail}
            {...field('finish', draft?.finish)}
          />
        </div>
      </Group>
      <Group title={m['tenders.form.where']()}>
        <SelectField label={m['tenders.form.delivery']()} {...field('delivery', draft?.delivery ?? 'ship')}>
          {(['ship', 'pickup'] as const).map((each) => (
            <option key={each} value={each}>
              {deliveryNames[each]()}
            </option>
          ))}
        </SelectField>
        <TextField
          label={m['tenders.form.place']()}
          hint={m['tenders.form.place_hint']()}
          name="place"
          value={typedPlace}
          maxLength={tenderLimits.address}
          error={fields['place'] ?? fields['place.address'] ?? fields['place.lat']}
          onChange={({ target }) => setTypedPlace(target.value)}
        />
        {place && place.address === typedPlace.trim() && (
          <p className="flex items-center gap-2 text-sm text-ink-soft">
            <MapPin aria-hidden="true" className="size-4 shrink-0" />
            {m['tenders.form.place_known']()}
          </p>
        )}
      </Group>
      <Group title={m['tenders.form.terms']()}>
        <div className="grid gap-5 md:grid-cols-2">
          <TextField
            label={m['tenders.form.ceiling']()}
            hint={
              buyerFeeOf(marketplaceFees()) > 0
                ? m['tenders.form.ceiling_hint']()
                : m['tenders.form.ceiling_hint_total']()
            }
            name="ceiling"
            inputMode="numeric"
            maxLength={17}
            value={ceiling}
            error={fields['ceiling']}
            onChange={({ target }) => setCeiling(target.value)}
          />
          <TextField
            label={m['tenders.form.closes_at']()}
            hint={m['tenders.form.closes_hint']()}
            type="datetime-local"
            {...field('closesAt', draft?.closesAt ? fieldTime(draft.closesAt) : draft ? '' : usualClose())}
          />
          <TextField
            label={m['tenders.form.wanted_on']()}
            optional={optional}
            type="date"
            {...field('wantedOn', draft?.wantedOn ?? '')}
          />
        </div>
      </Group>
      {failure !== '' && (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
          {failure}
        </p>
      )}
      <div className="grid gap-2">
        <Button type="submit" className="justify-self-start" disabled={isSending}>
          {isSending ? m['tenders.form.saving']() : m['tenders.form.save']()}
        </Button>
        <p className="text-sm text-ink-soft">{m['tenders.form.save_hint']()}</p>
      </div>
    </form>
  );
}

/** Returns the error of a number that the server would refuse. */
function outside(field: string, value: number, most: number): Fields {
  if (value < 1) return { [field]: minWords(1, currentLocale()) };
  return value > most ? { [field]: maxWords(most, currentLocale()) } : {};
}

/** Validates a file before its upload. */
function problemOf(file: File): string {
  if (file.size === 0) return m['uploads.error.file_empty']();
  if (!isPlainFileName(file.name)) return m['uploads.error.file_name']();
  return mediaTypeOf(file.name) === null ? m['uploads.error.file_type']() : '';
}
