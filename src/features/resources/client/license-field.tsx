import { useRef, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { chooseLicense, licensed, licenses, type Wishes } from '#platform/shared/licenses.ts';
import type { Category } from '../rules.ts';
import { LicenseTerms } from './license-terms.tsx';
import { licenseName } from './words.ts';

const whatOf: Partial<Record<Category, Wishes['what']>> = { software: 'code', hardware_design: 'hardware' };

/** Field for the licence: chosen by name or by answering questions, with its terms in plain words below. */
export function LicenseField(props: {
  category: Category | '';
  initial: string;
  error: string | undefined;
  onChange(license: string): void;
}) {
  const { category, initial, error, onChange } = props;
  const [license, setLicense] = useState(initial);
  const [isAsking, setIsAsking] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  function choose(chosen: string): void {
    setLicense(chosen);
    onChange(chosen);
  }
  return (
    <div className="grid content-start gap-3">
      <SelectField
        label={m['resources.form.license']()}
        name="license"
        value={license}
        onChange={(event) => choose(event.target.value)}
        error={error}
      >
        {licenses.map((each) => (
          <option key={each} value={each}>
            {licenseName(each)}
          </option>
        ))}
      </SelectField>
      <div className="grid gap-3 rounded-md bg-sunken p-4">
        <LicenseTerms license={license} />
        <Button
          look="secondary"
          className="justify-self-start"
          onClick={() => {
            setIsAsking(true);
            dialog.current?.showModal();
          }}
        >
          {m['resources.license.ask']()}
        </Button>
      </div>
      <dialog
        ref={dialog}
        aria-labelledby="license-title"
        onClose={() => setIsAsking(false)}
        className="m-auto w-[min(36rem,calc(100vw-2rem))] rounded-lg bg-surface p-6 text-ink shadow-lg backdrop:bg-black/50"
      >
        {isAsking && (
          <Questions
            what={category === '' ? 'content' : (whatOf[category] ?? 'content')}
            onCancel={() => dialog.current?.close()}
            onChoose={(chosen) => {
              choose(chosen);
              dialog.current?.close();
            }}
          />
        )}
      </dialog>
    </div>
  );
}

const whatWords: Record<Wishes['what'], () => string> = {
  content: () => m['resources.license.what_content'](),
  code: () => m['resources.license.what_code'](),
  hardware: () => m['resources.license.what_hardware'](),
};

function Questions(props: { what: Wishes['what']; onChoose(license: string): void; onCancel(): void }) {
  const [wishes, setWishes] = useState<Wishes>({
    what: props.what,
    share: true,
    commercial: true,
    changes: 'yes',
    credit: true,
  });
  const wish = (change: Partial<Wishes>) => setWishes((before) => ({ ...before, ...change }));
  const license = chooseLicense(wishes);
  const yesNo = [
    [true, m['resources.license.yes']()],
    [false, m['resources.license.no']()],
  ] as const;
  return (
    <div className="grid gap-5">
      <h2 id="license-title" className="text-xl font-bold">
        {m['resources.license.ask']()}
      </h2>
      <Question
        name="what"
        question={m['resources.license.ask_what']()}
        value={wishes.what}
        answers={licensed.map((each) => [each, whatWords[each]()] as const)}
        onChange={(what) => wish({ what })}
      />
      <Question
        name="share"
        question={m['resources.license.ask_share']()}
        value={wishes.share}
        answers={yesNo}
        onChange={(share) => wish({ share })}
      />
      {wishes.share && (
        <>
          <Question
            name="commercial"
            question={m['resources.license.ask_commercial']()}
            value={wishes.commercial}
            answers={yesNo}
            onChange={(commercial) => wish({ commercial })}
          />
          <Question
            name="changes"
            question={m['resources.license.ask_changes']()}
            value={wishes.changes}
            answers={[
              ['yes', m['resources.license.yes']()],
              ['same_license', m['resources.license.changes_same']()],
              ['no', m['resources.license.no']()],
            ]}
            onChange={(changes) => wish({ changes })}
          />
          {wishes.commercial && wishes.changes === 'yes' && (
            <Question
              name="credit"
              question={m['resources.license.ask_credit']()}
              value={wishes.credit}
              answers={yesNo}
              onChange={(credit) => wish({ credit })}
            />
          )}
        </>
      )}
      <div aria-live="polite" className="grid gap-3 rounded-md bg-sunken p-4">
        <p className="font-semibold">{m['resources.license.fits']({ license: licenseName(license) })}</p>
        <LicenseTerms license={license} />
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={props.onCancel}>
          {m['resources.form.cancel']()}
        </Button>
        <Button onClick={() => props.onChoose(license)}>{m['resources.license.take']()}</Button>
      </div>
    </div>
  );
}

function Question<Value extends string | boolean>(props: {
  name: string;
  question: string;
  value: Value;
  answers: readonly (readonly [Value, string])[];
  onChange(value: Value): void;
}) {
  const { name, question, value, answers, onChange } = props;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">{question}</legend>
      <div className="flex flex-wrap gap-2">
        {answers.map(([answer, words]) => (
          <label
            key={String(answer)}
            className="flex min-h-11 items-center gap-2 rounded-md border border-line-strong px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              // Detached from the surrounding form: these inputs are questions and must not be submitted with
              // it.
              form="none"
              name={`license-${name}`}
              checked={value === answer}
              onChange={() => onChange(answer)}
              className="accent-accent"
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
