import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useHydrated, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { categoryNames, menuCategories } from '#features/resources/client/public.tsx';
import { serviceTypes, typeName } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError, getJson } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { toast } from '#platform/client/toasts.tsx';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { parseWon } from '#platform/shared/money.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx';
import { useFieldErrors } from '#ui/field-errors.ts';
import { errorUnder, Group, type Fields } from '#ui/form-group.tsx';
import { LeaveWarning } from '#ui/leave-warning.tsx';
import { NotRead } from '#ui/load-failed.tsx';
import { PicturesField } from '#ui/pictures-field.tsx';
import type { ShownTerms } from '../contract.ts';
import { wantedLimits as limits } from '../rules.ts';
import { ownWantedKey, postWanted, readDesk, termsQuery, wantedListKey, wantedQuery } from './api.ts';
import { MeasureFields } from './measure-fields.tsx';
import { measuresIn } from './measures.ts';
import { won } from './words.ts';

type Place = { address: string; lat: number; long: number };
/** What other pages fill in: a search that found nothing, or a request that nobody took. */
export type Prefilled = {
  what?: string;
  device?: string;
  about?: string;
  trade?: string;
  place?: string;
  /** `broken_part` asks for three sizes. */
  kind?: string;
  mm?: string;
};

const dayMs = 24 * 60 * 60_000;
const text = (value: unknown, most: number) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, most) : '';

/** Form of a thing wanted. */
export function PostFormScreen({ search }: { search: object }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { pathname, searchStr } = useLocation();
  const hydrated = useHydrated();
  const { data: terms, error, refetch } = useQuery(termsQuery);
  return (
    <div className="page max-w-3xl py-8">
      <h1 className="text-3xl font-bold">{m['wanted.form.title']()}</h1>
      <p className="mt-2 max-w-prose text-ink-soft">{m['wanted.form.lead']()}</p>
      <div className="mt-6">
        {!user && (
          <div className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
            <p>{m['wanted.form.login']()}</p>
            <Link to="/login" search={{ next: pathname + searchStr }} className={buttonClass()}>
              {m['wanted.post.login_button']()}
            </Link>
          </div>
        )}
        {user && !(hydrated && terms) && !error && (
          <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />
        )}
        {user && !terms && error && (
          <NotRead error={error} retry={refetch}>
            <Link to="/wanted/{-$id}" params={{ id: undefined }} className={buttonClass()}>
              {m['wanted.post.back']()}
            </Link>
          </NotRead>
        )}
        {user && hydrated && terms && <PostForm search={search} terms={terms} />}
      </div>
    </div>
  );
}

/** Geocodes an address, likeliest result first. */
const findPlace = (address: string) =>
  getJson<Place[]>(`/api/geocode?address=${encodeURIComponent(address)}`);

