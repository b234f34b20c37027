import { asServiceType, type ServiceType } from '#platform/shared/trades.ts';

/** Details that a shop needs before it can give a price, by the kind of service. */
export const needCodes = [
  'model',
  'drawing',
  'design',
  'goal',
  'dimensions',
  'material',
  'quantity',
  'tolerance',
  'finish',
  'colour',
  'parts',
  'date',
  'budget',
] as const;
export type NeedCode = (typeof needCodes)[number];
export type Need = { code: NeedCode; isRequired: boolean };

/** Current values of the form. */
export type Wanted = {
  description: string;
  material: string;
  colour: string;
  tolerance: string;
  finish: string;
  quantity: number | null;
  wantedOn: string | null;
  budget: number | null;
  files: readonly string[];
};

type Needs = { required: readonly NeedCode[]; recommended: readonly NeedCode[] };

const byTrade: Record<ServiceType, Needs> = {
  '3d_printing': {
    required: ['model', 'material', 'quantity'],
    recommended: ['date', 'colour', 'finish', 'tolerance'],
  },
  electronics: { required: ['design', 'parts', 'quantity'], recommended: ['date', 'budget'] },
  woodworking: {
    required: ['drawing', 'dimensions', 'material', 'quantity'],
    recommended: ['finish', 'tolerance', 'date'],
  },
  metalworking: {
    required: ['drawing', 'dimensions', 'material', 'quantity'],
    recommended: ['tolerance', 'finish', 'date'],
  },
  manufacturing: {
    required: ['drawing', 'material', 'quantity', 'date'],
    recommended: ['tolerance', 'finish', 'budget'],
  },
  engineer: { required: ['goal', 'date'], recommended: ['drawing', 'budget'] },
};
const other: Needs = {
  required: ['goal', 'quantity'],
  recommended: ['drawing', 'material', 'date', 'budget'],
};

/** Combines the needs of several services; required by one is required. */
export function needsOf(serviceTypes: readonly string[]): Need[] {
  const all = serviceTypes.map((type) => {
    const trade = asServiceType(type);
    return trade ? byTrade[trade] : other;
  });
  return needCodes.flatMap((code) => {
    const isRequired = all.some(({ required }) => required.includes(code));
    return isRequired || all.some(({ recommended }) => recommended.includes(code))
      ? [{ code, isRequired }]
      : [];
  });
}

const fieldOf: Partial<Record<NeedCode, keyof Wanted>> = {
  material: 'material',
  quantity: 'quantity',
  tolerance: 'tolerance',
  finish: 'finish',
  colour: 'colour',
  date: 'wantedOn',
  budget: 'budget',
};

/**
 * Returns the fields that are mandatory for these services; details given in words or files cannot be tied to a
 * field.
 */
export function requiredFields(serviceTypes: readonly string[]): ReadonlySet<string> {
  const required = needsOf(serviceTypes).flatMap(({ code, isRequired }) =>
    isRequired ? (fieldOf[code] ?? []) : [],
  );
  // There is no price without a quantity.
  return new Set([...required, 'quantity']);
}

/** Length of a description that is clear without a drawing. */
const clearLength = 80;

const endings = {
  model: /\.(stl|obj|3mf|glb|gltf|step|stp|iges|igs|scad|fcstd|f3d|blend|zip)$/i,
  drawing: /\.(pdf|dxf|dwg|svg|step|stp|iges|igs|stl|obj|3mf|fcstd|f3d|png|jpe?g|gif|webp|zip)$/i,
  design: /\.(zip|gbr|drl|kicad_pcb|kicad_sch|kicad_pro|sch|brd|net|pdf|gz|tgz|tar)$/i,
};
/** Matches a number with a unit of length, or dimensions such as 10 × 20. */
const size = /\d\s*(mm|cm|m\b|밀리|센티|미터|ミリ|センチ|メートル|㎜|㎝|in\b|inch|")|\d\s*[x×*]\s*\d/i;
const partsWords = /부품|자재|사급|도급|parts?\b|component|bom\b|部品|支給/i;

const isClear = ({ description }: Wanted) => description.trim().length >= clearLength;
const hasFile = ({ files }: Wanted, ending: RegExp) => files.some((name) => ending.test(name));
const isSaid = (text: string) => text.trim() !== '';

const met: Record<NeedCode, (wanted: Wanted) => boolean> = {
  model: (wanted) => hasFile(wanted, endings.model) || isClear(wanted),
  drawing: (wanted) => hasFile(wanted, endings.drawing),
  design: (wanted) => hasFile(wanted, endings.design),
  goal: isClear,
  dimensions: (wanted) => size.test(wanted.description) || hasFile(wanted, /\.(dxf|dwg|step|stp|iges|igs)$/i),
  material: ({ material }) => isSaid(material),
  quantity: ({ quantity }) => quantity !== null && quantity >= 1,
  tolerance: ({ tolerance }) => isSaid(tolerance),
  finish: ({ finish }) => isSaid(finish),
  colour: ({ colour }) => isSaid(colour),
  parts: ({ description }) => partsWords.test(description),
  date: ({ wantedOn }) => wantedOn !== null && wantedOn !== '',
  budget: ({ budget }) => budget !== null,
};

export function isMet(code: NeedCode, wanted: Wanted): boolean {
  return met[code](wanted);
}

/** Lists missing details, mandatory ones first. */
export function missingOf(serviceTypes: readonly string[], wanted: Wanted): Need[] {
  return needsOf(serviceTypes)
    .filter(({ code }) => !isMet(code, wanted))
    .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
}
