import { Box, CircleCheck, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { nearRef } from '#platform/client/near.tsx';
import { currentLocale } from '#platform/client/page-context.ts';
import type { Figures } from '#platform/shared/models/measure.ts';
import type { Place } from '#platform/shared/models/printability.ts';
import { meshDefect } from '#platform/shared/models/mesh-defect.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import type { FileModel, ResourceDetail } from '../contract.ts';
import { newestFirst } from '../version-files.ts';
import { loadModelViewer } from './load-model-viewer.ts';
import { formatGrams, formatSizes, formatVolume, noteWords, unitNames } from './model-words.ts';
import { Section } from './section.tsx';
import { formatCount } from './words.ts';

const ModelViewer = lazy(loadModelViewer);
const ModelProblem = lazy(async () => ({ default: (await import('./model-problem.tsx')).ModelProblem }));

const PrintFindings = lazy(async () => ({ default: (await import('./print-findings.tsx')).PrintFindings }));

/** Measurements of the 3D models of the latest version, with a viewer. */
export function ModelSection({ resource }: { resource: ResourceDetail }) {
  const latest = resource.files[0]?.version;
  // Start with the model that the drawn picture shows.
  const files = newestFirst(resource.files).flatMap((file) =>
    file.version === latest && file.model ? [{ ...file, model: file.model }] : [],
  );
  const [chosen, setChosen] = useState(files[0]?.id);
  const [open, setOpen] = useState(false);
  const [spot, setSpot] = useState<Place | null>(null);
  const file = files.find(({ id }) => id === chosen) ?? files[0];
  if (!file) return null;
  return (
    <Section title={m['resources.model.title']()}>
      {files.length > 1 && (
        <SelectField
          label={m['resources.model.choose']()}
          value={file.id}
          onChange={(event) => {
            setChosen(event.target.value);
            setSpot(null);
          }}
        >
          {files.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <ModelFigures
        model={file.model}
        onShow={(place) => {
          setSpot([...place]);
          setOpen(true);
        }}
      />
      {file.model.state !== 'unreadable' && (
        <Button
          look="secondary"
          className="justify-self-start"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Box aria-hidden="true" className="size-5" />
          {open ? m['resources.model.view.close']() : m['resources.model.view.open']()}
        </Button>
      )}
      {open && file.model.state !== 'unreadable' && (
        <Suspense fallback={<p role="status">{m['resources.model.view.loading']()}</p>}>
          <ModelViewer
            key={file.id}
            spot={spot}
            address={`/api/resources/${resource.id}/download?file=${file.id}&preview=true`}
            file={{
              ...file,
              triangles: file.model.state === 'measured' ? file.model.figures.triangles : null,
            }}
          />
        </Suspense>
      )}
    </Section>
  );
}

function ModelFigures({ model, onShow }: { model: FileModel; onShow(place: Place): void }) {
  if (model.state === 'waiting') return <p>{m['resources.model.waiting']()}</p>;
  if (model.state === 'unreadable') {
    return (
      <Note trouble>
        {m['resources.model.unreadable']()}{' '}
        <Suspense>
          <ModelProblem problem={model.problem} />
        </Suspense>
      </Note>
    );
  }
  const { figures, usual } = model;
  const facts: [string, string, string?][] = [
    [
      m['resources.model.size'](),
      formatSizes(figures.sizeMm, 'mm'),
      currentLocale() === 'en' ? formatSizes(figures.sizeMm, 'in') : m['resources.model.size_note'](),
    ],
    [
      m['resources.model.bed'](),
      usual.bedMm === null
        ? m['resources.model.bed_none']()
        : m['resources.model.bed_fits']({ side: formatCount(usual.bedMm) }),
    ],
  ];
  if (usual.grams) {
    facts.push(
      [m['resources.model.volume'](), formatVolume(figures.volumeMm3)],
      [
        m['resources.model.weight'](),
        m['resources.model.weight_infill']({ infill: gramsWords(usual.grams.infill20) }),
        m['resources.model.weight_full']({ full: gramsWords(usual.grams.full) }),
      ],
    );
  }
  return (
    <div className="grid gap-3">
      <dl className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2">
        {facts.map(([name, value, more]) => (
          <div key={name} className="bg-surface p-4">
            <dt className="text-sm text-ink-soft">{name}</dt>
            <dd className="mt-1 font-semibold tabular-nums">{value}</dd>
            {more && <dd className="text-sm text-ink-soft tabular-nums">{more}</dd>}
          </div>
        ))}
      </dl>
      <Printable figures={figures} />
      {figures.printability && <Findings model={figures} onShow={onShow} />}
      <p className="text-sm text-ink-soft">
        {[
          m['resources.model.shape']({
            triangles: formatCount(figures.triangles),
            shells: formatCount(figures.shells),
          }),
          !figures.printability && m['resources.model.thin'](),
          figures.unitIsGuessed && m['resources.model.guessed']({ unit: unitNames[figures.unit]() }),
          figures.unitIsUnclear && m['resources.model.unclear'](),
          ...(figures.notes ?? []).map((note) => noteWords[note]()),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  );
}

/** What a printer meets in the model, loaded when the reader comes near. */
function Findings(props: { model: Figures; onShow(place: Place): void }) {
  const [isNear, setNear] = useState(false);
  const [watch] = useState(() => nearRef(() => setNear(true)));
  const room = <div ref={watch} className="min-h-88" />;
  if (!isNear) return room;
  return (
    <Suspense fallback={room}>
      <PrintFindings {...props} />
    </Suspense>
  );
}

function gramsWords({ likely, atMost }: { likely: number; atMost: number }): string {
  const [low, high] = [formatGrams(likely), formatGrams(atMost)];
  return low === high ? low : m['resources.model.weight_range']({ likely: low, most: high });
}

/** Tells if the model can be printed as it is, and the reasons if it cannot. */
export function Printable({ figures }: { figures: Figures }) {
  switch (meshDefect(figures)) {
    case null:
      return <Note>{m['resources.model.printable']()}</Note>;
    case 'flat':
      return <Note trouble>{m['resources.model.flat']()}</Note>;
    case 'open':
      return (
        <Note trouble>
          {m['resources.model.open']({ count: formatCount(figures.openEdges) })}{' '}
          {figures.volumeMm3 > 0 && m['resources.model.open_volume']()}
        </Note>
      );
    case 'flipped':
      return (
        <Note trouble>
          {figures.flippedShells
            ? m['resources.model.flipped_shells']({ count: formatCount(figures.flippedShells) })
            : m['resources.model.flipped']({ count: formatCount(figures.flippedTriangles) })}
        </Note>
      );
  }
}

function Note({ trouble = false, children }: { trouble?: boolean; children: ReactNode }) {
  const Icon = trouble ? TriangleAlert : CircleCheck;
  return (
    <p
      className={`flex items-start gap-3 rounded-md px-4 py-3 ${trouble ? 'bg-sunken' : 'bg-accent-soft text-accent-strong'}`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
