import { ImagePlus } from 'lucide-react';
import { useState, type ClipboardEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { callApi, describeError, sendWrite } from '#platform/client/fetcher.ts';
import { pictureProblem } from '#platform/client/picture-problem.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import type { Fields } from '#ui/form-group.tsx';
import type { Step, StepPicture } from '../contract.ts';
import { typedNumber } from '../parts-table.ts';
import { limits, parseSteps } from '../rules.ts';
import { EditorValue, RowField, RowList, RowText, RowTools, useRows } from '#ui/rows.tsx';

const path = 'assemblyInstructions';

type StepRow = {
  title: string;
  text: string;
  minutes: string;
  tools: string;
  warning: string;
  imageId: string;
};

const blankStep: StepRow = { title: '', text: '', minutes: '', tools: '', warning: '', imageId: '' };

function rowOf(step: Step): StepRow {
  return {
    title: step.title,
    text: step.text,
    minutes: step.minutes === undefined ? '' : String(step.minutes),
    tools: step.tools?.join(', ') ?? '',
    warning: step.warning ?? '',
    imageId: step.imageId ?? '',
  };
}

function valueOf(row: StepRow) {
  const tools = row.tools
    .split(',')
    .map((tool) => tool.trim())
    .filter(Boolean);
  return {
    title: row.title,
    text: row.text,
    minutes: typedNumber(row.minutes),
    ...(tools.length > 0 && { tools }),
    ...(row.warning.trim() !== '' && { warning: row.warning }),
    ...(row.imageId !== '' && { imageId: row.imageId }),
  };
}

/** Field for the steps of an assembly: instructions, tools, duration and a picture. */
export function StepsField({ steps, fields }: { steps?: Step[] | undefined; fields: Fields }) {
  const [initial] = useState(() => (steps ?? []).map(rowOf));
  const rows = useRows({ path, initial, blank: blankStep, most: limits.steps });

  /** Splits pasted numbered lines into several steps. */
  function paste(event: ClipboardEvent): void {
    const target = event.target as HTMLElement;
    const found = parseSteps(event.clipboardData.getData('text/plain'));
    if (!(target instanceof HTMLTextAreaElement) || target.value !== '' || found.length < 2) return;
    event.preventDefault();
    rows.fill(found.map((step) => ({ ...blankStep, ...step })));
  }

  return (
    <section aria-label={m['resources.detail.steps']()} className="grid gap-4" onPaste={paste}>
      <div>
        <h2 className="font-semibold">
          {m['resources.detail.steps']()}
          <span className="ml-2 text-sm font-normal text-ink-soft">{m['resources.form.optional']()}</span>
        </h2>
        <p className="text-sm text-ink-soft">{m['resources.steps.hint']()}</p>
      </div>
      <EditorValue
        name={path}
        value={rows.filled.map(valueOf)}
        initial={initial.map(valueOf)}
        order={rows.order}
      />
      <RowList of={rows} addLabel={m['resources.steps.add']()} error={fields[path]}>
        {rows.rows.map((row, index) => {
          const at = rows.pathOf(row);
          const name = m['resources.detail.step']({ number: index + 1 });
          const field = (key: keyof StepRow, label: string) => ({
            label,
            path: `${at}.${key}`,
            fields,
            value: row[key],
            onChange: (value: string) => rows.change(row.key, { [key]: value }),
          });
          // Errors of single tools are shown at the field of all of them.
          const toolsError = Object.entries(fields).find(([each]) => each.startsWith(`${at}.tools`))?.[1];
          return (
            <li
              key={row.key}
              data-row={row.key}
              aria-label={name}
              className="grid gap-3 rounded-md border border-line bg-paper p-3 md:p-4"
            >
              <div className="flex items-center justify-between gap-3">
                <h3 className="font-bold tabular-nums">{name}</h3>
                <RowTools of={rows} rowKey={row.key} name={name} />
              </div>
              <RowField {...field('title', m['resources.steps.title']())} maxLength={200} />
              <RowText {...field('text', m['resources.steps.text']())} rows={3} maxLength={limits.step} />
              <div className="grid gap-3 md:grid-cols-[2fr_8rem]">
                <RowField
                  {...field('tools', m['resources.detail.tools']())}
                  {...(toolsError !== undefined && { fields: { [`${at}.tools`]: toolsError } })}
                  placeholder={m['resources.steps.tools_example']()}
                />
                <RowField {...field('minutes', m['resources.steps.minutes']())} inputMode="numeric" />
              </div>
              <RowField {...field('warning', m['resources.detail.warning']())} maxLength={1000} />
              <StepPictureField
                name={name}
                imageId={row.imageId}
                error={fields[`${at}.imageId`]}
                onChange={(imageId) => rows.change(row.key, { imageId })}
              />
            </li>
          );
        })}
      </RowList>
    </section>
  );
}

function sendPicture(file: File): Promise<StepPicture> {
  const form = new FormData();
  form.set('image', file);
  return sendWrite(
    'POST /api/step-pictures',
    async () => (await callApi<StepPicture>('/api/step-pictures', { method: 'POST', body: form })).body,
    false,
  );
}

/** Uploads a picture before the form is sent, so that it stays with its step when that moves. */
function StepPictureField(props: {
  name: string;
  imageId: string;
  error: string | undefined;
  onChange(imageId: string): void;
}) {
  const { name, imageId, onChange } = props;
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState('');

  async function choose(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    if (!file) return;
    const wrong = pictureProblem(file);
    setProblem(wrong);
    if (wrong === '') {
      setIsSending(true);
      try {
        onChange((await sendPicture(file)).id);
      } catch (error) {
        setProblem(describeError(error));
      }
      setIsSending(false);
    }
    input.value = '';
  }

  const error = problem || props.error;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        {imageId !== '' && (
          <img
            src={`/api/images/${imageId}/320.webp`}
            alt={m['resources.steps.picture_of']({ name })}
            className="h-24 w-32 rounded-sm border border-line bg-sunken object-contain"
          />
        )}
        <label
          className={buttonClass(
            'secondary',
            'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
          )}
        >
          <ImagePlus aria-hidden="true" className="size-5" />
          <span aria-live="polite">
            {isSending
              ? m['resources.steps.picture_sending']()
              : imageId === ''
                ? m['resources.steps.picture_add']()
                : m['resources.steps.picture_change']()}
          </span>
          <input
            form="none"
            type="file"
            accept="image/png,image/jpeg,image/gif"
            aria-label={m['resources.steps.picture_for']({ name })}
            aria-invalid={error ? true : undefined}
            disabled={isSending}
            className="sr-only"
            onChange={(event) => void choose(event.target)}
          />
        </label>
        {imageId !== '' && (
          <Button look="quiet" onClick={() => onChange('')}>
            {m['resources.steps.picture_remove']()}
          </Button>
        )}
      </div>
      {error && <p className="text-sm font-semibold text-danger">{error}</p>}
    </div>
  );
}
