import type { ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { lazyUntilNear } from '#platform/client/near.tsx';
import type { ResourceDetail } from '../contract.ts';
import { platformName } from './kind-words.ts';
import { Pairs } from './pairs.tsx';
import { Prose } from './prose.tsx';
import { Section } from './section.tsx';

// The server renders these itself: a section that streamed in late would shift the page. Browsers load a script only if
// the page has such a section, when the reader comes near. Parts and steps are one script: what has the one often has
// the other.
const onServer = import.meta.env.SSR
  ? {
      ...(await import('./guide-sections.tsx')),
      ...(await import('./ai-model-section.tsx')),
      ...(await import('./tensors-section.tsx')),
      ...(await import('./remix-section.tsx')),
      ...(await import('./print-settings-section.tsx')),
    }
  : null;
const PartsSection = lazyUntilNear(
  onServer?.PartsSection ?? null,
  async () => (await import('./guide-sections.tsx'))?.PartsSection,
);
const StepsSection = lazyUntilNear(
  onServer?.StepsSection ?? null,
  async () => (await import('./guide-sections.tsx'))?.StepsSection,
);
const PrintSettingsSection = lazyUntilNear(
  onServer?.PrintSettingsSection ?? null,
  async () => (await import('./print-settings-section.tsx'))?.PrintSettingsSection,
);
const AiModelSection = lazyUntilNear(
  onServer?.AiModelSection ?? null,
  async () => (await import('./ai-model-section.tsx'))?.AiModelSection,
);
const TensorsSection = lazyUntilNear(
  onServer?.TensorsSection ?? null,
  async () => (await import('./tensors-section.tsx'))?.TensorsSection,
);
export const RemixSection = lazyUntilNear(
  onServer?.RemixSection ?? null,
  async () => (await import('./remix-section.tsx'))?.RemixSection,
);

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
      {aiModel && <AiModelSection model={aiModel} />}
      {resource.files.some(({ header }) => header) && <TensorsSection resource={resource} />}
      {software && <SoftwareFacts software={software} />}
      {billOfMaterials.length > 0 && <PartsSection resource={resource} parts={billOfMaterials} />}
      {assemblyInstructions.length > 0 && (
        <StepsSection resourceId={resource.id} steps={assemblyInstructions} atStep={atStep} />
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
