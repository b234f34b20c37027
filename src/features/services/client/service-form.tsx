import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { isLocale, languages, locales } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { AutosaveNote } from '#ui/autosave.tsx';
import { useDraftForm } from '#ui/draft-form.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx';
import { useFirstWrong } from '#ui/field-errors.ts';
import { errorUnder, Group } from '#ui/form-group.tsx';
import { LeaveWarning } from '#ui/leave-warning.tsx';
import { PicturesField, type KeepPictures } from '#ui/pictures-field.tsx';
import type { ManagedService } from '../contract.ts';
import { limits } from '../offering.ts';
import { asServiceType, serviceTypes, type ServiceType } from '../rules.ts';
import { ownServicesQuery } from './api.ts';
import { CardPreview } from './card-preview.tsx';
import { checkForm, type Place, type PriceKind } from './check-form.ts';
import { HoursField } from './hours-field.tsx';
import { KindFields } from './kind-fields.tsx';
import { useForgetServices } from './own-api.ts';
import { PlacesField } from './places-field.tsx';
import { PriceField, priceKindOf } from './price-field.tsx';
import { typeName } from './words.ts';

type State = 'draft' | 'active';

/** Form of a new or existing service. Input is kept after an error, and each error is shown at its field. */
export function ServiceForm(props: {
  service?: ManagedService;
  /** True if this is the form of a new service, which may be saved as a draft already. */
  isNew: boolean;
  /** Preset from the address. */
  type: ServiceType | null;
  onDraft(draft: ManagedService): void;
  onSaved(saved: ManagedService): void;
}) {
  const { service, isNew, onDraft, onSaved } = props;
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const client = useQueryClient();
  const forget = useForgetServices();
  const [type, setType] = useState(service ? asServiceType(service.serviceType) : props.type);
  const [isIndividual, setIsIndividual] = useState(service?.isIndividual ?? true);
  const [priceKind, setPriceKind] = useState<PriceKind>(() => priceKindOf(service));
  const places = useRef<readonly Place[]>(service?.locations ?? []);
  const [photo, setPhoto] = useState('');
  const photos = useRef<KeepPictures>(null);
  const samples = useRef<KeepPictures>(null);
  const isDraft = !service || service.state === 'draft';
  const { form, fields, failure, progress, unsaved, autosave, edited, send, cancel } =
    useDraftForm<ManagedService>({
      thing: service,
      path: '/api/services',
      isDraft,
      needed: ['title', 'serviceType'],
      waiting: ['hoursUnfinished'],
      pictures: { images: 'imageOrder', sampleImages: 'sampleImageOrder' },
      failed: (state) =>
        state === 'active' ? m['services.form.publish_failed']() : m['services.form.failed'](),
      onDraft(saved, isFirst, sent) {
        photos.current?.(sent, saved.images);
        samples.current?.(sent, saved.samples);
        void client.invalidateQueries({ queryKey: ownServicesQuery.queryKey, exact: true });
        if (isFirst) onDraft(saved);
      },
    });
  const errorCount = Object.keys(fields).length;

  useFirstWrong(form, fields);

  const changePlaces = useCallback((next: readonly Place[]) => {
    places.current = next;
  }, []);

  async function submit(state: State | undefined): Promise<void> {
    const saved = await send((data) => {
      const isDraftSent = (state ?? service?.state) === 'draft';
      const wrong = checkForm(data, { isDraft: isDraftSent, places: places.current, priceKind });
      data.delete('hoursUnfinished');
      if (state) data.set('state', state);
      return wrong;
    });
    if (!saved) return;
    forget(saved.id);
    onSaved(saved);
  }

  const optional = m['services.form.optional']();
  return (
    <form
      method="post"
      ref={form}
      noValidate
      className="grid gap-8"
      onInput={edited}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(isNew ? 'active' : undefined);
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
          hint={`${m['services.form.description_hint']()} ${m['resources.form.markdown_hint']()}`}
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
          folder="service-images"
          initial={service?.images ?? []}
          most={limits.photos}
          keep={photos}
          error={errorUnder(fields, 'images') ?? errorUnder(fields, 'imageOrder')}
          onFirst={setPhoto}
        />
        <PicturesField
          label={m['services.form.samples']()}
          hint={m['services.form.samples_hint']()}
          name="sampleImages"
          orderName="sampleImageOrder"
          folder="service-images"
          initial={service?.samples ?? []}
          most={limits.samples}
          keep={samples}
          error={errorUnder(fields, 'sampleImages') ?? errorUnder(fields, 'sampleImageOrder')}
        />
      </Group>
      {failure !== '' && (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
          {failure}
          {errorCount > 0 && ` ${m['services.form.errors']({ count: errorCount })}`}
          {isDraft && autosave.isKept && ` ${m['services.form.draft_kept']()}`}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {progress === null ? (
          <>
            <Button type="submit">{isNew ? m['services.form.publish']() : m['services.form.save']()}</Button>
            {isDraft && (
              <Button look="secondary" onClick={() => void submit(isNew ? 'draft' : 'active')}>
                {isNew ? m['services.form.save_draft']() : m['services.form.publish_draft']()}
              </Button>
            )}
            <CardPreview
              form={form}
              photo={photo}
              places={places}
              name={user?.fullName ?? ''}
              rateCard={service?.workshop?.rateCard ?? null}
              isStandard={priceKind === 'standard'}
            />
          </>
        ) : (
          <>
            <p role="status" className="min-h-11 py-2 font-semibold">
              {m['services.form.sending']({ percent: Math.round(progress * 100) })}
            </p>
            <Button look="secondary" onClick={cancel}>
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
