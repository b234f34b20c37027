import { lazy, Suspense, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import type { ResourceDetail } from '../contract.ts';
import { platformName } from './kind-words.ts';
import { Pairs } from './pairs.tsx';
import { PrintSettingsSection } from './print-settings-section.tsx';
import { Prose } from './prose.tsx';
import { Section } from './section.tsx';

// Parts and steps are one script: what has the one often has the other. Lazy for the same reason as the last one.
const PartsSection = import.meta.env.SSR
  ? (await import('./guide-sections.tsx')).PartsSection
  : lazy(async () => ({ default: (await import('./guide-sections.tsx'))?.PartsSection ?? (() => null) }));
const StepsSection = import.meta.env.SSR
  ? (await import('./guide-sections.tsx')).StepsSection
  : lazy(async () => ({ default: (await import('./guide-sections.tsx'))?.StepsSection ?? (() => null) }));

const AiModelSection = import.meta.env.SSR
  ? (await import('./ai-model-section.tsx')).AiModelSection
  : lazy(async () => ({ default: (await import('./ai-model-section.tsx'))?.AiModelSection ?? (() => null) }));

// Lazy in the browser, because few resources have such a file. The server imports it directly: a section that
// streamed in late would shift the page.
const TensorsSection = import.meta.env.SSR
  ? (await import('./tensors-section.tsx')).TensorsSection
  : // Offline, the script may be missing: then the section is left out.
    lazy(async () => ({
      default: (await import('./tensors-section.tsx'))?.TensorsSection ?? (() => null),
    }));

/** Sections for single categories. Each one renders only if it has data. */
export function DetailKind(props: {
  resource: ResourceDetail;
  atStep?: ((resourceId: string, step: number) => ReactNode) | undefined;
}) {
  const { resource, atStep } = props;
  const { assemblyInstructions, details, gameControls, usageInstructions } = resource;
  const { aiModel, billOfMaterials = [], printSettings = [], software } = details;
  return (
    <>
      {printSettings.length > 0 && <PrintSettingsSection profiles={printSettings} />}
      {aiModel && (
        <Suspense>
          <AiModelSection model={aiModel} />
        </Suspense>
      )}
      {resource.files.some(({ header }) => header) && (
        <Suspense>
          <TensorsSection resource={resource} />
        </Suspense>
      )}
      {software && <SoftwareFacts software={software} />}
      {billOfMaterials.length > 0 && (
        <Suspense>
          <PartsSection resource={resource} parts={billOfMaterials} />
        </Suspense>
      )}
      {assemblyInstructions.length > 0 && (
        <Suspense>
          <StepsSection resourceId={resource.id} steps={assemblyInstructions} atStep={atStep} />
        </Suspense>
      )}
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

function SoftwareFacts({ software }: { software: NonNullable<ResourceDetail['details']['software']> }) {
  const { platforms, repository } = software;
  const pairs: [string, ReactNode][] = [];
  if (platforms.length > 0)
    pairs.push([m['resources.detail.platforms'](), platforms.map(platformName).join(', ')]);
  if (repository)
    pairs.push([m['resources.detail.repository'](), <Repository key="repository" address={repository} />]);
  if (pairs.length === 0) return null;
  return (
    <Section title={m['resources.detail.software']()}>
      <Pairs pairs={pairs} />
    </Section>
  );
}

/** Older rows may hold text that is no URL: it is shown as text and not as a link. */
function Repository({ address }: { address: string }) {
  if (!address.startsWith('https://')) return address;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="text-accent-strong underline"
    >
      {address.slice('https://'.length)}
      <span className="sr-only"> {m['resources.parts.opens']()}</span>
    </a>
  );
}
