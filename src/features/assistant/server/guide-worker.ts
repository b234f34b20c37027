import { parentPort, workerData } from 'node:worker_threads';
import type { ResourceDetail } from '#features/resources/contract.ts';
import { assistantLimits } from '../rules.ts';
import { splitParts, splitSteps, type ReadPage } from '../splitting.ts';
import {
  guidePassages,
  packed,
  passage,
  piecesOf,
  type KeptPart,
  type KeptStep,
  type Language,
} from './passages.ts';

/* Builds the guide of a resource in a worker thread: its text is untrusted, and guests can request it. */

export type GuideTask = {
  resource: Pick<
    ResourceDetail,
    | 'title'
    | 'language'
    | 'description'
    | 'usageInstructions'
    | 'translations'
    | 'assemblyInstructions'
    | 'details'
  >;
  files: { id: string; name: string; text: string }[];
};
export type MadeGuide = {
  title: string;
  language: Language;
  steps: KeptStep[];
  parts: KeptPart[];
  /** See `packed`. */
  passages: readonly string[];
};

function partsOf(resource: GuideTask['resource']): KeptPart[] {
  return (resource.details.billOfMaterials ?? [])
    .slice(0, assistantLimits.parts)
    .map(({ name, quantity, partNumber, url, substitute }) => ({
      name,
      quantity,
      ...(partNumber !== undefined && { partNumber }),
      ...(url !== undefined && { url }),
      ...(substitute !== undefined && { substitute }),
    }));
}

function stepsOf(resource: GuideTask['resource']): KeptStep[] {
  return resource.assemblyInstructions.slice(0, assistantLimits.steps).map((step) => ({
    title: step.title,
    text: step.text,
    ...(step.minutes !== undefined && { minutes: step.minutes }),
    ...(step.tools !== undefined && { tools: step.tools }),
    ...(step.warning !== undefined && { warning: step.warning }),
    ...(step.imageId !== undefined &&
      step.image && { imageId: step.imageId, imageWidth: step.image.width, imageHeight: step.image.height }),
  }));
}

/** Formats the print settings as text. */
function printText(resource: GuideTask['resource']): string[] {
  return (resource.details.printSettings ?? []).map((profile) =>
    [
      profile.name,
      profile.files && `files 파일 ファイル: ${profile.files.join(', ')}`,
      profile.printer && `printer 프린터 プリンター: ${profile.printer}`,
      profile.material && `material 재료 材料: ${profile.material}`,
      profile.layerHeightMm && `layer height 레이어 높이 積層: ${profile.layerHeightMm} mm`,
      profile.nozzleMm && `nozzle 노즐 ノズル: ${profile.nozzleMm} mm`,
      profile.walls && `walls 벽 壁: ${profile.walls}`,
      profile.infillPercent !== undefined && `infill 채움 インフィル: ${profile.infillPercent}%`,
      profile.supports !== undefined && `supports 서포트 サポート: ${profile.supports ? '○' : '✕'}`,
      profile.nozzleCelsius && `nozzle 노즐 온도 ノズル温度: ${profile.nozzleCelsius}°C`,
      profile.bedCelsius && `bed 베드 온도 ベッド温度: ${profile.bedCelsius}°C`,
      profile.minutes && `time 출력 시간 印刷時間: ${profile.minutes} min`,
      profile.grams && `weight 무게 重さ: ${profile.grams} g`,
    ]
      .filter(Boolean)
      .join('\n'),
  );
}

function modelCard({ details }: GuideTask['resource']): string[] {
  const card = details.aiModel;
  if (!card) return [];
  const { task, framework, dataset, metrics, usage, intendedUse, limits } = card;
  return [
    [task, framework, dataset].filter(Boolean).join('\n'),
    (metrics ?? [])
      .map(({ name, value, dataset: of }) => [name, value, of].filter(Boolean).join(': '))
      .join('\n'),
    usage ?? '',
    intendedUse ?? '',
    limits ?? '',
  ].filter((text) => text !== '');
}

function makeGuide({ resource, files }: GuideTask): MadeGuide {
  const { language } = resource;
  const own: ReadPage[] = [
    { page: 1, heading: '', text: resource.usageInstructions },
    { page: 1, heading: '', text: resource.description },
    ...files
      .filter(({ name }) => /\.(?:md|txt)$/i.test(name))
      .map(({ name, text }) => ({ page: 1, heading: name, text })),
  ];
  const written = stepsOf(resource);
  const split = written.length > 0 ? [] : splitFirst(own);
  const steps: KeptStep[] = written.length > 0 ? written : split.map(({ title, text }) => ({ title, text }));
  const listed = partsOf(resource);
  const parts: KeptPart[] = listed.length > 0 ? listed : splitParts(own);
  const abouts = [
    ...piecesOf(resource.description),
    ...Object.values(resource.translations).flatMap((words) => piecesOf(words?.description ?? '')),
    ...piecesOf(resource.usageInstructions),
    ...printText(resource),
    ...modelCard(resource),
  ];
  return {
    title: resource.title,
    language,
    steps,
    parts,
    passages: packed([
      ...guidePassages({ steps, parts, language }),
      ...abouts.map((text) => passage('about', resource.title, text)),
      ...files.flatMap(({ id, name, text }) =>
        piecesOf(text).map((piece) => passage('file', name, piece, { fileId: id })),
      ),
    ]),
  };
}

function splitFirst(pages: readonly ReadPage[]) {
  for (const page of pages) {
    const steps = splitSteps([page]);
    if (steps.length > 0) return steps;
  }
  return [];
}

parentPort?.postMessage(makeGuide(workerData as GuideTask), []);
