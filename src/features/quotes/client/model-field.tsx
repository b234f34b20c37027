import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldCheck, Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type DragEvent } from 'react';
import {
  formatSizes,
  formatVolume,
  Printable,
  PrintFindings,
  problemWords,
  resourceQuery,
  unitNames,
} from '#features/resources/client/public.tsx';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import type { Figures } from '#platform/shared/models/measure.ts';
import { modelEndings, units, type Unit } from '#platform/shared/models/mesh.ts';
import { isUnitUnclear } from '#platform/shared/models/unclear-units.ts';
import { SelectField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { writePairs, type ChangeEstimate, type Choices } from './choices.ts';
import type { ChosenModel } from './chosen-model.ts';
import { printableFiles, type KitPart } from '../kit.ts';
import { KitField } from './kit-field.tsx';
import { measureFile } from './measure-file.ts';
import type { Materials } from './print-field.tsx';
import { UnitChoice } from './unit-choice.tsx';

const waitingMs = 3000;

/** Printable files of the resource in the address, those of its latest version and the one that was asked for. */
export function useResourceModels({ resourceId, fileId }: Pick<Choices, 'resourceId' | 'fileId'>) {
  const resource = useQuery({
    ...resourceQuery(resourceId ?? ''),
    enabled: resourceId !== undefined,
    // A model is measured soon after its upload.
    refetchInterval: ({ state }) =>
      state.data?.files.some(({ model }) => model?.state === 'waiting') ? waitingMs : false,
  });
  const files = printableFiles(resource.data?.files ?? [], fileId);
  return { resource, files, profiles: resource.data?.details.printSettings ?? [] };
}

type ResourceModels = ReturnType<typeof useResourceModels>;

/** Choice of a local model, which is not uploaded, or one of a resource, with its figures. */
export function ModelField(props: {
  model: { name: string; figures: Figures } | null;
  unit: Unit | undefined;
  resource: ResourceModels | null;
  kit: readonly KitPart[];
  materials: Materials;
  onFile(model: ChosenModel): void;
  onChange: ChangeEstimate;
}) {
  const { model, unit, resource, kit, materials, onFile, onChange } = props;
  return (
    <>
      {resource && <ResourceParts models={resource} kit={kit} materials={materials} onChange={onChange} />}
      {model && <ModelFacts {...model} unit={unit} onUnit={(chosen) => void onChange({ unit: chosen })} />}
      <FileField hasModel={model !== null || resource !== null} onFile={onFile} />
    </>
  );
}

function ResourceParts(props: {
  models: ResourceModels;
  kit: readonly KitPart[];
  materials: Materials;
  onChange: ChangeEstimate;
}) {
  const { models, kit, materials, onChange } = props;
  const { resource } = models;
  if (resource.isError) {
    return <LoadFailed retry={() => resource.refetch()}>{describeError(resource.error)}</LoadFailed>;
  }
  if (!resource.data) return <div aria-busy="true" className="h-24 animate-pulse rounded-lg bg-sunken" />;
  const { title, language } = inReadersLanguage(resource.data);
  // One file that is needed once is no list.
  const only = kit.length === 1 && kit[0]!.needed === 1 && kit[0]!.count === 1 ? kit[0] : undefined;
  return (
    <div className="grid gap-3">
      <p>
        {m['quotes.model.from']()}{' '}
        <Link
          to="/resources/$id"
          params={{ id: resource.data.id }}
          lang={language}
          className="font-semibold text-accent-strong underline"
        >
          {title}
        </Link>
      </p>
      {kit.length === 0 && <p role="alert">{m['quotes.model.none_in_resource']()}</p>}
      {only?.state === 'waiting' && <p role="status">{m['quotes.model.measuring']()}</p>}
      {only?.state === 'unreadable' && <p role="alert">{problemWords[only.problem]()}</p>}
      {only?.state === 'measured' && (
        <ModelFacts
          {...only}
          onUnit={(unit) => void onChange({ units: writePairs(new Map([[only.id, unit]])) })}
        />
      )}
      {kit.length > 0 && !only && <KitField kit={kit} materials={materials} onChange={onChange} />}
    </div>
  );
}

function ModelFacts(props: {
  name: string;
  figures: Figures;
  unit: Unit | undefined;
  onUnit(unit: Unit): void;
}) {
  const { name, figures, unit, onUnit } = props;
  const facts: [string, string][] = [
    [m['quotes.model.size'](), formatSizes(figures.sizeMm, 'mm')],
    [m['quotes.model.volume'](), formatVolume(figures.volumeMm3)],
  ];
  return (
    <div className="grid gap-3">
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        <p className="border-b border-line p-4 font-semibold">{name}</p>
        <dl className="grid grid-cols-2 gap-px bg-line">
          {facts.map(([term, value]) => (
            <div key={term} className="bg-surface p-4">
              <dt className="text-sm text-ink-soft">{term}</dt>
              <dd className="mt-1 font-semibold tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Printable figures={figures} />
      <PrintFindings model={figures} />
      {figures.unitIsGuessed && isUnitUnclear(figures) && (
        <UnitChoice figures={figures} chosen={unit} onChoose={onUnit} />
      )}
      {figures.unitIsGuessed && !isUnitUnclear(figures) && (
        <SelectField
          label={m['quotes.model.unit']()}
          hint={m['quotes.model.unit_hint']()}
          value={figures.unit}
          onChange={({ target }) => onUnit(units.find((each) => each === target.value) ?? figures.unit)}
        >
          {units.map((each) => (
            <option key={each} value={each}>
              {unitNames[each]()}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}

const accepted = modelEndings.join(',');

/** Accepts a file by drop anywhere in the field, by paste anywhere on the page, or by choice. */
function FileField({ hasModel, onFile }: { hasModel: boolean; onFile(model: ChosenModel): void }) {
  const id = useId();
  const [state, setState] = useState<{ reading: string } | { trouble: string } | null>(null);
  const [isOver, setIsOver] = useState(false);
  const current = useRef<AbortController>(null);

  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    // Another file replaces the one that is being read.
    current.current?.abort();
    const stop = new AbortController();
    current.current = stop;
    setState({ reading: file.name });
    try {
      const found = await measureFile(file, stop.signal);
      if (stop.signal.aborted) return;
      if (!found) setState({ trouble: m['quotes.model.not_a_model']() });
      else if ('problem' in found) setState({ trouble: problemWords[found.problem]() });
      else {
        setState(null);
        onFile({ file, figures: found.figures, uploadId: null });
      }
    } catch {
      if (!stop.signal.aborted) setState({ trouble: problemWords.failed() });
    }
  }

  const paste = useEffectEvent(({ clipboardData }: ClipboardEvent) => void take(clipboardData?.files[0]));
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event);
    window.addEventListener('paste', listen);
    return () => {
      window.removeEventListener('paste', listen);
      current.current?.abort();
    };
  }, []);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files[0]);
  }

  return (
    <div className="grid gap-2">
      {/* The native file input uses the browser's language instead of the page's, so it lies invisibly above our
          own button. */}
      <div
        className="relative"
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <input
          id={id}
          type="file"
          accept={accepted}
          aria-label={m['quotes.model.choose']()}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            void take(target.files?.[0]);
            target.value = '';
          }}
          className="peer absolute inset-0 z-10 w-full cursor-pointer opacity-0"
        />
        <div
          className={`grid justify-items-center gap-2 rounded-lg border-2 border-dashed text-center font-semibold text-accent-strong peer-hover:bg-accent-soft peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent ${hasModel ? 'p-4' : 'px-4 py-12'} ${isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface'}`}
        >
          <Upload aria-hidden="true" className="size-6" />
          <span>{hasModel ? m['quotes.model.choose_other']() : m['quotes.model.choose']()}</span>
          <span className="text-sm font-normal text-ink-soft">{m['quotes.model.formats']()}</span>
        </div>
      </div>
      <p id={`${id}-hint`} className="flex items-start gap-2 text-sm text-ink-soft">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {m['quotes.model.stays']()}
      </p>
      <div aria-live="polite">
        {state && 'reading' in state && <p>{m['quotes.model.reading']({ name: state.reading })}</p>}
        {state && 'trouble' in state && <p className="font-semibold text-danger">{state.trouble}</p>}
      </div>
    </div>
  );
}
