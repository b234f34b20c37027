import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import type { ResourceDetail } from '../contract.ts';
import { Prose, Section } from './section.tsx';
import { formatCount, formatWon } from './words.ts';

/** What only some categories have; each part shows itself when there is something to show. */
export function DetailKind({ resource }: { resource: ResourceDetail }) {
  const { assemblyInstructions, details, gameControls, usageInstructions } = resource;
  return (
    <>
      {details.printSettings && <PrintSettings settings={details.printSettings} />}
      {details.aiModel && <ModelCard model={details.aiModel} />}
      {details.software && <SoftwareFacts software={details.software} />}
      {details.billOfMaterials && details.billOfMaterials.length > 0 && (
        <Parts parts={details.billOfMaterials} />
      )}
      {assemblyInstructions.length > 0 && <Steps steps={assemblyInstructions} />}
      {gameControls && (
        <Section title={m['resources.detail.controls']()}>
          <Prose text={gameControls} />
        </Section>
      )}
      {usageInstructions && (
        <Section title={m['resources.detail.usage']()}>
          <Prose text={usageInstructions} />
        </Section>
      )}
    </>
  );
}

function Pairs({ pairs }: { pairs: [string, ReactNode][] }) {
  return (
    <dl className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2">
      {pairs.map(([name, value]) => (
        <div key={name} className="bg-surface p-4 sm:last:odd:col-span-2">
          <dt className="text-sm text-ink-soft">{name}</dt>
          <dd className="mt-1 font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function PrintSettings({ settings }: { settings: NonNullable<ResourceDetail['details']['printSettings']> }) {
  return (
    <Section title={m['resources.detail.print_settings']()}>
      <Pairs
        pairs={[
          [m['resources.detail.material'](), settings.material],
          [m['resources.detail.layer_height'](), `${settings.layerHeightMm} mm`],
          [m['resources.detail.infill'](), `${settings.infillPercent}%`],
          [
            m['resources.detail.supports'](),
            settings.supports ? m['resources.detail.yes']() : m['resources.detail.no'](),
          ],
          ...(settings.minutes === undefined
            ? []
            : [
                [
                  m['resources.detail.print_time'](),
                  m['resources.detail.minutes']({ count: formatCount(settings.minutes) }),
                ] as [string, string],
              ]),
        ]}
      />
    </Section>
  );
}

function ModelCard({ model }: { model: NonNullable<ResourceDetail['details']['aiModel']> }) {
  const pairs: [string, ReactNode][] = [
    [m['resources.detail.task'](), model.task],
    [m['resources.detail.framework'](), model.framework],
  ];
  if (model.parameters !== undefined)
    pairs.push([m['resources.detail.parameters'](), formatCount(model.parameters)]);
  if (model.dataset) pairs.push([m['resources.detail.dataset'](), model.dataset]);
  if (model.metric) pairs.push([m['resources.detail.metric'](), model.metric]);
  return (
    <Section title={m['resources.detail.ai_model']()}>
      <Pairs pairs={pairs} />
    </Section>
  );
}

function SoftwareFacts({ software }: { software: NonNullable<ResourceDetail['details']['software']> }) {
  const pairs: [string, ReactNode][] = [[m['resources.detail.platforms'](), software.platforms.join(', ')]];
  if (software.repository) pairs.push([m['resources.detail.repository'](), software.repository]);
  return (
    <Section title={m['resources.detail.software']()}>
      <Pairs pairs={pairs} />
    </Section>
  );
}

function Parts({ parts }: { parts: NonNullable<ResourceDetail['details']['billOfMaterials']> }) {
  const total = parts.reduce((sum, part) => sum + (part.priceWon ?? 0) * part.quantity, 0);
  const priced = parts.some((part) => part.priceWon !== undefined);
  const cell = 'p-3 text-left align-top';
  return (
    <Section title={m['resources.detail.bom']()}>
      {/* Focusable, so that a keyboard can scroll a wide table on a narrow screen. */}
      <div
        role="region"
        aria-label={m['resources.detail.bom']()}
        tabIndex={0}
        className="overflow-x-auto rounded-lg border border-line bg-surface"
      >
        <table className="w-full min-w-[30rem] text-sm">
          <thead className="bg-sunken">
            <tr>
              <th scope="col" className={cell}>
                {m['resources.detail.part']()}
              </th>
              <th scope="col" className={`${cell} text-right`}>
                {m['resources.detail.quantity']()}
              </th>
              <th scope="col" className={cell}>
                {m['resources.detail.part_number']()}
              </th>
              {priced && (
                <th scope="col" className={`${cell} text-right`}>
                  {m['resources.detail.price']()}
                </th>
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {parts.map((part, index) => (
              <tr key={index}>
                <td className={cell}>
                  {part.name}
                  {part.substitute && (
                    <span className="block text-ink-soft">
                      {m['resources.detail.substitute']()}: {part.substitute}
                    </span>
                  )}
                </td>
                <td className={`${cell} text-right tabular-nums`}>{formatCount(part.quantity)}</td>
                <td className={`${cell} font-mono text-xs`}>{part.partNumber ?? ''}</td>
                {priced && (
                  <td className={`${cell} text-right tabular-nums`}>
                    {part.priceWon === undefined ? '' : formatWon(part.priceWon)}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
          {priced && (
            <tfoot className="border-t border-line-strong font-semibold">
              <tr>
                <th scope="row" colSpan={3} className={cell}>
                  {m['resources.detail.total']()}
                </th>
                <td className={`${cell} text-right tabular-nums`}>{formatWon(Math.round(total))}</td>
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </Section>
  );
}

function Steps({ steps }: { steps: ResourceDetail['assemblyInstructions'] }) {
  return (
    <Section title={m['resources.detail.steps']()}>
      <ol className="grid gap-4">
        {steps.map((step, index) => (
          <li
            key={index}
            className="grid grid-cols-[3rem_1fr] gap-4 rounded-lg border border-line bg-surface p-4"
          >
            <span
              aria-hidden="true"
              className="mat grid size-12 place-items-center rounded-md text-lg font-bold tabular-nums"
            >
              {index + 1}
            </span>
            <div className="grid gap-2">
              <h3 className="font-semibold">
                {step.title || m['resources.detail.step']({ number: index + 1 })}
              </h3>
              <p className="whitespace-pre-line">{step.text}</p>
              {(step.minutes !== undefined || (step.tools && step.tools.length > 0)) && (
                <p className="text-sm text-ink-soft">
                  {[
                    step.minutes === undefined
                      ? ''
                      : m['resources.detail.minutes']({ count: formatCount(step.minutes) }),
                    step.tools && step.tools.length > 0
                      ? `${m['resources.detail.tools']()}: ${step.tools.join(', ')}`
                      : '',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              )}
              {step.warning && (
                <p className="flex gap-2 rounded-md bg-danger-soft p-3 text-sm text-danger">
                  <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
                  <span>
                    <strong>{m['resources.detail.warning']()}</strong> {step.warning}
                  </span>
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
