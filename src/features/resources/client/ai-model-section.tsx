import type { ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import type { AiModel } from '../contract.ts';
import { CopyButton } from './copy-button.tsx';
import { Pairs } from './pairs.tsx';
import { Prose } from './prose.tsx';
import { Section } from './section.tsx';
import { formatCount } from './words.ts';

/** Card of an AI model: purpose, benchmark results, how to run it and its limits. */
export function AiModelSection({ model }: { model: AiModel }) {
  const { metrics = [], usage, intendedUse, limits, parameters } = model;
  const hasDatasets = metrics.some((metric) => metric.dataset);
  const facts: [string, ReactNode | undefined][] = [
    [m['resources.detail.task'](), model.task],
    [m['resources.detail.framework'](), model.framework],
    [m['resources.detail.parameters'](), parameters === undefined ? undefined : formatCount(parameters)],
    [m['resources.ai.license'](), model.license],
    [m['resources.detail.dataset'](), model.dataset],
  ];
  const pairs = facts.filter((fact): fact is [string, ReactNode] => fact[1] !== undefined && fact[1] !== '');
  if (pairs.length === 0 && metrics.length === 0 && !usage && !intendedUse && !limits) return null;
  return (
    <Section title={m['resources.detail.ai_model']()}>
      {pairs.length > 0 && <Pairs pairs={pairs} />}
      {metrics.length > 0 && (
        <table className="w-full overflow-hidden rounded-lg border border-line bg-surface text-sm">
          <caption className="pb-2 text-left font-semibold">{m['resources.detail.metric']()}</caption>
          <thead className="bg-sunken text-left">
            <tr>
              <th scope="col" className="p-3">
                {m['resources.ai.metric_name']()}
              </th>
              <th scope="col" className="p-3">
                {m['resources.ai.metric_value']()}
              </th>
              {hasDatasets && (
                <th scope="col" className="p-3">
                  {m['resources.ai.metric_dataset']()}
                </th>
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {metrics.map((metric, index) => (
              <tr key={index}>
                <th scope="row" className="p-3 text-left align-top font-normal">
                  {metric.name}
                </th>
                <td className="p-3 align-top font-semibold tabular-nums">{metric.value}</td>
                {hasDatasets && <td className="p-3 align-top text-ink-soft">{metric.dataset}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {usage && (
        <div className="grid gap-2">
          <div className="flex items-center justify-between gap-3">
            <h3 className="font-semibold">{m['resources.ai.usage']()}</h3>
            <CopyButton text={usage} />
          </div>
          <Code text={usage} label={m['resources.ai.usage']()} />
        </div>
      )}
      {intendedUse && (
        <div className="grid gap-2">
          <h3 className="font-semibold">{m['resources.ai.intended_use']()}</h3>
          <Prose text={intendedUse} />
        </div>
      )}
      {limits && (
        <div className="grid gap-2">
          <h3 className="font-semibold">{m['resources.ai.limits']()}</h3>
          <Prose text={limits} />
        </div>
      )}
    </Section>
  );
}

/** Focusable, so that a keyboard can scroll long lines. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    <pre
      role="region"
      aria-label={label}
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-line bg-sunken p-3 font-mono text-sm"
    >
      <code>{text}</code>
    </pre>
  );
}
