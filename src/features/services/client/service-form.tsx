import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { isLocale, languages, locales } from '#i18n/languages.ts';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { sendForm, withoutEmptyFiles } from '#platform/client/send-form.ts';
import { toast } from '#platform/client/toasts.tsx';
import { AutosaveNote, useAutosave, type SavedDraft } from '#ui/autosave.tsx';
import { Button } from '#ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx';
import { errorUnder, Group, type Fields } from '#ui/form-group.tsx';
import { LeaveWarning } from '#ui/leave-warning.tsx';
import type { ManagedService } from '../contract.ts';
import { limits } from '../offering.ts';
import { asServiceType, serviceTypes, type ServiceType } from '../rules.ts';
import { ownServicesQuery } from './api.ts';
import { CardPreview } from './card-preview.tsx';
import { checkForm, type Place, type PriceKind } from './check-form.ts';
import { HoursField } from './hours-field.tsx';
import { KindFields } from './kind-fields.tsx';
import { useForgetServices } from './own-api.ts';
import { PicturesField } from './pictures-field.tsx';
import { PlacesField } from './places-field.tsx';
import { PriceField, priceKindOf } from './price-field.tsx';
import { typeName } from './words.ts';

type State = 'draft' | 'active';

/**
 * The form for a new service, and for one that exists. What was typed stays in the form whatever the server says; each
 * error stands at its field.
 */
