import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import type { AiModel } from '../contract.ts';
import { typedNumber } from '../parts-table.ts';
import type { Fields } from '#ui/form-group.tsx';
import { EditorValue, RowField, RowList, RowText, RowTools, useRows } from '#ui/rows.tsx';

const path = 'details.aiModel';
const maxMetrics = 30;

type Metric = { name: string; value: string; dataset: string };
const blankMetric: Metric = { name: '', value: '', dataset: '' };

type Texts = Record<Exclude<keyof AiModel, 'metrics'>, string>;

function textsOf(model: AiModel): Texts {
  return {
    task: model.task ?? '',
    framework: model.framework ?? '',
    parameters: model.parameters === undefined ? '' : String(model.parameters),
    license: model.license ?? '',
    dataset: model.dataset ?? '',
    usage: model.usage ?? '',
    intendedUse: model.intendedUse ?? '',
    limits: model.limits ?? '',
  };
}

function metricsOf(model: AiModel): Metric[] {
  return (model.metrics ?? []).map(({ name, value = '', dataset = '' }) => ({ name, value, dataset }));
}

function valueOf(texts: Texts, metrics: readonly Metric[]) {
  return {
    ...texts,
    parameters: typedNumber(texts.parameters),
    metrics: metrics.map(({ name, value, dataset }) => ({ name, value, dataset })),
  };
}

/** Form fields of an AI model's card: purpose, benchmark results and limits. */
export function AiModelField({ model, fields }: { model: AiModel | undefined; fields: Fields }) {
  const [initial] = useState(() => valueOf(textsOf(model ?? {}), metricsOf(model ?? {})));
  const [texts, setTexts] = useState(() => textsOf(model ?? {}));
  const rows = useRows({
    path: `${path}.metrics`,
    initial: initial.metrics,
    blank: blankMetric,
    most: maxMetrics,
  });
  const field = (key: keyof Texts, label: string) => ({
    label,
    path: `${path}.${key}`,
    fields,
    value: texts[key],
    onChange: (value: string) => setTexts((before) => ({ ...before, [key]: value })),
  });
  return (
    <section aria-label={m['resources.detail.ai_model']()} className="grid gap-4">
      <h2 className="font-semibold">
        {m['resources.detail.ai_model']()}
        <span className="ml-2 text-sm font-normal text-ink-soft">{m['resources.form.optional']()}</span>
      </h2>
      <EditorValue name={path} value={valueOf(texts, rows.filled)} initial={initial} order={rows.order} />
      <div className="grid gap-4 md:grid-cols-2">
        <RowField {...field('task', m['resources.detail.task']())} maxLength={200} />
        <RowField {...field('framework', m['resources.detail.framework']())} maxLength={80} />
        <RowField
          {...field('parameters', m['resources.detail.parameters']())}
          inputMode="numeric"
          hint={m['resources.ai.parameters_hint']()}
        />
        <RowField
          {...field('license', m['resources.ai.license']())}
          maxLength={100}
          hint={m['resources.ai.license_hint']()}
        />
      </div>
      <RowField {...field('dataset', m['resources.detail.dataset']())} maxLength={500} />
      <div className="grid gap-3">
        <h3 className="font-semibold">{m['resources.detail.metric']()}</h3>
        <RowList of={rows} addLabel={m['resources.ai.metric_add']()} error={fields[`${path}.metrics`]}>
          {rows.rows.map((row, index) => {
            const at = rows.pathOf(row);
            const name = row.name.trim() || m['resources.ai.metric_row']({ number: index + 1 });
            const cell = (key: keyof Metric, label: string) => ({
              label,
              path: `${at}.${key}`,
              fields,
              value: row[key],
              onChange: (value: string) => rows.change(row.key, { [key]: value }),
            });
            return (
              <li
                key={row.key}
                data-row={row.key}
                aria-label={name}
                className="grid gap-3 rounded-md border border-line bg-paper p-3 md:grid-cols-[2fr_1fr_2fr_auto] md:items-end"
              >
                <RowField {...cell('name', m['resources.ai.metric_name']())} maxLength={100} />
                <RowField {...cell('value', m['resources.ai.metric_value']())} maxLength={100} />
                <RowField {...cell('dataset', m['resources.ai.metric_dataset']())} maxLength={200} />
                <RowTools of={rows} rowKey={row.key} name={name} />
              </li>
            );
          })}
        </RowList>
      </div>
      <RowText
        {...field('usage', m['resources.ai.usage']())}
        rows={4}
        maxLength={5000}
        spellCheck={false}
        className="font-mono text-sm"
        hint={m['resources.ai.usage_hint']()}
      />
      <RowText {...field('intendedUse', m['resources.ai.intended_use']())} rows={3} maxLength={2000} />
      <RowText {...field('limits', m['resources.ai.limits']())} rows={3} maxLength={2000} />
    </section>
  );
}
