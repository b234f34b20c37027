import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import {
  acceptedExtensions,
  forgetUploads,
  UploadField,
  type UploadItem,
} from '#features/uploads/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { isLocale, languages, locales } from '#i18n/languages.ts';
import { formatSize } from '#platform/client/format-size.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { Button } from '#ui/button.tsx';
import { AutosaveNote } from '#ui/autosave.tsx';
import { useDraftForm } from '#ui/draft-form.ts';
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx';
import { isLeft } from '#ui/field-errors.ts';
import { errorUnder, Group } from '#ui/form-group.tsx';
import { LeaveWarning } from '#ui/leave-warning.tsx';
import { PicturesField, type KeepPictures } from '#ui/pictures-field.tsx';
import type { ResourceDetail } from '../contract.ts';
import { categories, limits, maxPictures, type Category } from '../rules.ts';
import { ownResourcesQuery, resourceQuery, useForgetResources } from './api.ts';
import { checkForm, fileProblem, hasSomething, maxFileBytes } from './check-form.ts';
import { FileField } from './file-field.tsx';
import { KeptFiles } from './kept-files.tsx';
import { KindFields } from './kind-fields.tsx';
import { NeededField } from './needed-field.tsx';
import { LicenseField } from './license-field.tsx';
import { RemixField } from './remix-field.tsx';
import { ScheduleField } from './schedule-field.tsx';
import { categoryNames } from './words.ts';

type State = 'draft' | 'published';

/**
 * Variant of the form. `resumable` uploads files in advance, in chunks; `plain` sends them with the form;
 * `steps` uploads them in advance and shows one group of fields at a time.
 */
export type FormVariant = 'resumable' | 'plain' | 'steps';
const stepCount = 3;

/**
 * Form for a new or an existing resource. Input survives any answer of the server, and each error is shown at
 * its field.
 */
