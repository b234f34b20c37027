import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { listResourcesQuery } from '#features/resources/client/public.tsx';
import { ownServicesQuery } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { parseWon } from '#platform/shared/money.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx';
import { useFieldErrors } from '#ui/field-errors.ts';
import type { Fields } from '#ui/form-group.tsx';
import type { WantedDetail } from '../contract.ts';
import { wantedLimits as limits, type AnswerKind } from '../rules.ts';
import { sendAnswer } from './api.ts';
import { useShown } from './use-shown.ts';
import { answerNames } from './words.ts';

const kinds = ['resource', 'offer', 'words'] as const;
/** Id in the address of a resource. */
const addressed = /\/resources\/([\da-f-]{36})/;
const maxFound = 6;

/** Answers with a resource of the marketplace, an offer of one's own service, or words. */
export function AnswerForm({ post }: { post: WantedDetail }) {
  const show = useShown(post.id);
  const [kind, setKind] = useState<AnswerKind>('resource');
  const [resourceId, setResourceId] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState('');
  const { fields, setFields, corrected } = useFieldErrors(form, () => setFailure(''));
  const [isSending, setIsSending] = useState(false);
  const [round, setRound] = useState(0);
  const key = useRef('');

  async function send(data: FormData): Promise<void> {
    if (isSending) return;
    const said = (name: string) => String(data.get(name) ?? '').trim();
    const price = parseWon(said('price'));
    const required = m['platform.field.required']();
    const wrong: Fields = {
      ...(kind === 'resource' && resourceId === '' && { resourceId: m['platform.field.choose']() }),
      ...(kind === 'offer' && said('serviceId') === '' && { serviceId: required }),
      ...(kind === 'offer' && price === null && { price: required }),
      ...(kind === 'words' && said('text') === '' && { text: required }),
    };
    setFields(wrong);
    setFailure('');
    if (Object.keys(wrong).length > 0) return;
    setIsSending(true);
    try {
      key.current ||= crypto.randomUUID();
      const changed = await sendAnswer(
        post.id,
        {
          kind,
          text: said('text'),
          ...(kind === 'resource' && { resourceId }),
          ...(kind === 'offer' && {
            serviceId: said('serviceId'),
            price,
            readyOn: said('readyOn') || null,
          }),
        },
        key.current,
      );
      key.current = '';
      setResourceId('');
      setRound((before) => before + 1);
      show(changed);
      toast('success', m['wanted.answer.sent']());
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'network_error')) key.current = '';
      setFields(error instanceof ApiError ? error.fields : {});
      setFailure(describeError(error));
    } finally {
      setIsSending(false);
    }
  }

  return (
    <form
      ref={form}
      key={round}
      method="post"
      noValidate
      className="mt-6 grid gap-5 rounded-lg border border-line bg-surface p-5 md:p-6"
      onInput={corrected}
      onSubmit={(event) => {
        event.preventDefault();
        void send(new FormData(event.currentTarget));
      }}
    >
      <h3 className="text-xl font-bold">{m['wanted.answer.title']()}</h3>
      <fieldset className="grid gap-3 sm:grid-cols-3">
        <legend className="mb-2 font-semibold">{m['wanted.answer.kind']()}</legend>
        {kinds.map((each) => (
          <ChoiceField
            key={each}
            type="radio"
            name="kind"
            value={each}
            checked={kind === each}
            onChange={() => setKind(each)}
          >
            {answerNames[each]()}
          </ChoiceField>
        ))}
      </fieldset>
      {kind === 'resource' && (
        <ResourceChoice
          chosen={resourceId}
          error={fields['resourceId']}
          onChoose={setResourceId}
          initial={post.device || post.title}
        />
      )}
      {kind === 'offer' && <OfferFields fields={fields} />}
      <TextAreaField
        label={kind === 'words' ? m['wanted.answer.text']() : m['wanted.answer.note']()}
        {...(kind !== 'words' && { optional: m['wanted.form.optional']() })}
        name="text"
        rows={4}
        maxLength={limits.answer}
        error={fields['text']}
      />
      {failure !== '' && (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
          {failure}
        </p>
      )}
      <Button type="submit" disabled={isSending} className="justify-self-start">
        {m['wanted.answer.send']()}
      </Button>
    </form>
  );
}

/** Finds a resource by words, or by its address. */
function ResourceChoice(props: {
  chosen: string;
  error: string | undefined;
  initial: string;
  onChoose(id: string): void;
}) {
  const { chosen, error, initial, onChoose } = props;
  const [typed, setTyped] = useState(initial);
  const [search, setSearch] = useState(initial);
  const { data } = useQuery({
    ...listResourcesQuery({ type: undefined, search, limit: maxFound }),
    enabled: search !== '',
  });
  const address = addressed.exec(typed)?.[1];
  const find = () => {
    if (address) onChoose(address);
    else setSearch(typed.trim());
  };
  return (
    <div className="grid gap-3">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label={m['wanted.answer.find']()}
            hint={m['wanted.answer.find_hint']()}
            type="search"
            value={typed}
            error={error}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              find();
            }}
          />
        </div>
        <Button look="secondary" onClick={find}>
          {m['wanted.list.search_button']()}
        </Button>
      </div>
      {chosen !== '' && chosen === address && <p role="status">{m['wanted.answer.by_address']()}</p>}
      <div role="radiogroup" aria-label={m['wanted.answer.resource']()} className="grid gap-2 empty:hidden">
        {data?.items.slice(0, maxFound).map(({ id, title, author }) => (
          <ChoiceField
            key={id}
            type="radio"
            name="found"
            value={id}
            checked={chosen === id}
            hint={author}
            onChange={() => onChoose(id)}
          >
            {title}
          </ChoiceField>
        ))}
      </div>
      {data?.items.length === 0 && <p className="text-ink-soft">{m['wanted.answer.none_found']()}</p>}
    </div>
  );
}

function OfferFields({ fields }: { fields: Fields }) {
  const [today] = useState(() => koreanDay(new Date()));
  const { data } = useQuery(ownServicesQuery);
  const active = data?.filter(({ state }) => state === 'active') ?? [];
  if (data && active.length === 0)
    return (
      <div className="grid justify-items-start gap-3 rounded-md bg-sunken px-4 py-3">
        <p>{m['wanted.answer.no_service']()}</p>
        <Link
          to="/services/register/{-$type}"
          params={{ type: undefined }}
          className={buttonClass('secondary')}
        >
          {m['wanted.answer.register']()}
        </Link>
      </div>
    );
  return (
    <div className="grid gap-5 md:grid-cols-3">
      <SelectField
        label={m['wanted.answer.service']()}
        name="serviceId"
        defaultValue=""
        error={fields['serviceId']}
      >
        <option value="" disabled>
          {m['wanted.answer.choose']()}
        </option>
        {active.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <TextField
        label={m['wanted.answer.price']()}
        hint={m['wanted.answer.price_hint']()}
        name="price"
        inputMode="numeric"
        maxLength={17}
        error={fields['price']}
      />
      <TextField
        label={m['wanted.answer.date']()}
        optional={m['wanted.form.optional']()}
        name="readyOn"
        type="date"
        min={today}
        error={fields['readyOn']}
      />
    </div>
  );
}
