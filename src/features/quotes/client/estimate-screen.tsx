import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AroundField, useAround } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { inUnit } from '#platform/shared/models/measure.ts';
import type { PrinterOffer } from '../contract.ts';
import { printersQuery } from './api.ts';
import { readChoices, type Choices, type EstimateSearch } from './choices.ts';
import { noteUpload, useChosenModel } from './chosen-model.ts';
import { colorsNear, materialsNear } from './comparing.ts';
import { examplePrint } from './example-print.ts';
import { ModelField, useResourceModels } from './model-field.tsx';
import { Offers } from './offers.tsx';
import { PrintField } from './print-field.tsx';

/** Estimates of a print by providers nearby, calculated in the browser; the choices are in the address. */
export function EstimateScreen({ search }: { search: EstimateSearch }) {
  const asked = readChoices(search);
  const navigate = useNavigate();
  const [chosen, setChosen] = useChosenModel();
  const resource = useResourceModels(asked);
  const around = useAround(asked);
  const printers = useQuery(printersQuery(around.point, around.radius, asked.serviceId));
  const near = printers.data?.printers ?? [];
  const choices = choicesFor(search, near);

  function change(part: EstimateSearch): void {
    void navigate({
      to: '/estimate',
      search: (before) => ({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    });
  }

  const ofResource = choices.resourceId !== undefined;
  const file = ofResource ? resource.measured : chosen;
  const model = file && {
    name: ofResource ? (resource.file?.name ?? '') : (chosen?.file.name ?? ''),
    figures: inUnit(file.figures, choices.unit),
  };
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
              onFile={(next) => {
                setChosen(next);
                change({ resourceId: undefined, fileId: undefined, unit: undefined });
              }}
              onChange={change}
            />
          </Step>
          <Step title={m['quotes.estimate.print']()}>
            <PrintField
              choices={choices}
              materials={materialsNear(near, choices.print.material)}
              colors={colorsNear(near, choices.print.material)}
              onChange={change}
            />
          </Step>
          <Step title={m['quotes.estimate.place']()}>
            <AroundField around={around} onChange={change} />
          </Step>
        </div>
        <Offers
          printers={printers}
          model={model}
          choices={choices}
          radiusKm={around.radius}
          source={
            ofResource
              ? resource.file && { resourceFileId: resource.file.id }
              : chosen && {
                  file: chosen.file,
                  uploadId: chosen.uploadId,
                  onSent: (uploadId) => noteUpload(chosen.file, uploadId),
                }
          }
          onChange={change}
        />
      </div>
    </div>
  );
}

/** Defaults to what the linking provider can print. */
function choicesFor(search: EstimateSearch, near: readonly PrinterOffer[]): Choices {
  const asked = readChoices(search);
  const wanted = near.find(({ id }) => id === asked.serviceId);
  if (!wanted || search.material !== undefined) return asked;
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