function PostForm({ search, terms }: { search: Prefilled; terms: ShownTerms }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const unsaved = useRef(false);
  const isBroken = search.kind === 'broken_part';
  const [bounty, setBounty] = useState('');
  const [failure, setFailure] = useState('');
  const { fields, setFields, corrected } = useFieldErrors(form, () => setFailure(''));
  const [isSending, setIsSending] = useState(false);
  // Idempotency key of the post, so that a retry after a lost connection creates no second one.
  const idempotencyKey = useRef('');
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);

  async function send(): Promise<void> {
    if (!form.current || isSending) return;
    const data = new FormData(form.current);
    const amount = bounty.trim() === '' ? 0 : parseWon(bounty);
    const address = text(data.get('address'), 200).trim();
    const { measures, wrong: wrongMeasures } = measuresIn(data);
    const wrong: Fields = {
      ...wrongMeasures,
      ...(isBroken &&
        text(data.get('device'), limits.device).trim() === '' && {
          device: m['platform.field.required'](),
        }),
      ...(text(data.get('title'), limits.title).trim() === '' && { title: m['platform.field.required']() }),
      ...((amount === null || (amount > 0 && (amount < terms.minPledge || amount > terms.maxBounty))) && {
        bounty: m['wanted.error.pledge_out_of_range']({
          least: won(terms.minPledge),
          most: won(terms.maxBounty),
        }),
      }),
    };
    setIsSending(true);
    try {
      const isWrong = Object.keys(wrong).length > 0;
      // Show all errors at once; an unavailable geocoder is no error of the form.
      const [place] =
        address === ''
          ? [null]
          : await findPlace(address).catch((error: unknown) => {
              if (!isWrong) throw error;
              return [null];
            });
      if (place === undefined) wrong['place'] = m['wanted.form.place_unknown']();
      setFields(wrong);
      setFailure(Object.keys(wrong).length > 0 ? m['platform.error.invalid_input']() : '');
      if (place === undefined || isWrong) return;
      data.delete('address');
      data.delete('mm');
      if (isBroken) data.set('measures', JSON.stringify(measures));
      data.set('bounty', String(amount));
      if (place) data.set('place', JSON.stringify({ ...place, address }));
      idempotencyKey.current ||= crypto.randomUUID();
      stop.current = new AbortController();
      const posted = await postWanted(data, {
        idempotencyKey: idempotencyKey.current,
        locale: currentLocale(),
        onProgress: () => {},
        signal: stop.current.signal,
      });
      unsaved.current = false;
      client.setQueryData(wantedQuery(posted.id).queryKey, posted);
      void client.invalidateQueries({ queryKey: ownWantedKey });
      void client.invalidateQueries({ queryKey: wantedListKey });
      const [pledge] = posted.pledges;
      if (pledge) {
        // Needs a full page load, because the CSP of payment pages belongs to their document.
        await navigate({ to: '/payment/wanted/$id', params: { id: pledge.id }, reloadDocument: true });
        return;
      }
      toast('success', m['wanted.form.posted']());
      await navigate({ to: '/wanted/{-$id}', params: { id: posted.id } });
    } catch (error) {
      // Keep the key only if no response came; a corrected post needs another one.
      if (!(error instanceof ApiError && error.code === 'network_error')) idempotencyKey.current = '';
      setFields(error instanceof ApiError ? error.fields : {});
      setFailure(describeError(error));
      toast('danger', m['wanted.form.failed']());
    } finally {
      setIsSending(false);
    }
  }

  const optional = m['wanted.form.optional']();
  const [now] = useState(() => Date.now());
  const lastDay = (days: number) => koreanDay(new Date(now + days * dayMs));
  const amount = parseWon(bounty) ?? 0;
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
        void send();
      }}
    >
      <LeaveWarning unsaved={unsaved} />
      <Group title={m['wanted.form.what']()}>
        {isBroken && <input type="hidden" name="kind" value="broken_part" />}
        <TextField
          label={m['wanted.form.name']()}
          hint={m['wanted.form.name_hint']()}
          name="title"
          maxLength={limits.title}
          defaultValue={text(search.what, limits.title)}
          error={fields['title']}
        />
        <TextField
          label={m['wanted.form.device']()}
          hint={m['wanted.form.device_hint']()}
          {...(!isBroken && { optional })}
          name="device"
          maxLength={limits.device}
          defaultValue={text(search.device, limits.device)}
          error={fields['device']}
        />
        {isBroken && (
          <fieldset className="grid gap-3">
            <legend className="font-semibold">
              {m['wanted.desk.sizes']()}
              <span className="ml-2 text-sm font-normal text-ink-soft">{optional}</span>
            </legend>
            <p className="text-sm text-ink-soft">{m['wanted.desk.sizes_hint']()}</p>
            <MeasureFields typed={readDesk(search).mm} fields={fields} />
          </fieldset>
        )}
        <TextAreaField
          label={m['wanted.form.description']()}
          hint={m['wanted.form.description_hint']()}
          optional={optional}
          name="description"
          rows={4}
          maxLength={limits.description}
          defaultValue={text(search.about, limits.description)}
          error={fields['description']}
        />
        <PicturesField
          label={m['wanted.form.pictures']()}
          hint={m['wanted.form.pictures_hint']({ most: limits.pictures })}
          name="images"
          orderName="imageOrder"
          folder="wanted-images"
          initial={[]}
          most={limits.pictures}
          error={errorUnder(fields, 'images')}
          keep={useRef(null)}
        />
        <div className="grid gap-5 md:grid-cols-2">
          <SelectField
            label={m['wanted.form.trade']()}
            hint={m['wanted.form.trade_hint']()}
            optional={optional}
            name="trade"
            defaultValue={serviceTypes.find((each) => each === search.trade) ?? ''}
            error={fields['trade']}
          >
            <option value="">{m['wanted.form.any']()}</option>
            {serviceTypes.map((each) => (
              <option key={each} value={each}>
                {typeName(each)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={m['wanted.form.category']()}
            optional={optional}
            name="category"
            defaultValue=""
            error={fields['category']}
          >
            <option value="">{m['wanted.form.any']()}</option>
            {menuCategories.map((each) => (
              <option key={each} value={each}>
                {categoryNames[each]()}
              </option>
            ))}
          </SelectField>
        </div>
      </Group>
      <Group title={m['wanted.form.where']()}>
        <TextField
          label={m['wanted.form.place']()}
          hint={m['wanted.form.place_hint']()}
          optional={optional}
          name="address"
          data-name="place"
          maxLength={200}
          defaultValue={text(search.place, 200)}
          error={fields['place'] ?? fields['place.address'] ?? fields['place.lat']}
        />
        <TextField
          label={m['wanted.form.until']()}
          name="until"
          type="date"
          min={lastDay(1)}
          max={lastDay(terms.maxOpenDays)}
          defaultValue={lastDay(terms.openDays)}
          error={fields['until']}
        />
      </Group>
      <Group title={m['wanted.form.bounty']()}>
        <TextField
          label={m['wanted.form.bounty_amount']()}
          hint={m['wanted.form.bounty_hint']({ least: won(terms.minPledge), most: won(terms.maxBounty) })}
          optional={optional}
          name="bounty"
          inputMode="numeric"
          maxLength={17}
          value={bounty}
          error={fields['bounty']}
          onChange={({ target }) => setBounty(target.value)}
        />
        <p className="text-sm text-ink-soft">{m['wanted.form.bounty_rules']({ days: terms.graceDays })}</p>
      </Group>
      {failure !== '' && (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
          {failure}
        </p>
      )}
      <Button type="submit" disabled={isSending} className="justify-self-start">
        {isSending
          ? m['wanted.form.sending']()
          : amount > 0
            ? m['wanted.form.post_and_pay']()
            : m['wanted.form.post']()}
      </Button>
    </form>
  );
}
