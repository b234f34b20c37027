import type { ResourceDetail, ResourceFile } from '#features/resources/contract.ts';
import { rulesOfCategory } from '#platform/shared/category-rules.ts';
import type { ServiceType } from '#platform/shared/trades.ts';
import { compare } from './comparing.ts';
import type { PrinterOffer } from './contract.ts';
import { kitOf, nothingChosen, partsOf, printableFiles, troubleOf } from './kit.ts';
import { requestLimits } from './negotiation.ts';

/** Pure rules of "make this near me": which trades make a thing, and what one costs. */

/** Radiuses in km in which makers are looked for, one after the other, before the whole country is. */
export const nearKm = [10, 50] as const;
export const areas = ['near', 'country', 'nowhere'] as const;

export const wishLimits = { wishes: 20, radiusKm: 500 } as const;

type Makeable = Pick<
  ResourceDetail,
  'category' | 'title' | 'subcategory' | 'tags' | 'files' | 'details' | 'assemblyInstructions'
>;
type NamedFile = Pick<ResourceFile, 'name' | 'model'>;

const board =
  /\.(?:kicad_pcb|kicad_sch|kicad_pro|brd|gbr|ger|gtl|gbl|gts|gbs|gto|gbo|gko|gm1|gml|g2|g3|drl|xln)$/i;
const archive = /\.(?:zip|tgz|gz)$/i;
const boardWords = /gerber|kicad|pcb/i;
const drawing = /\.(?:dxf|dwg|svg)$/i;
const wood = /wood|plywood|mdf|timber|목재|나무|합판|원목|자작|목공|木工|木材|合板/i;
const metal =
  /metal|steel|alumin|brass|금속|철판|강판|철제|스틸|알루미늄|스테인|황동|金属|鉄|鋼|アルミ|ステンレス|真鍮/i;

const isBoard = ({ name }: NamedFile) => board.test(name) || (archive.test(name) && boardWords.test(name));
/** Whether a file is a bill of materials by its name. */
export const isPartsList = ({ name }: { name: string }) =>
  /\.(?:csv|tsv|xlsx?|ods)$/i.test(name) && /bom|parts|부품|部品/i.test(name);
const isDrawing = ({ name }: NamedFile) => drawing.test(name);

const latestFiles = ({ files }: Pick<Makeable, 'files'>) =>
  files.filter(({ version }) => version === files[0]?.version);

/**
 * Lists the trades that make a resource, the one that makes most of it first: by its files, and by its bill of materials.
 * Empty for what nobody makes, such as software.
 */
export function tradesOf(resource: Makeable): ServiceType[] {
  if (rulesOfCategory(resource.category)?.isNeverMade) return [];
  const files = latestFiles(resource);
  const isPrinted = files.some(({ model }) => model !== null && model.state !== 'unreadable');
  const hasBoard = files.some(isBoard);
  const isElectronic =
    hasBoard ||
    // A kit without any file that is printed or cut is put together of its parts.
    (!isPrinted && !files.some(isDrawing) && (resource.details.billOfMaterials?.length ?? 0) > 0);
  // Next to a board, drawings are of the board.
  const cut = !hasBoard && files.some(isDrawing) ? cuttersOf(resource) : [];
  const printed: ServiceType[] = isPrinted ? ['3d_printing'] : [];
  const electronic: ServiceType[] = isElectronic ? ['electronics'] : [];
  return resource.category === '3d_model'
    ? [...printed, ...electronic, ...cut]
    : [...electronic, ...printed, ...cut];
}

/** Returns whether a resource is put together of several printed files, or of parts that are bought. */
export function isKit({ files, details }: Pick<Makeable, 'files' | 'details'>): boolean {
  const printed = latestFiles({ files }).filter(({ model }) => model !== null);
  return printed.length > 1 || (details.billOfMaterials?.length ?? 0) > 0;
}

/** Wood or metal as the words say it; both where they say nothing. */
function cuttersOf({ title, subcategory, tags, details }: Makeable): ServiceType[] {
  const parts = (details.billOfMaterials ?? []).map(({ name }) => name);
  const words = [title, subcategory ?? '', ...tags, ...parts].join('\n');
  const found: ServiceType[] = [
    ...(wood.test(words) ? (['woodworking'] as const) : []),
    ...(metal.test(words) ? (['metalworking'] as const) : []),
  ];
  return found.length > 0 ? found : ['woodworking', 'metalworking'];
}

/** Returns the files of a resource that a trade needs for its price, as many as a request takes. */
export function filesFor<File extends NamedFile & Pick<ResourceFile, 'version'>>(
  trade: string,
  files: readonly File[],
): File[] {
  const latest = files.filter(({ version }) => version === files[0]?.version);
  const needed: Partial<Record<string, (file: File) => boolean>> = {
    electronics: (file) => isBoard(file) || isPartsList(file) || /\.(?:net|pdf)$/i.test(file.name),
    woodworking: isDrawing,
    metalworking: isDrawing,
    '3d_printing': ({ model }) => model !== null,
  };
  const fits = needed[trade];
  const found = fits ? latest.filter(fits) : [];
  // Room for the bill of materials.
  return (found.length > 0 ? found : latest).slice(0, requestLimits.files - 1);
}

/** What one whole thing costs among providers, with the author's tested settings; null where files have no price yet. */
export function pricedAt(
  resource: Pick<Makeable, 'files' | 'details'>,
  printers: readonly PrinterOffer[],
  conditions: { feePercent: number; today: string },
): { makers: number; from: Cheapest | null } | null {
  const profiles = resource.details.printSettings ?? [];
  const kit = kitOf(printableFiles(resource.files, undefined), profiles, nothingChosen);
  if (troubleOf(kit, 1) !== null) return null;
  const parts = partsOf(kit, 1);
  const { able, cheapest } = compare(printers, { parts, color: undefined, sort: 'price' }, conditions);
  if (!cheapest) return { makers: 0, from: null };
  const { printer, offer } = cheapest;
  return {
    makers: able.length,
    from: {
      serviceId: printer.id,
      total: offer.total,
      currency: printer.currency,
      readyOn: offer.readyOn,
    },
  };
}
export type Cheapest = { serviceId: string; total: number; currency: string; readyOn: string | null };