export function ServiceForm(props: {
  service?: ManagedService;
  /** Whether it is the form for a new service, though what was typed may have been saved as a draft already. */
  isNew: boolean;
  /** What the address presets. */
  type: ServiceType | null;
  onDraft(draft: ManagedService): void;
  onSaved(saved: ManagedService): void;
}) {
  const { service, isNew, onDraft, onSaved } = props;
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const client = useQueryClient();
  const forget = useForgetServices();
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef<AbortController>(null);
  // One key for one form: sending it twice, after a broken connection, still makes one service.
  const idempotencyKey = useRef('');
  const [type, setType] = useState(service ? asServiceType(service.serviceType) : props.type);
  const [isIndividual, setIsIndividual] = useState(service?.isIndividual ?? true);
  const [priceKind, setPriceKind] = useState<PriceKind>(() => priceKindOf(service));
  const places = useRef<readonly Place[]>(service?.locations ?? []);
  const [photo, setPhoto] = useState('');
  const [fields, setFields] = useState<Fields>({});
  const [failure, setFailure] = useState('');
  const [progress, setProgress] = useState<number | null>(null);
  const unsaved = useRef(false);
  const draft = useRef<SavedDraft>(service ? { id: service.id, version: service.version } : null);
  const isDraft = !service || service.state === 'draft';
  const errorCount = Object.keys(fields).length;
  const autosave = useAutosave<ManagedService>({
    isOn: isDraft && progress === null,
    path: '/api/services',
    needed: ['title', 'serviceType'],
    // Orders speak of pictures that are sent with the form.
    waiting: ['imageOrder', 'sampleImageOrder'],
    form,
    draft,
    unsaved,
    onSaved(saved, isFirst) {
      void client.invalidateQueries({ queryKey: ownServicesQuery.queryKey, exact: true });
      if (isFirst) onDraft(saved);
    },
  });

  useEffect(() => {
    if (Object.keys(fields).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [fields]);
  useEffect(() => () => sending.current?.abort(), []);

  const changePlaces = useCallback((next: readonly Place[]) => {
    places.current = next;
  }, []);

  /** What was wrong with a field is not known of what is typed there now. */
  function edited(event: FormEvent<HTMLFormElement>): void {
    unsaved.current = true;
    autosave.touch();
    const input = event.target as HTMLInputElement;
    const name = input.dataset['name'] ?? input.name;
    setFields((before) => {
      const kept = Object.entries(before).filter(
        ([path]) => path !== name && !path.startsWith(`${name}[`) && !path.startsWith(`${name}.`),
      );
      return kept.length === Object.keys(before).length ? before : Object.fromEntries(kept);
    });
  }

  async function send(state: State | undefined): Promise<void> {
    const element = form.current;
    if (!element || progress !== null) return;
    const data = withoutEmptyFiles(new FormData(element));
    const isDraftSent = (state ?? service?.state) === 'draft';
    const wrong = checkForm(data, { isDraft: isDraftSent, places: places.current, priceKind });
    setFields(wrong);
    setFailure('');
    if (Object.keys(wrong).length > 0) {
      setFailure(m['platform.error.invalid_input']());
      return;
    }
    if (state) data.set('state', state);
    sending.current = new AbortController();
    setProgress(0);
    await autosave.settle();
    const saved = draft.current;
    if (saved) data.set('version', String(saved.version));
    idempotencyKey.current ||= crypto.randomUUID();
    try {
      const answer = await sendForm<ManagedService>(
        saved ? 'PATCH' : 'POST',
        saved ? `/api/services/${saved.id}` : '/api/services',
        data,
        {
          idempotencyKey: idempotencyKey.current,
          locale: currentLocale(),
          onProgress: setProgress,
          signal: sending.current.signal,
        },
      );
      forget(answer.id);
      unsaved.current = false;
      onSaved(answer);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'aborted') return;
      // Only an answer that never came may be asked for again with the same key; a corrected form is another.
      if (!(error instanceof ApiError && error.code === 'network_error')) idempotencyKey.current = '';
      setFields(error instanceof ApiError ? error.fields : {});
      setFailure(describeError(error));
      toast('danger', m['services.form.failed'](), describeError(error));
    } finally {
      setProgress(null);
    }
  }

  const optional = m['services.form.optional']();
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-8"
      onInput={edited}
      onSubmit={(event) => {
        event.preventDefault();
        void send(isNew ? 'active' : undefined);
      }}
    >
      <LeaveWarning unsaved={unsaved} />
      <Group title={m['services.form.basics']()}>
        <SelectField
          label={m['services.form.type']()}
          name="serviceType"
          value={type ?? ''}
          onChange={(event) => setType(asServiceType(event.target.value))}
          error={fields['serviceType']}
        >
          <option value="">{m['services.form.choose']()}</option>
          {serviceTypes.map((each) => (
            <option key={each} value={each}>
              {typeName(each)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={m['services.form.title']()}
          hint={m['services.form.title_hint']()}
          name="title"
          defaultValue={service?.title}
          maxLength={limits.title}
          error={fields['title']}
        />
        <TextAreaField
          label={m['services.form.description']()}
          hint={m['services.form.description_hint']()}
          optional={optional}
          name="description"
          rows={6}
          defaultValue={service?.description}
          maxLength={limits.description}
          error={fields['description']}
        />
        <Provider isIndividual={isIndividual} onChange={setIsIndividual} />
        <div className="grid gap-5 md:grid-cols-2">
          <TextField
            label={m['services.form.tags']()}
            hint={m['services.form.tags_hint']()}
            optional={optional}
            name="tags"
            defaultValue={service?.tags.join(', ')}
            maxLength={limits.tags * (limits.tag + 2)}
            error={errorUnder(fields, 'tags')}
          />
          <SelectField
            label={m['services.form.language']()}
            name="language"
            defaultValue={service?.language ?? currentLocale()}
            error={fields['language']}
          >
            {locales.filter(isLocale).map((locale) => (
              <option key={locale} value={locale}>
                {languages[locale].name}
              </option>
            ))}
          </SelectField>
        </div>
      </Group>
      <KindFields type={type} service={service} fields={fields} />
      <Group title={m['services.form.price']()}>
        <PriceField
          service={service}
          type={type}
          kind={priceKind}
          onKind={setPriceKind}
          fields={fields}
          user={user ?? { phoneVerified: false, bankRegistered: false }}
        />
      </Group>
      <Group title={m['services.form.places']()}>
        <PlacesField service={service} isIndividual={isIndividual} fields={fields} onChange={changePlaces} />
      </Group>
      <Group title={m['services.form.contact']()}>
        <p className="text-sm text-ink-soft">{m['services.form.contact_hint']()}</p>
        <div className="grid gap-5 md:grid-cols-2">
          <TextField
            label={m['services.form.phone']()}
            optional={optional}
            name="contactPhone"
            type="tel"
            autoComplete="tel"
            defaultValue={service?.contactPhone}
            maxLength={limits.phone}
            error={fields['contactPhone']}
          />
          <TextField
            label={m['services.form.email']()}
            optional={optional}
            name="contactEmail"
            type="email"
            autoComplete="email"
            defaultValue={service?.contactEmail}
            maxLength={limits.email}
            error={fields['contactEmail']}
          />
        </div>
        <HoursField initial={service?.availableHours} error={fields['availableHours']} />
      </Group>
      <Group title={m['services.form.pictures']()}>
        <PicturesField
          label={m['services.form.photos']()}
          hint={m['services.form.pictures_hint']()}
          name="images"
          orderName="imageOrder"
          initial={service?.images ?? []}
          most={limits.photos}
          error={errorUnder(fields, 'images') ?? errorUnder(fields, 'imageOrder')}
          onFirst={setPhoto}
        />
        <PicturesField
          label={m['services.form.samples']()}
          hint={m['services.form.samples_hint']()}
          name="sampleImages"
          orderName="sampleImageOrder"
          initial={service?.samples ?? []}
          most={limits.samples}
          error={errorUnder(fields, 'sampleImages') ?? errorUnder(fields, 'sampleImageOrder')}
        />
      </Group>
      {failure !== '' && (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
          {failure}
          {errorCount > 0 && ` ${m['services.form.errors']({ count: errorCount })}`}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {progress === null ? (
          <>
            <Button type="submit">{isNew ? m['services.form.publish']() : m['services.form.save']()}</Button>
            {isDraft && (
              <Button look="secondary" onClick={() => void send(isNew ? 'draft' : 'active')}>
                {isNew ? m['services.form.save_draft']() : m['services.form.publish_draft']()}
              </Button>
            )}
            <CardPreview form={form} photo={photo} places={places} name={user?.fullName ?? ''} />
          </>
        ) : (
          <>
            <p role="status" className="min-h-11 py-2 font-semibold">
              {m['services.form.sending']({ percent: Math.round(progress * 100) })}
            </p>
            <Button look="secondary" onClick={() => sending.current?.abort()}>
              {m['services.form.cancel']()}
            </Button>
          </>
        )}
        <AutosaveNote state={autosave.state} />
      </div>
    </form>
  );
}

function Provider({
  isIndividual,
  onChange,
}: {
  isIndividual: boolean;
  onChange(isIndividual: boolean): void;
}) {
  const options = [
    {
      value: true,
      name: m['services.form.individual'](),
      hint: m['services.form.individual_hint'](),
    },
    { value: false, name: m['services.form.company'](), hint: m['services.form.company_hint']() },
  ];
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">{m['services.form.provider']()}</legend>
      <div className="grid gap-3 md:grid-cols-2">
        {options.map(({ value, name, hint }) => (
          <label
            key={String(value)}
            className="flex cursor-pointer items-start gap-3 rounded-md border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="isIndividual"
              value={String(value)}
              checked={isIndividual === value}
              onChange={() => onChange(value)}
              className="mt-1 size-5 accent-accent"
            />
            <span className="font-semibold">
              {name}
              <span className="block text-sm font-normal text-ink-soft">{hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
