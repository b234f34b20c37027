/** Categories of resources, one row each. Everything that differs between categories reads this table; names are in category-names.ts. */

export type CategoryRules = {
  /** Whether menus, the home page and the bar of categories show it. */
  isInMenu: boolean;
  /** Parts of the form, and of the page, that this category has. */
  has: readonly ('aiModel' | 'releases' | 'game' | 'assembly' | 'printSettings')[];
  /** File endings that an imported archive is recognised by. */
  endings: readonly string[];
  /** Whether an imported file of these endings becomes a file of its own; others stay in the archive alone. */
  opensFiles: boolean;
  /** Whether its link counts as the thing itself even where there is a file. */
  leadsOutside: boolean;
  /** Whether the reader opens an archive first where there is no README. */
  opensArchive: boolean;
};

const ordinary = {
  isInMenu: true,
  has: [],
  endings: [],
  opensFiles: true,
  leadsOutside: false,
  opensArchive: false,
} as const;

/** In the order of menus. */
export const categoryTable = {
  hardware_design: {
    ...ordinary,
    has: ['assembly'],
    endings: ['kicad_pcb', 'kicad_sch', 'brd', 'sch', 'gbr', 'drl'],
    opensArchive: true,
  },
  software: {
    ...ordinary,
    has: ['releases'],
    endings: ['py', 'js', 'ts', 'rs', 'c', 'cpp', 'go', 'java', 'ino', 'hex', 'uf2', 'bin'],
    opensFiles: false,
    opensArchive: true,
  },
  ai_model: { ...ordinary, has: ['aiModel'], endings: ['safetensors', 'onnx', 'gguf', 'tflite', 'keras'] },
  '3d_model': {
    ...ordinary,
    has: ['assembly', 'printSettings'],
    endings: ['stl', 'obj', '3mf', 'glb', 'ply', 'amf', 'step', 'stp', 'f3d', 'fcstd', 'scad'],
  },
  free_content: {
    ...ordinary,
    endings: ['pdf', 'mp3', 'wav', 'mp4', 'ttf', 'otf'],
    leadsOutside: true,
  },
  flash_game: { ...ordinary, has: ['game'], endings: ['swf'], leadsOutside: true },
  other: { ...ordinary, isInMenu: false },
} as const satisfies Record<string, CategoryRules>;

export type Category = keyof typeof categoryTable;
export const categories = Object.keys(categoryTable) as [Category, ...Category[]];

type MenuCategory = {
  [Name in Category]: (typeof categoryTable)[Name]['isInMenu'] extends true ? Name : never;
}[Category];
export const menuCategories = categories.filter((name): name is MenuCategory => categoryTable[name].isInMenu);

/** The database may hold any text; people are shown one of ours. */
export function asCategory(value: string): Category {
  return categories.find((category) => category === value) ?? 'other';
}

/** Rules of a category; those of `other` for a text that is not known. */
export function rulesOfCategory(value: string): CategoryRules {
  return categoryTable[asCategory(value)];
}