export function ResourceForm(props: {
  resource?: ResourceDetail;
  variant?: FormVariant;
  /** True for a new resource, even if its input was already saved as a draft. */
  isNew?: boolean;
  /** Address of the original, when the new resource is a remix. */
  remixOf?: string | undefined;
  /** Called after the first draft was saved. */
  onDraft?(draft: ResourceDetail): void;
  /** `state` is the requested state; undefined if it stays the same. */
  onSaved(saved: ResourceDetail, state: State | undefined): void;
  extra?: ReactNode;
}) {
  const { resource, variant = 'resumable', onSaved, extra } = props;
  const isNew = props.isNew ?? !resource;
  const uploadsOf = isNew ? 'new' : (resource?.id ?? 'new');
  const [step, setStep] = useState(0);
  const isShown = (group: number) => variant !== 'steps' || step === group;
  const isLastStep = variant !== 'steps' || step === stepCount - 1;
  const forget = useForgetResources();
  const client = useQueryClient();
  const [category, setCategory] = useState<Category | ''>(
    resource ? (resource.resourceType as Category) : '',
  );
  const [license, setLicense] = useState<string>(resource?.license ?? 'CC-BY-4.0');
  const [isScheduled, setIsScheduled] = useState(resource?.publishAt != null);
  const isDraft = !resource || resource.state === 'draft';
  const pictures = useRef<KeepPictures>(null);
  const {
    form,
    fields,
    setFields,
    failure,
    progress,
    unsaved,
    autosave,
    touch,
    edited,
    forgive,
    send,
    cancel,
  } = useDraftForm<ResourceDetail>({
    thing: resource,
    path: '/api/resources',
    isDraft,
    needed: ['title', 'category'],
    pictures: { image: 'imageOrder' },
    // Left out of saved drafts: files wait in the browser until the form is sent, and a time for publishing takes
    // effect only then.
    waiting: ['downloadFile', 'keptFiles', 'needed', 'uploads', 'uploadsUnfinished', 'publishAt'],
    failed: () => m['resources.form.failed'](),
    onDraft(saved, isFirst, sent) {
      pictures.current?.(
        sent,
        saved.images.filter(({ drawn }) => !drawn),
      );
      void client.invalidateQueries({ queryKey: ownResourcesQuery.queryKey });
      // Do not refetch now: the form holds the user's input and must not be reset from the stored row.
      void client.invalidateQueries({ queryKey: resourceQuery(saved.id).queryKey, refetchType: 'none' });
      if (isFirst) props.onDraft?.(saved);
    },
  });
  const errorCount = Object.keys(fields).length;
  // A resource has no versions before it is published, even if it was saved.
  const hasVersions = resource?.publishedAt != null;
  const current = resource?.files.filter(({ version }) => version === resource.files[0]?.version) ?? [];
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const [added, setAdded] = useState<string[]>([]);
  const addedNames = [...added, ...items.filter(({ state }) => state !== 'failed').map(({ name }) => name)];

  useEffect(() => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!wrong || Object.keys(fields).length === 0 || isLeft(fields)) return;
    // The invalid field may be in a hidden step.
    const group = wrong.closest('fieldset');
    const groups = [...(form.current?.querySelectorAll(':scope > fieldset') ?? [])];
    if (variant === 'steps' && group?.hidden) flushSync(() => setStep(groups.indexOf(group)));
    wrong.focus();
  }, [form, fields, variant]);

  async function submit(state: State | undefined): Promise<void> {
    const saved = await send((data) => {
      const wrong = checkForm(data);
      if (isScheduled && state === 'draft' && data.get('publishAt') === '')
        wrong['publishAt'] = m['resources.schedule.choose']();
      const keepsFiles = data.has('keptFiles') ? data.get('keptFiles') !== '[]' : current.length > 0;
      const hadSomething = keepsFiles || (resource && resource.assemblyInstructions.length > 0);
      if ((state === 'published' || isScheduled) && !hadSomething && !hasSomething(data))
        wrong[variant === 'plain' ? 'downloadFile' : 'uploads'] ??= m['resources.form.nothing_to_publish']();
      data.delete('uploadsUnfinished');
      if (state) data.set('state', state);
      return wrong;
    });
    if (!saved) return;
    forget(saved);
    forgetUploads(uploadsOf);
    onSaved(saved, state);
  }

  /** Goes to the next step if this one has no errors. */
  function goOn(): void {
    if (!form.current) return;
    const wrong = Object.entries(checkForm(new FormData(form.current))).filter(([name]) => {
      const control = form.current?.elements.namedItem(name);
      return control instanceof HTMLElement && !control.closest('fieldset')?.hidden;
    });
    setFields(Object.fromEntries(wrong));
    if (wrong.length > 0) return;
    setStep(step + 1);
    form.current.scrollIntoView({ block: 'start' });
  }

  const optional = m['resources.form.optional']();
  const published = resource?.state === 'published';
  // A scheduled resource stays a draft until its time.
  const submitState = !isNew ? undefined : isScheduled ? 'draft' : 'published';
  const fileHint = hasVersions
    ? m['resources.form.new_file_hint']()
    : m['resources.form.file_hint']({ size: formatSize(maxFileBytes) });
  return (
    <form
      method="post"
      ref={form}
      noValidate
      className="grid gap-8"
      onInput={edited}
      onSubmit={(event) => {
        event.preventDefault();
        if (isLastStep) void submit(submitState);
        else goOn();
      }}
    >
      <LeaveWarning unsaved={unsaved} />
      {variant === 'steps' && <Steps step={step} />}
      <Group title={m['resources.form.basics']()} isShown={isShown(0)}>
        <TextField
          label={m['resources.form.title']()}
          name="title"
          defaultValue={resource?.title}
          maxLength={limits.title}
          error={fields['title']}
        />
        <TextAreaField
          label={m['resources.form.description']()}
          hint={`${m['resources.form.description_hint']()} ${m['resources.form.markdown_hint']()}`}
          name="description"
          defaultValue={resource?.description}
          rows={6}
          maxLength={limits.description}
          error={fields['description']}
        />
        <div className="grid gap-5 md:grid-cols-2">
          <SelectField
            label={m['resources.form.category']()}
            name="category"
            value={category}
            onChange={(event) => setCategory(event.target.value as Category | '')}
            error={fields['category']}
          >
            <option value="">{m['resources.form.choose']()}</option>
            {categories.map((each) => (
              <option key={each} value={each}>
                {categoryNames[each]()}
              </option>
            ))}
          </SelectField>
          <TextField
            label={m['resources.form.subcategory']()}
            optional={optional}
            name="subcategory"
            defaultValue={resource?.subcategory}
            maxLength={limits.subcategory}
            error={fields['subcategory']}
          />
          <TextField
            label={m['resources.form.tags']()}
            optional={optional}
            hint={m['resources.form.tags_hint']()}
            name="tags"
            defaultValue={resource?.tags.join(', ')}
            maxLength={limits.tags * (limits.tag + 2)}
            error={errorUnder(fields, 'tags')}
          />
          <SelectField
            label={m['resources.form.language']()}
            name="language"
            defaultValue={resource?.language ?? currentLocale()}
            error={fields['language']}
          >
            {locales.filter(isLocale).map((locale) => (
              <option key={locale} value={locale}>
                {languages[locale].name}
              </option>
            ))}
          </SelectField>
          <TextField
            label={m['resources.form.author']()}
            optional={optional}
            hint={m['resources.form.author_hint']()}
            name="author"
            defaultValue={resource && resource.author !== resource.owner.fullName ? resource.author : ''}
            maxLength={limits.author}
            error={fields['author']}
          />
        </div>
        <LicenseField
          category={category}
          initial={license}
          error={fields['license']}
          onChange={(chosen) => {
            setLicense(chosen);
            touch();
          }}
        />
        <RemixField
          initial={resource?.remixOf ? `/resources/${resource.remixOf}` : (props.remixOf ?? '')}
          license={license}
          ownId={resource?.id}
          error={fields['remixOf']}
        />
      </Group>
      <Group title={m['resources.form.files']()} isShown={isShown(1)}>
        {current.length > 0 && (
          <KeptFiles
            files={current}
            added={addedNames}
            hasVersions={hasVersions}
            error={errorUnder(fields, 'keptFiles')}
          />
        )}
        {variant === 'plain' ? (
          <FileField
            label={m['resources.form.file']()}
            hint={fileHint}
            optional={optional}
            name="downloadFile"
            accept={acceptedExtensions.join(',')}
            error={fields['downloadFile']}
            onChange={(file) => setAdded(file ? [file.name] : [])}
          />
        ) : (
          <UploadField
            form={uploadsOf}
            label={current.length > 0 ? m['resources.form.new_file']() : m['resources.form.file']()}
            hint={fileHint}
            error={errorUnder(fields, 'uploads') ?? fields['downloadFile']}
            problemOf={fileProblem}
            onChange={(now) => {
              setItems(now);
              if (now.every(({ state }) => state === 'finished')) forgive('uploads');
            }}
          />
        )}
        <NeededField
          files={current}
          added={addedNames}
          billOfMaterials={resource?.details.billOfMaterials}
          fields={fields}
        />
        {hasVersions && (
          <TextAreaField
            label={m['resources.form.changelog']()}
            optional={optional}
            hint={m['resources.form.changelog_hint']()}
            name="changelog"
            rows={3}
            maxLength={5000}
            error={fields['changelog']}
          />
        )}
        <PicturesField
          label={m['resources.form.image']()}
          hint={
            resource?.images.some(({ drawn }) => drawn)
              ? `${m['resources.form.image_hint']()} ${m['resources.form.image_drawn']()}`
              : m['resources.form.image_hint']()
          }
          name="image"
          orderName="imageOrder"
          folder="images"
          initial={resource?.images.filter(({ drawn }) => !drawn) ?? []}
          most={maxPictures}
          keep={pictures}
          hasCover
          error={errorUnder(fields, 'image') ?? errorUnder(fields, 'imageOrder')}
        />
        <TextField
          label={m['resources.form.download_url']()}
          optional={optional}
          hint={m['resources.form.download_url_hint']()}
          name="downloadUrl"
          type="url"
          inputMode="url"
          defaultValue={resource?.downloadUrl ?? ''}
          maxLength={2000}
          error={fields['downloadUrl']}
        />
        <TextField
          label={m['resources.form.source_site']()}
          optional={optional}
          name="sourceSite"
          defaultValue={resource?.sourceSite}
          maxLength={limits.sourceSite}
          error={fields['sourceSite']}
        />
      </Group>
      <KindFields
        category={category}
        resource={resource}
        fileNames={[...current.map(({ name }) => name), ...addedNames]}
        fields={fields}
        isShown={isShown(2)}
      />
      {isDraft && isLastStep && (
        <ScheduleField
          initial={resource?.publishAt ?? null}
          isWanted={isScheduled}
          onWanted={setIsScheduled}
          error={fields['publishAt']}
        />
      )}
      {failure !== '' && (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
          {failure}
          {errorCount > 0 && ` ${m['resources.form.errors']({ count: errorCount })}`}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {variant === 'steps' && step > 0 && progress === null && (
          <Button look="quiet" onClick={() => setStep(step - 1)}>
            {m['resources.form.back']()}
          </Button>
        )}
        {!isLastStep && <Button type="submit">{m['resources.form.next']()}</Button>}
        {!isLastStep ? null : progress === null ? (
          <>
            <Button type="submit">{submitName(isNew, isScheduled)}</Button>
            {isDraft && !(isNew && isScheduled) && (
              <Button look="secondary" onClick={() => void submit(isNew ? 'draft' : 'published')}>
                {isNew ? m['resources.form.save_draft']() : m['resources.form.publish']()}
              </Button>
            )}
            {published && (
              <Button look="secondary" onClick={() => void submit('draft')}>
                {m['resources.form.unpublish']()}
              </Button>
            )}
          </>
        ) : (
          <Progress fraction={progress} onCancel={cancel} />
        )}
        {extra}
      </div>
      <AutosaveNote state={autosave.state} />
    </form>
  );
}

function submitName(isNew: boolean, isScheduled: boolean): string {
  if (!isNew) return m['resources.form.save']();
  return isScheduled ? m['resources.schedule.submit']() : m['resources.form.publish']();
}

/** Position in the steps of the form. */
function Steps({ step }: { step: number }) {
  const names = [m['resources.form.basics'](), m['resources.form.files'](), m['resources.form.more']()];
  return (
    <ol className="grid grid-cols-3 gap-2">
      {names.map((name, index) => (
        <li
          key={name}
          aria-current={index === step ? 'step' : undefined}
          className={`border-t-4 pt-2 text-sm ${index <= step ? 'border-accent font-semibold text-accent-strong' : 'border-line text-ink-soft'}`}
        >
          {index + 1}. {name}
        </li>
      ))}
    </ol>
  );
}

function Progress({ fraction, onCancel }: { fraction: number; onCancel(): void }) {
  const percent = Math.floor(fraction * 100);
  return (
    <div className="flex w-full max-w-md items-center gap-4">
      <div className="grid flex-1 gap-1">
        <p aria-live="polite" className="text-sm">
          {percent < 100 ? m['resources.form.uploading']({ percent }) : m['resources.form.saving']()}
        </p>
        <progress max={100} value={percent} className="w-full">
          {percent}%
        </progress>
      </div>
      <Button look="secondary" onClick={onCancel}>
        {m['resources.form.cancel']()}
      </Button>
    </div>
  );
}
