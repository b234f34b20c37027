import { Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AroundField, useAround } from '#features/services/client/public.tsx';
import { RightsNote } from '#features/licensing/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { inUnit, type Figures } from '#platform/shared/models/measure.ts';
import { isUnitUnclear } from '#platform/shared/models/unclear-units.ts';
import type { PrintProfile } from '#features/resources/contract.ts';
import type { PrinterOffer } from '../contract.ts';
import { printersQuery } from './api.ts';
import {
  noneByPart,
  readChoices,
  type ChangeEstimate,
  type Choices,
  type EstimateSearch,
} from './choices.ts';
import { noteUpload, useChosenModel, type ChosenModel } from './chosen-model.ts';
import { colorsNear, materialsNear } from '../comparing.ts';
import { examplePrint } from './example-print.ts';
import { ModelField, useResourceModels } from './model-field.tsx';
import { commonOf, isWanted, kitOf, partsOf, shareOf, troubleOf, wantedOf, type KitPart } from '../kit.ts';
import { Offers, type Wanted } from './offers.tsx';
import { PrintField } from './print-field.tsx';
import { TestedField } from './tested-field.tsx';

/** Estimates of a print by providers nearby, calculated in the browser; the choices are in the address. */
export function EstimateScreen({ search }: { search: EstimateSearch }) {
  const asked = readChoices(search);
  const navigate = useNavigate();
  const [chosen, setChosen] = useChosenModel();
  const resource = useResourceModels(asked);
  const around = useAround(asked);
  const printers = useQuery(printersQuery(around.point, around, asked.serviceId));
  const near = printers.data?.printers ?? [];
  const choices = choicesFor(search, near, resource.profiles);
  const ofResource = choices.resourceId !== undefined;
  const kit = ofResource ? kitOf(resource.files, resource.profiles, choices) : [];
  const isKit = shareOf(kit).pieces > 1;
  const settings = ofResource ? kit.filter(isWanted).map((part) => part.settings) : [];
  const common = settings.length > 0 ? commonOf(settings) : choices.print;
  const used = settings.length > 0 ? settings.map(({ material }) => material) : [choices.print.material];
  const materials = materialsNear(near, used);

  const change: ChangeEstimate = async (part) =>
    navigate({
      to: '/estimate',
      search: (before: EstimateSearch) => ({
        ...before,
        ...(typeof part === 'function' ? part(before) : part),
      }),
      replace: true,
      resetScroll: false,
    });

  const model =
    ofResource || !chosen ? null : { name: chosen.file.name, figures: inUnit(chosen.figures, choices.unit) };
  return (
    <div className="page py-6 md:py-8">
      <h1 className="text-3xl font-bold">{m['quotes.estimate.title']()}</h1>
      <p className="mt-2 max-w-prose text-ink-soft">{m['quotes.estimate.lead']()}</p>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:gap-12">
        <div className="grid content-start gap-10">
          <Step title={m['quotes.estimate.model']()}>
            <ModelField
              model={model}
              unit={choices.unit}
              resource={ofResource ? resource : null}
              kit={kit}
              materials={materials}
              onFile={(next) => {
                setChosen(next);
                void change(withoutResource);
              }}
              onChange={change}
            />
            {choices.resourceId !== undefined && (
              <Suspense>
                <RightsNote resourceId={choices.resourceId} />
              </Suspense>
            )}
          </Step>
          <Step title={m['quotes.estimate.print']()}>
            <TestedField profiles={resource.profiles} chosen={choices.profile} kit={kit} onChange={change} />
            <PrintField
              common={common}
              color={choices.color}
              quantity={choices.print.quantity}
              isKit={isKit}
              materials={materials}
              colors={colorsNear(near, used)}
              onChange={change}
            />
          </Step>
          <Step title={m['quotes.estimate.place']()}>
            <AroundField around={around} hasCountry onChange={change} />
          </Step>
        </div>
        <Offers
          printers={printers}
          wanted={
            ofResource ? wantedOfKit(kit, choices) : model && chosen && wantedOfFile(model, chosen, choices)
          }
          choices={choices}
          around={around}
          onChange={change}
        />
      </div>
    </div>
  );
}

const withoutResource = {
  resourceId: undefined,
  fileId: undefined,
  parts: undefined,
  unit: undefined,
  units: undefined,
  profile: undefined,
  ...noneByPart,
};

/** All wanted parts of a resource, or what keeps them from having a price. */
function wantedOfKit(kit: readonly KitPart[], { print: { quantity } }: Choices): Wanted | null {
  if (kit.length === 0) return null;
  const trouble = troubleOf(kit, quantity);
  if (trouble !== null) return { trouble };
  const parts = partsOf(kit, quantity);
  return {
    parts: wantedOf(kit).map(({ id, name, figures, unit }, index) => ({
      name,
      figures,
      ...parts[index]!,
      unit: figures.unitIsGuessed ? unit : undefined,
      source: { resourceFileId: id },
    })),
  };
}

/** A file of this device is a kit of one. */
function wantedOfFile(
  model: { name: string; figures: Figures },
  { file, uploadId }: ChosenModel,
  { print, unit }: Choices,
): Wanted {
  if (unit === undefined && isUnitUnclear(model.figures)) return { trouble: 'unit' };
  const { name, figures } = model;
  const source = { file, uploadId, onSent: (sent: string | null) => noteUpload(file, sent) };
  return {
    parts: [{ name, figures, model: figures, print, unit: figures.unitIsGuessed ? unit : undefined, source }],
  };
}

/** Defaults to the settings that the author has tested, else to what the linking provider can print. */
function choicesFor(
  search: EstimateSearch,
  near: readonly PrinterOffer[],
  profiles: readonly PrintProfile[],
): Choices {
  const asked = readChoices(search, profiles);
  const wanted = near.find(({ id }) => id === asked.serviceId);
  if (!wanted || search.material !== undefined || profiles.length > 0) return asked;
  const { material, layerHeight } = examplePrint(wanted);
  return readChoices({ ...search, material, layer: search.layer ?? layerHeight });
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="ruler pb-3 text-xl font-bold">{title}</h2>
      {children}
    </section>
  );
}
