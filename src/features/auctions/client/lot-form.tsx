import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { StepsNeeded } from '#features/verification/client/public.tsx';
import { languages, locales } from '#i18n/languages.ts';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { toast } from '#platform/client/toasts.tsx';
import { AutosaveNote } from '#ui/autosave.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { useDraftForm } from '#ui/draft-form.ts';
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx';
import { useFirstWrong } from '#ui/field-errors.ts';
import { errorUnder, Group } from '#ui/form-group.tsx';
import { LeaveWarning } from '#ui/leave-warning.tsx';
import { PicturesField, type KeepPictures } from '#ui/pictures-field.tsx';
import type { AuctionDetail } from '../contract.ts';
import { auctionLimits as limits, categories, lotKinds, type LotKind } from '../rules.ts';
import { auctionQuery, takeStep } from './api.ts';
import { DeliveryGroup, KindGroup, PriceGroup, TimeGroup } from './lot-fields.tsx';
import { wrongIn } from './lot-check.ts';
import { LotPreview } from './lot-preview.tsx';
import { categoryNames, kindNames } from './words.ts';

/** Form of a lot with autosave; fields that are missing for publishing get an error. */
export function LotForm(props: {
  lot: AuctionDetail | undefined;
  onPublished(saved: AuctionDetail): void;
  onKept(id: string): void;
}) {
  const { lot, onPublished, onKept } = props;
  const client = useQueryClient();
  const { data: user } = useQuery(currentUserQuery);
  const [kind, setKind] = useState<LotKind>(lot?.lotKind ?? 'thing');
  // The marketplace's fee comes with each saved draft.
  const [saved, setSaved] = useState(lot);
  const [photo, setPhoto] = useState('');
  const [needsVerification, setNeedsVerification] = useState(false);
  const [isPublishing, setIsPublishing] = useState(false);
  const pictures = useRef<KeepPictures>(null);
  const { form, fields, setFields, failure, progress, unsaved, autosave, edited, send, cancel, finish } =
    useDraftForm<AuctionDetail>({
      thing: lot,
      path: '/api/auctions',
      // A published lot must not be overwritten by an autosave.
      isDraft: !isPublishing,
      needed: ['title'],
      pictures: { images: 'imageOrder' },
      failed: () => m['auctions.form.failed'](),
      onDraft(draft, isFirst, sent) {
        pictures.current?.(sent, draft.images);
        setSaved(draft);
        if (isFirst) holdAddress(draft.id);
      },
    });
  const errorCount = Object.keys(fields).length;
  const ownAddress = saved ? `/auctions/${saved.id}/edit` : '/auctions/create';
  useFirstWrong(form, fields);

  async function keep(isPublished: boolean): Promise<AuctionDetail | null> {
    let sent: FormData | null = null;
    const answer = await send((data) => {
      sent = data;
      return wrongIn(data, isPublished);
    });
    if (!answer) return null;
    if (sent) pictures.current?.(sent, answer.images);
    setSaved(answer);
    holdAddress(answer.id);
    client.setQueryData(auctionQuery(answer.id).queryKey, answer);
    await client.invalidateQueries({ queryKey: ['auctions'] });
    return answer;
  }

  async function saveDraft(): Promise<void> {
    const kept = await keep(false);
    if (!kept) return;
    toast('success', m['auctions.form.draft_saved']());
    onKept(kept.id);
  }

  async function publish(): Promise<void> {
    setNeedsVerification(false);
    const kept = await keep(true);
    if (!kept) return;
    setIsPublishing(true);
    try {
      const published = await takeStep(kept.id, 'publish');
      client.setQueryData(auctionQuery(kept.id).queryKey, published);
      await client.invalidateQueries({ queryKey: ['auctions'] });
      toast('success', m['auctions.form.published']());
      finish();
      onPublished(published);
    } catch (error) {
      setFields(error instanceof ApiError ? error.fields : {});
      setNeedsVerification(error instanceof ApiError && error.code === 'verification_needed');
      toast('danger', m['auctions.form.publish_failed'](), describeError(error));
    } finally {
      setIsPublishing(false);
    }
  }

  return (
    <form
      method="post"
      ref={form}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-8"
      onInput={edited}
      onSubmit={(event) => {
        event.preventDefault();
        void publish();
      }}
    >
      <LeaveWarning unsaved={unsaved} />
      {user && <StepsNeeded title={m['auctions.form.steps_title']()} user={user} next={ownAddress} />}
      <Group title={m['auctions.form.basics']()}>
        <fieldset className="grid gap-2">
          <legend className="mb-2 font-semibold">{m['auctions.form.kind']()}</legend>
          <div className="grid gap-3 md:grid-cols-3">
            {lotKinds.map((each) => (
              <label
                key={each}
                className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft"
              >
                <input
                  type="radio"
                  name="lotKind"
                  value={each}
                  checked={kind === each}
                  onChange={() => setKind(each)}
                  className="size-5 accent-accent"
                />
                {kindNames[each]()}
              </label>
            ))}
          </div>
        </fieldset>
        <TextField
          label={m['auctions.form.title']()}
          name="title"
          defaultValue={lot?.title}
          maxLength={limits.title}
          error={fields['title']}
        />
        <SelectField
          label={m['auctions.list.category']()}
          name="category"
          defaultValue={lot?.category ?? 'other'}
          error={fields['category']}
        >
          {categories.map((each) => (
            <option key={each} value={each}>
              {categoryNames[each]()}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label={m['auctions.form.description']()}
          hint={m['auctions.form.description_hint']()}
          name="description"
          rows={6}
          defaultValue={lot?.description}
          maxLength={limits.description}
          error={fields['description']}
        />
        <SelectField
          label={m['auctions.form.language']()}
          name="language"
          defaultValue={lot?.language ?? currentLocale()}
          error={fields['language']}
        >
          {locales.map((each) => (
            <option key={each} value={each}>
              {languages[each].name}
            </option>
          ))}
        </SelectField>
      </Group>
      <KindGroup lot={lot} kind={kind} fields={fields} />
      <Group title={m['auctions.form.pictures']()}>
        <PicturesField
          label={m['auctions.form.pictures']()}
          hint={m['auctions.form.pictures_hint']({ most: limits.pictures, mb: limits.picturesMb })}
          name="images"
          orderName="imageOrder"
          folder="auction-images"
          initial={lot?.images ?? []}
          most={limits.pictures}
          hasCover
          keep={pictures}
          error={errorUnder(fields, 'images') ?? errorUnder(fields, 'imageOrder')}
          onFirst={setPhoto}
        />
      </Group>
      <PriceGroup lot={lot} terms={saved} fields={fields} />
      <TimeGroup lot={lot} fields={fields} />
      <DeliveryGroup lot={lot} fields={fields} />
      {failure !== '' && (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
          {failure}
        </p>
      )}
      {failure === '' && errorCount > 0 && (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
          {m['auctions.form.errors']({ count: errorCount })}
        </p>
      )}
      {needsVerification && (
        <div
          role="alert"
          className="grid justify-items-start gap-3 rounded-md bg-danger-soft p-4 text-danger"
        >
          <p>{m['auctions.error.verification_needed']()}</p>
          <Link to="/my/verification" search={{ next: ownAddress }} className={buttonClass('secondary')}>
            {m['auctions.bid.verify']()}
          </Link>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {progress === null && !isPublishing ? (
          <>
            <Button type="submit">{m['auctions.own.publish']()}</Button>
            <Button look="secondary" onClick={() => void saveDraft()}>
              {m['auctions.form.save_draft']()}
            </Button>
            <LotPreview form={form} photo={photo} />
          </>
        ) : (
          <>
            <p role="status" className="min-h-11 py-2 font-semibold">
              {m['auctions.form.sending']({ percent: Math.round((progress ?? 1) * 100) })}
            </p>
            <Button look="secondary" onClick={cancel}>
              {m['auctions.form.cancel']()}
            </Button>
          </>
        )}
        <AutosaveNote state={autosave.state} />
      </div>
      <p className="text-sm text-ink-soft">{m['auctions.own.publish_text']()}</p>
    </form>
  );
}

/** Replaces the address without a navigation: a reload continues with the draft. */
function holdAddress(id: string): void {
  const { pathname } = window.location;
  if (!/create\/?$/.test(pathname)) return;
  window.history.replaceState(window.history.state, '', pathname.replace(/create\/?$/, `${id}/edit`));
}
